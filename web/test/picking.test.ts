import { describe, expect, it } from "vitest";
import { oddsByMan } from "../src/cards/figures.js";
import {
  DISCARD_PILE,
  DRAW_PILE,
  dropped,
  matching,
  meant,
  pick,
  pickable,
  wish,
} from "../src/cards/picking.js";
import { inOrder, narrowed } from "../src/cards/seat.js";
import { plainLook } from "../src/game/verbs.js";
import { option, prompt } from "./prompts.js";

const TURN = [
  "move g1+c14 - advance",
  "move g1+c14 - sideways",
  "move g2+c14 - advance",
  "fire g1+c5 a1",
  "fire g1+c5 a2",
  "fire g2+c5 a1",
  "rally g1+c9",
  "rally g1+c9 g2",
  "rearrange g1",
  "hero c92+beck",
  "repair g1+wolff",
  "done",
].map((action) => option(action));
const GROUP_OF = new Map([
  ["beck", "g1"],
  ["wolff", "g1"],
]);
const GROUPS = new Set(["g1", "g2", "a1", "a2"]);

function mean(picked: readonly string[], options = TURN): string {
  const { act, menu } = meant(options, picked, GROUP_OF, GROUPS);
  return act ? act.action : menu.map((one) => one.action).join(" | ");
}

describe("picking", () => {
  it("leaves the options that name all that is picked", () => {
    expect(matching(TURN, ["c5", "g1"]).map((one) => one.at)).toEqual(["a1", "a2"]);
    expect([...pickable(TURN, ["c5"])].sort()).toEqual(["a1", "a2", "g1", "g2"]);
  });

  it("gives a thing back that is picked twice, and starts over with one that does not fit", () => {
    expect(pick(TURN, ["c5", "g1"], "g1")).toEqual(["c5"]);
    expect(pick(TURN, ["c5"], "c14")).toEqual(["c14"]);
    expect(pick(TURN, ["c5"], "nobody")).toBeNull();
  });

  it("acts as soon as only one thing can be meant", () => {
    expect(mean(["c5", "g2", "a1"])).toBe("fire g2+c5 a1");
    expect(mean(["c92", "beck"])).toBe("hero c92+beck");
  });

  it("takes a man's group for granted", () => {
    expect(mean(["wolff"])).toBe("repair g1+wolff");
  });

  it("shows a menu where only the manner is open, or more could follow", () => {
    expect(mean(["c14", "g1"])).toBe("move g1+c14 - advance | move g1+c14 - sideways");
    expect(mean(["c9", "g1"])).toBe("rally g1+c9 | rally g1+c9 g2");
  });

  it("does nothing at the first click on a group", () => {
    expect(mean(["g1"])).toBe("");
    expect(mean(["g1"], [option("rearrange g1")])).toBe("");
  });

  it("waits while something is still to be picked", () => {
    expect(mean(["c5"])).toBe("");
    expect(mean(["c5", "g1"])).toBe("");
  });

  it("knows the piles", () => {
    const options = ["discard c3", "discard c4", "put-terrain c3 a1", "draw - - 2", "draw - - 1"].map(
      (action) => option(action),
    );
    expect(dropped(options, [], "c3", DISCARD_PILE).map((one) => one.action)).toEqual(["discard c3"]);
    expect(dropped(options, [], "c3", "a1").map((one) => one.verb)).toEqual(["put-terrain"]);
    expect(mean([DRAW_PILE], options)).toBe("draw - - 2 | draw - - 1");
  });

  it("honours what was picked before a card is dropped", () => {
    expect(dropped(TURN, [], "c5", "a1").map((one) => one.who[0])).toEqual(["g1", "g2"]);
    expect(dropped(TURN, ["g2"], "c5", "a1").map((one) => one.who[0])).toEqual(["g2"]);
  });

  it("guesses what somebody wanted who pointed at something else", () => {
    const alike = (a: string, b: string): boolean => GROUPS.has(a) && GROUPS.has(b) && a[0] === b[0];
    expect(wish(TURN, ["c5", "g2"], "a2", alike)).toBe("fire g2+c5 a2");
    expect(wish(TURN, ["c14"], "g3", (a, b) => a.startsWith("g") && b.startsWith("g"))).toBe(
      "move g3+c14 - advance",
    );
  });
});

describe("the question", () => {
  const asked = prompt(...TURN.map((one) => one.action));

  it("is narrowed to what can still be meant; what is said without cards stays", () => {
    expect(narrowed(asked, [])).toBe(asked);
    expect(narrowed(asked, ["c9"])?.options.map((one) => one.verb)).toEqual(["rally", "rally", "done"]);
  });
});

describe("the list", () => {
  it("has kinds together, what is seldom wanted later, what needs no card last", () => {
    const listed = inOrder(
      ["done", "rearrange g1", "fire g1+c5 a1", "rally g1+c9", "fire g1+c5 a2"].map((one) => option(one)),
      (verb) => ({ ...plainLook(verb), rare: verb === "rearrange" }),
    );
    expect(listed.map((one) => one.verb)).toEqual(["fire", "fire", "rally", "rearrange", "done"]);
  });
});

describe("odds", () => {
  it("are told man by man, and others by their name", () => {
    expect(
      oddsByMan({ "Pvt Beck out": 0.1, "Pvt Beck pinned": 0.3, "Pvt Beck wounded": 0.02, "dug in": 0.2 }),
    ).toEqual([
      { name: "Pvt Beck", out: 0.1, pinned: 0.3, others: [["wounded", 0.02]] },
      { name: "", out: 0, pinned: 0, others: [["dug in", 0.2]] },
    ]);
  });
});
