import { describe, expect, it } from "vitest";
import { newShare, shareIsDue } from "../src/app/dice-share.js";
import type { GameInfo, SeatInfo } from "../src/generated/protocol.js";
import { clockWords, termsOf } from "../src/lobby/table-terms.js";

function seat(side: string, more: Partial<SeatInfo> = {}): SeatInfo {
  return { side, kind: "human", name: "", level: "", connected: true, pledge: "", salt: "", ...more };
}

const GAME: GameInfo = {
  id: "g",
  system: "toy",
  system_name: "The guessing game",
  scenario: "T1",
  title: "A guess",
  created: 0,
  options: { los: "strict" },
  table: {
    undo: "none",
    clock: { kind: "game", seconds: 600, increment: 5 },
    mail: false,
    public: true,
    curtain: true,
    challenge: false,
    rated: false,
  },
  seats: [seat("red", { name: "Ann" }), seat("blue", { kind: "open" })],
  map: "T1",
  commitment: "ab",
};

describe("the terms of a table", () => {
  it("name everything that a guest agrees to", () => {
    const terms = Object.fromEntries(termsOf(GAME));
    expect(terms).toMatchObject({
      Los: "strict",
      "Taking back": "Never",
      Clock: "10 minutes each, 5 seconds more a decision; who runs out of time loses",
      Watching: "Everybody may watch",
      Red: "Ann",
      Blue: "Open",
    });
    expect(terms.Dice).toContain("fixed");
  });

  it("say how long one may think", () => {
    expect(clockWords({ kind: "none", seconds: 0, increment: 0 })).toBe("No clock");
    expect(clockWords({ kind: "move", seconds: 86_400, increment: 0 })).toContain("A day for each decision");
  });
});

describe("what a player adds to the dice", () => {
  it("is new every time and fits its pledge", async () => {
    const [one, other] = [await newShare(), await newShare()];
    expect(one.salt).toMatch(/^[0-9a-f]{64}$/);
    expect(one.salt).not.toBe(other.salt);
    const bytes = Uint8Array.from(one.salt.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    expect(Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")).toBe(one.pledge);
  });

  it("is shown when everybody has sat down, once, by its owner", () => {
    const red = seat("red", { pledge: "aa" });
    expect(shareIsDue([red, seat("blue", { kind: "open" })], ["red"])).toBe(false);
    expect(shareIsDue([red, seat("blue")], ["red"])).toBe(true);
    expect(shareIsDue([red, seat("blue")], ["blue"])).toBe(false);
    expect(shareIsDue([{ ...red, salt: "bb" }, seat("blue")], ["red"])).toBe(false);
  });
});
