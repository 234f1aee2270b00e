import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// The server that a page under development talks to: `defilade serve`.
const server = process.env.DEFILADE_SERVER ?? "http://127.0.0.1:8400";

/** The typeface goes along with its licence, as that asks. */
const licence: Plugin = {
  name: "licence-of-the-typeface",
  generateBundle() {
    const source = readFileSync("node_modules/@fontsource-variable/inter/LICENSE");
    this.emitFile({ type: "asset", fileName: "Inter-LICENSE.txt", source });
  },
};

export default defineConfig({
  base: "/",
  plugins: [licence],
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
