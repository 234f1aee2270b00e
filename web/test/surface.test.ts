import { describe, expect, it } from "vitest";
import { chooseCounter, surfaceOf, wishAt, wishFor, written } from "../src/game/surface.js";
import type { OptionView } from "../src/generated/protocol.js";
import { prompt } from "./prompts.js";

const isHex = (id: string): boolean => /^y[A-Z]\d+$/.test(id);
const NOBODY: ReadonlySet<string> = new Set();
const texts = (options: readonly OptionView[] | undefined): string[] =>
  (options ?? []).map((one) => one.action);

describe("where options are offered", () => {
  it("offers what happens somewhere on the hex, what somebody does on the counter, the rest as buttons", () => {
    const surface = surfaceOf(prompt("target - yK5", "move g1", "done"), isHex, NOBODY);
    expect(texts(surface.hexes.get("yK5"))).toEqual(["target - yK5"]);
    expect(texts(surface.counters.get("g1"))).toEqual(["move g1"]);
    expect(texts(surface.buttons)).toEqual(["done"]);
  });

  it("offers nothing of a question that somebody else must answer", () => {
    const surface = surfaceOf({ ...prompt("done"), yours: false }, isHex, NOBODY);
    expect(surface.buttons).toEqual([]);
  });

  it("asks for the unit first where many can go to many places", () => {
    const asked = prompt("advance g1 yK5", "advance g2 yK5", "advance g2 yK6", "done");
    const before = surfaceOf(asked, isHex, NOBODY);
    expect(before.hexes.size).toBe(0);
    expect([...before.choosable].sort()).toEqual(["g1", "g2"]);
    const after = surfaceOf(asked, isHex, new Set(["g2"]));
    expect([...after.hexes.keys()].sort()).toEqual(["yK5", "yK6"]);
  });

  it("does not ask for the unit where there is only one", () => {
    const surface = surfaceOf(prompt("place g1 yK5", "place g1 yK6"), isHex, NOBODY);
    expect([...surface.hexes.keys()]).toEqual(["yK5", "yK6"]);
    expect(surface.choosable.size).toBe(0);
  });

  it("leaves smoke of several units to the menu of the hex", () => {
    const surface = surfaceOf(prompt("enter - yK5", "smoke g1 yK5", "smoke g2 yK5"), isHex, NOBODY);
    expect(surface.hexes.get("yK5")?.length).toBe(3);
  });

  it("does not put a weapon that every option names on the counter of the weapon", () => {
    const surface = surfaceOf(prompt("equip g1+w7", "equip g2+w7"), isHex, NOBODY);
    expect([...surface.counters.keys()].sort()).toEqual(["g1", "g2"]);
  });

  it("keeps what is seldom wanted off the counters", () => {
    const surface = surfaceOf(prompt("destroy g1+w1", "done"), isHex, NOBODY);
    expect(surface.counters.size).toBe(0);
  });
});

describe("choosing counters", () => {
  const options = prompt("advance g1 yK5", "advance l1+g1 yK5", "advance g2 yK6").options;

  it("adds one who can come along, and takes it away again", () => {
    const both = chooseCounter("l1", new Set(["g1"]), options);
    expect([...both].sort()).toEqual(["g1", "l1"]);
    expect([...chooseCounter("l1", both, options)]).toEqual(["g1"]);
  });

  it("begins anew with one who can not", () => {
    expect([...chooseCounter("g2", new Set(["g1"]), options)]).toEqual(["g2"]);
  });
});

describe("what somebody seems to want", () => {
  it("is what is offered elsewhere, but there", () => {
    expect(wishAt(prompt("enter - yK5 road", "enter - yK6", "stop"), "yZ9", NOBODY)).toBe("enter - yZ9");
    expect(wishAt(prompt("target - yK5", "done"), "yZ9", NOBODY)).toBe("target - yZ9");
    expect(wishAt(prompt("advance g1 yK5", "advance g2 yK6"), "yZ9", new Set(["g2"]))).toBe("advance g2 yZ9");
  });

  it("is what another counter could do", () => {
    expect(wishFor(prompt("move g1", "done"), "g9")).toBe("move g9");
  });

  it("is nothing where nothing similar is offered", () => {
    expect(wishAt(prompt("fire", "pass"), "yZ9", NOBODY)).toBe("");
    expect(wishFor(prompt("done"), "g9")).toBe("");
  });

  it("is written as actions are", () => {
    expect(written("done", [], "", "")).toBe("done");
    expect(written("move", ["g1", "g2"], "yK5", "road")).toBe("move g1+g2 yK5 road");
  });
});

describe("directions", () => {
  it("have grips of their own, and are offered neither on counters nor as buttons", () => {
    const asked = prompt("steer - - 2", "swing v1 - 3", "gun v1+ma1", "end");
    const grip = { piece: "v1", hex: "yK5", bearing: 150, ring: "outer" as const, text: "", badge: "1" };
    const handles = ["steer - - 2", "swing v1 - 3"].map((action) => ({ ...grip, action }));
    const surface = surfaceOf({ ...asked, handles }, isHex, NOBODY);
    expect(texts(surface.buttons)).toEqual(["end"]);
    expect(texts(surface.counters.get("v1"))).toEqual(["gun v1+ma1"]);
  });
});
