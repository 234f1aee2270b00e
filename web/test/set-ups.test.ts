import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetSetUp, type KeptSetUp, keepSetUp, setUpsOf } from "../src/app/set-ups.js";

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

function one(name: string, more: Partial<KeptSetUp> = {}): KeptSetUp {
  return { name, scenario: "S3", side: "german", actions: ["pick g1"], mirrors: true, ...more };
}

describe("set-ups that are kept", () => {
  it("belong to a side of a scenario", () => {
    keepSetUp(one("Line"));
    keepSetUp(one("Depth", { side: "american" }));
    keepSetUp(one("Other", { scenario: "S4" }));
    expect(setUpsOf("S3", "german").map((found) => found.name)).toEqual(["Line"]);
  });

  it("are replaced by one of the same name", () => {
    keepSetUp(one("Line"));
    keepSetUp(one("Depth"));
    keepSetUp(one("Line", { actions: ["pick g2"] }));
    expect(setUpsOf("S3", "german").map((found) => found.name)).toEqual(["Line", "Depth"]);
    expect(setUpsOf("S3", "german")[0]?.actions).toEqual(["pick g2"]);
  });

  it("can be forgotten", () => {
    keepSetUp(one("Line"));
    forgetSetUp(one("Line"));
    expect(setUpsOf("S3", "german")).toEqual([]);
  });

  it("are none where the browser has kept something else", () => {
    stored.set("defilade.set-ups", '{"name": 3}');
    expect(setUpsOf("S3", "german")).toEqual([]);
  });
});
