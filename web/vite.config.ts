import { defineConfig } from "vitest/config";

// The server that a page under development talks to: `defilade serve`.
const server = process.env.DEFILADE_SERVER ?? "http://127.0.0.1:8400";

export default defineConfig({
  base: "/",
  build: {
    outDir: "../src/defilade/server/static",
    emptyOutDir: true,
    target: "es2022",
    // The page's security policy forbids data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["test/**/*.test.ts"], environment: "node" },
});
