import { describe, expect, it } from "vitest";
import type { BoardScene, EventView, LessonView, OptionView, Prompt } from "../src/generated/protocol.js";
import { BEGINNING, isComplete, onward, type Position, reply } from "../src/learn/coach.js";
import { SIGNS } from "./prompts.js";

const none = { event: "", offered: "", unit: "", hex: "", phase: "" };
const lesson: LessonView = {
  id: "L1",
  system: "sk1",
  title: "Moving",
  goal: "",
  sides: ["american", "german"],
  side: "american",
  steps: [
    { say: "Click the squad.", until: { ...none, offered: "enter" }, show: [], rules: [] },
    { say: "Go to L4.", until: { ...none, unit: "a1", hex: "yL4" }, show: [], rules: [] },
    { say: "Fight.", until: { ...none, phase: "CCPh" }, show: [], rules: [] },
    { say: "Done.", until: null, show: [], rules: [] },
  ],
  replies: ["move g1", "enter - yO4"],
};

const event = (kind: string, text: string): EventView =>
  ({
    moment: 0,
    kind,
    text,
    rules: [],
    side: "",
    who: [],
    at: "",
    dice: [],
    breakdown: null,
    sign: SIGNS[kind] ?? "",
  }) as EventView;

function position(hex: string, verbs: string[], events: EventView[] = [], phase = "MPh"): Position {
  const scene = {
    phase,
    phases: [{ id: "CCPh", name: "Close Combat Phase", state: "future" }],
    stacks: [{ hex, counters: [{ id: "a1" }] }],
  } as unknown as BoardScene;
  return { scene, prompt: prompt(...verbs), events };
}

function prompt(...actions: string[]): Prompt {
  const options = actions.map((action) => ({ action, verb: action.split(" ")[0] }) as OptionView);
  return {
    step: 1,
    side: "german",
    yours: true,
    asks: "",
    rules: [],
    about: [],
    at: "",
    options,
    undoable: 0,
    openings: [],
    looks: {},
    handles: [],
    let_pass: "",
    warnings: {},
  };
}

describe("a lesson", () => {
  it("goes on when what it waits for has come about", () => {
    const begun = onward(lesson, BEGINNING, position("yK5", ["move"]));
    expect(begun).toBe(BEGINNING);
    const moving = onward(lesson, begun, position("yK5", ["enter"]));
    expect(moving.step).toBe(1);
    expect(onward(lesson, moving, position("yL4", ["enter"])).step).toBe(2);
  });

  it("does not count what happened before the step began", () => {
    const old = [event("phase", "Close Combat Phase.")];
    const now = { step: 2, since: 1, replied: 0 };
    expect(onward(lesson, now, position("yL4", [], old)).step).toBe(2);
    const again = [...old, event("phase", "Close Combat Phase.")];
    expect(onward(lesson, now, position("yL4", [], again, "RPh")).step).toBe(3);
  });

  it("is complete when only words are left", () => {
    expect(isComplete(lesson, { step: 2, since: 0, replied: 0 })).toBe(false);
    expect(isComplete(lesson, { step: 3, since: 0, replied: 0 })).toBe(true);
  });

  it("lets the other side answer from its list, and hold back otherwise", () => {
    expect(reply(lesson, BEGINNING, prompt("move g1", "done"))).toEqual({ action: "move g1", listed: true });
    expect(reply(lesson, BEGINNING, prompt("fire", "pass"))).toEqual({ action: "pass", listed: false });
    const second = { ...BEGINNING, replied: 1 };
    expect(reply(lesson, second, prompt("enter - yO4", "stop"))?.action).toBe("enter - yO4");
    expect(reply(lesson, { ...BEGINNING, replied: 2 }, prompt("rout g1"))?.action).toBe("rout g1");
  });
});
