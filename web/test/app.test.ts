import { describe, expect, it } from "vitest";
import { known } from "../src/app/preferences.js";
import { linkTo, parseRoute } from "../src/app/route.js";
import { ago, count, duration, gist, percent, shares, signed, trim } from "../src/app/words.js";
import { scenarioIn } from "../src/lobby/log-file.js";

describe("a line where there is little room", () => {
  it("is told to its end", () => {
    expect(gist("4-6-7 E rolls 8, final 8: it stays broken.")).toBe(
      "4-6-7 E rolls 8, final 8: it stays broken.",
    );
    const long =
      "4-6-7 F, 4-6-7 F with LMG B at M2 (4-4-7 F, 4-4-7 G, 4-4-7 H): 6 FP, roll 7, modified 10: no effect.";
    expect(gist(long)).toBe("6 FP, roll 7, modified 10: no effect.");
  });
});

describe("routes", () => {
  it("lead where links point", () => {
    expect(parseRoute(linkTo("game", "a/b"))).toEqual({ page: "game", id: "a/b", moment: null });
    expect(parseRoute(linkTo("game", "x", "at", 12))).toEqual({ page: "game", id: "x", moment: 12 });
    expect(parseRoute(linkTo("join", "x", "tok"))).toEqual({ page: "join", id: "x", invite: "tok" });
    expect(parseRoute(linkTo("watch", "x", "tok", "at", 3))).toEqual({
      page: "watch",
      id: "x",
      token: "tok",
      moment: 3,
    });
    expect(parseRoute(linkTo("room", "x"))).toEqual({ page: "room", id: "x", invite: "" });
    expect(parseRoute(linkTo("room", "x", "join", "tok"))).toEqual({ page: "room", id: "x", invite: "tok" });
    expect(parseRoute("")).toEqual({ page: "lobby" });
  });

  it("do not break on nonsense", () => {
    expect(parseRoute("#/%E0%A4%A").page).toBe("lost");
    expect(parseRoute("#/game").page).toBe("lost");
    expect(parseRoute("#/game/x/at/soon")).toEqual({ page: "game", id: "x", moment: null });
  });
});

describe("preferences", () => {
  it("take only what they know from what was kept", () => {
    expect(known({ theme: "light", sound: "yes", other: 1 })).toEqual({ theme: "light" });
    expect(known("rubbish")).toEqual({});
    expect(known(null)).toEqual({});
  });
});

describe("words", () => {
  it("write numbers as players do", () => {
    expect([trim(4), trim(4.5), trim(0.5), trim(1.25)]).toEqual(["4", "4½", "½", "1.25"]);
    expect([signed(2), signed(-1), signed(0)]).toEqual(["+2", "−1", "0"]);
    expect([percent(0.583), percent(0.001), percent(0.999), percent(1)]).toEqual([
      "58%",
      "<1%",
      ">99%",
      "100%",
    ]);
    expect([count(1, "hex", "hexes"), count(3, "hex", "hexes")]).toEqual(["1 hex", "3 hexes"]);
  });

  it("write times", () => {
    expect(duration(59)).toBe("00:59");
    expect(duration(3661)).toBe("1:01:01");
    expect(duration(90_000)).toBe("1d 1h");
    expect(ago(100, 130)).toBe("just now");
    expect(ago(0, 7200)).toBe("2 hours ago");
  });
});

describe("a game file", () => {
  it("names its scenario in its first line", () => {
    expect(scenarioIn('{"system":"sk1","scenario":"S4"}\n{"x":1}')).toBe("S4");
    expect(scenarioIn("not a log")).toBe("");
  });
});

describe("shares of a whole", () => {
  it("add up to a hundred however they are rounded", () => {
    const told = shares([1 / 3, 1 / 3, 1 / 3]);
    expect(told).toEqual(["34%", "33%", "33%"]);
    for (const parts of [[0.087, 0.372, 0.018, 0.123, 0.4], [0.5, 0.495, 0.005], [1]]) {
      const sum = shares(parts).reduce((all, part) => all + (Number.parseInt(part, 10) || 0), 0);
      expect(sum).toBe(100);
    }
  });

  it("tell of the smallest that it is there", () => {
    expect(shares([0.999, 0.001])).toEqual(["100%", "<1%"]);
  });
});
