import { describe, expect, it } from "vitest";
import { Aftermath, flashesOf } from "../src/game/aftermath.js";
import type { CounterView, EventView, Scene } from "../src/generated/protocol.js";
import { SIGNS } from "./prompts.js";

function event(kind: string, at: string, who: readonly string[], text = "", moment = 1): EventView {
  const sign = SIGNS[kind] ?? "";
  return { moment, kind, text, rules: [], side: "german", who, at, dice: [], breakdown: null, sign };
}

const SCENE = {
  kind: "board",
  stacks: [
    { hex: "yA1", worst: null, counters: [{ id: "g1", weapons: [{ id: "w1" }] } as unknown as CounterView] },
    { hex: "yB5", worst: null, counters: [{ id: "a1", weapons: [] } as unknown as CounterView] },
  ],
} as unknown as Scene;

describe("what the others have done", () => {
  it("is one way for each unit, from where it stood", () => {
    const past = new Aftermath();
    past.note([event("enter", "yA2", ["g1"]), event("enter", "yA3", ["g1"], "", 2)], SCENE);
    expect(past.ways).toEqual([{ side: "german", who: "g1", hexes: ["yA1", "yA2", "yA3"] }]);
    expect(past.moments).toEqual([1, 2]);
  });

  it("has shots from where the firers are by then, with what came of them", () => {
    const past = new Aftermath();
    past.note(
      [
        event("enter", "yA2", ["g1"]),
        event("declare", "yB5", ["g1"]),
        event("attack", "yB5", ["a1"], "4 FP, DR 5, final 5: 1MC."),
        event("breaks", "", ["a1"], "6-6-6 breaks."),
      ],
      SCENE,
    );
    expect(past.shots).toEqual([{ side: "german", from: ["yA2"], to: "yB5", results: ["1MC", "breaks"] }]);
  });

  it("has been seen when one decides something; what one did oneself is for the others", () => {
    const past = new Aftermath();
    past.note([event("enter", "yA2", ["g1"]), event("declare", "yB5", ["g1"])], SCENE);
    past.seenBy("german");
    expect([past.ways.length, past.shots.length, past.moments.length]).toEqual([1, 1, 0]);
    past.seenBy("american");
    expect([past.ways.length, past.shots.length]).toEqual([0, 0]);
  });

  it("flashes up where it happens", () => {
    const flashes = flashesOf([event("breaks", "", ["a1"]), event("phase", "", [])], SCENE);
    expect(flashes.map(({ hex, tone }) => [hex, tone])).toEqual([["yB5", "break"]]);
  });
});
