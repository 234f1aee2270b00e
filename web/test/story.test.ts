import { describe, expect, it } from "vitest";
import { edgeFigure, edgeWords } from "../src/game/odds.js";
import { TUMBLE, timeline } from "../src/game/pace.js";
import { asText, diceRecords, story } from "../src/game/story.js";
import type { EventView } from "../src/generated/protocol.js";
import { SIGNS } from "./prompts.js";

function event(kind: string, text: string, more: Partial<EventView> = {}): EventView {
  const sign = SIGNS[kind] ?? "";
  return {
    moment: 0,
    kind,
    text,
    rules: [],
    side: "",
    who: [],
    at: "",
    dice: [],
    breakdown: null,
    sign,
    ...more,
  };
}

const GAME = [
  event("set_up", "4-6-7 sets up in K5."),
  event("player_turn", "Turn 1 of 5: German player turn.", { side: "german" }),
  event("phase", "Rally Phase."),
  event("phase", "Prep Fire Phase."),
  event("attack", "8 FP at K5: no effect.", { side: "german", dice: [3, 6], rules: ["SK1:3.2-a"] }),
  event("player_turn", "Turn 1 of 5: American player turn.", { side: "american" }),
];

describe("the log", () => {
  it("has a chapter a player turn and leaves out phases in which nothing happened", () => {
    const chapters = story(GAME);
    expect(chapters.map((turn) => turn.title)).toEqual([
      "Before the first turn",
      "Turn 1 of 5: German player turn",
      "Turn 1 of 5: American player turn",
    ]);
    expect(chapters[1]?.phases.map((phase) => phase.title)).toEqual(["Prep Fire Phase"]);
  });

  it("can be kept as text, with dice and rules", () => {
    const text = asText("A game", GAME);
    expect(text).toContain("8 FP at K5: no effect. [3, 6] (SK1:3.2-a)");
  });

  it("counts the dice of each side", () => {
    const [german] = diceRecords([...GAME, event("dr", "", { side: "german", dice: [2] })]);
    expect(german).toMatchObject({ side: "german", throws: 1, mean: 9 });
    expect(german?.sums[9 - 2]).toBe(1);
    expect(german?.singles[1]).toBe(1);
  });

  it("does not count random selection as a throw", () => {
    expect(diceRecords([event("random_selection", "", { dice: [1, 2, 3] })])).toEqual([]);
  });
});

describe("the same of several places", () => {
  const control = (hex: string, side = "german"): EventView =>
    event("control", `German controls building ${hex}.`, { side, rules: ["SK1:1.1"] });

  it("is one line", () => {
    const told = story([control("H5"), control("K5"), control("I7")])[0]?.phases[0]?.events ?? [];
    expect(told.map((one) => one.text)).toEqual(["German controls building H5, K5, I7."]);
  });

  it("is told one by one where sides, units or dice differ", () => {
    const others = [
      control("H5"),
      control("K5", "russian"),
      event("control", "German controls building K6.", { side: "russian", rules: ["SK1:1.1"], who: ["a1"] }),
      event("control", "German controls building K7.", { side: "russian", rules: ["SK1:1.1"], dice: [1, 2] }),
    ];
    expect(story(others)[0]?.phases[0]?.events).toHaveLength(4);
  });
});

describe("the pace", () => {
  it("tells what dice show only when they lie", () => {
    const times = timeline([event("declare", ""), event("attack", "", { dice: [1, 2] })], "calm", true);
    expect(times.at).toEqual([0, TUMBLE]);
    expect(times.changes).toBe(TUMBLE);
    expect(times.ends).toBeGreaterThan(TUMBLE);
  });

  it("does not show a player his own move, but that of others", () => {
    expect(timeline([event("move", "")], "calm", true).ends).toBe(0);
    expect(timeline([event("move", "")], "calm", false).ends).toBeGreaterThan(0);
  });

  it("shows nothing where everything shall come at once", () => {
    expect(timeline([event("attack", "", { dice: [1, 2] })], "instant", false).ends).toBe(0);
  });

  it("never keeps anybody waiting for long", () => {
    const many = Array.from({ length: 40 }, () => event("attack", "", { dice: [1, 2] }));
    expect(timeline(many, "calm", false).ends).toBeLessThan(6000);
  });
});

describe("a move", () => {
  const step = (moment: number, text: string, kind = "enter", who = ["a1"]): EventView => ({
    moment,
    kind,
    sign: SIGNS[kind] ?? "",
    text,
    rules: ["SK1:3.3-i"],
    side: "american",
    who,
    at: "",
    dice: [],
    breakdown: null,
  });

  it("is one line with its path", () => {
    const told = story([
      step(1, "7-4-7 enters L4 for 1 MF."),
      step(2, "7-4-7 enters M4 for 2 MF."),
      step(3, "7-4-7 ends its MPh in M4.", "end_move"),
    ]);
    const [line, ...more] = told[0]?.phases[0]?.events ?? [];
    expect(more).toEqual([]);
    expect(line?.text).toBe("7-4-7 enters L4 for 1 MF, M4 for 2 MF, ends its MPh in M4.");
    expect(line?.moment).toBe(3);
    expect(line?.rules).toEqual(["SK1:3.3-i"]);
  });

  it("is told anew after something else, and for others", () => {
    const told = story([
      step(1, "7-4-7 enters L4 for 1 MF."),
      step(2, "German fire at L4.", "declare", ["g1"]),
      step(3, "7-4-7 enters M4 for 2 MF."),
      step(4, "8-1 enters M4 for 2 MF.", "enter", ["a2"]),
    ]);
    expect(told[0]?.phases[0]?.events.length).toBe(4);
  });
});

describe("what was played out ahead", () => {
  it("is better, worse, the same or not known", () => {
    expect(edgeFigure({ rounds: 4, edge: -0.314 })).toBe("−0.31");
    expect(edgeFigure({ rounds: 4, edge: 0.5 })).toBe("+0.50");
    expect(edgeFigure({ rounds: 4, edge: -0.004 })).toBe("±0");
    expect(edgeFigure({ rounds: 0, edge: 0 })).toBe("–");
  });

  it("is told in words to those who hear it", () => {
    expect(edgeWords({ rounds: 4, edge: -0.314 }, "squads")).toBe("0.31 squads worse");
    expect(edgeWords({ rounds: 4, edge: 1 }, "riflemen")).toBe("1.00 riflemen better");
    expect(edgeWords({ rounds: 4, edge: 0 }, "squads")).toBe("no difference");
    expect(edgeWords({ rounds: 0, edge: 0 }, "squads")).toBe("not played out");
  });
});
