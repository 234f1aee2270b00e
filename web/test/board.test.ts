import { describe, expect, it } from "vitest";
import { factors } from "../src/board/counter-art.js";
import { HexIndex, outline } from "../src/board/hexes.js";
import { unstyled } from "../src/board/map-picture.js";
import { COUNTER, inWords, layOut, pileOf } from "../src/board/stacks.js";
import type { CounterView, MapInfo } from "../src/generated/protocol.js";

function counter(id: string, more: Partial<CounterView> = {}): CounterView {
  return {
    id,
    side: "german",
    nationality: "german",
    kind: "squad",
    name: "4-6-7",
    letter: "A",
    cls: "1",
    fp: 4,
    range: 6,
    morale: 7,
    broken: false,
    broken_morale: 7,
    boxed: false,
    leadership: null,
    underlines: { fp: false, morale: false },
    smoke: null,
    weapon: "",
    rof: null,
    breakdown: null,
    portage: null,
    states: [],
    weapons: [],
    owner: "",
    shape: "",
    bearing: null,
    turret: null,
    prints: [],
    arcs: [],
    links: [],
    above: false,
    pale: false,
    hidden: false,
    words: "",
    ...more,
  };
}

const SIDE = 60;
const HIGH = SIDE * Math.sqrt(3);

/** Three hexrows of three, as boards have them: every other row half a hex higher. */
function grid(): MapInfo {
  const hexes = [..."ABC"].flatMap((row, column) =>
    [1, 2, 3].map((number) => ({
      id: `y${row}${number}`,
      label: `${row}${number}`,
      x: column * 1.5 * SIDE,
      y: (number - (column % 2 ? 1 : 0.5)) * HIGH,
      terrain: "Open Ground",
      tem: "0",
      building: "",
      road: false,
    })),
  );
  return {
    id: "t",
    title: "",
    box: { left: 0, top: 0, width: 300, height: 400 },
    hex_side: SIDE,
    hexes,
    edges: [],
    svg: "",
    thumbnail: "",
  };
}

describe("hexes", () => {
  const index = new HexIndex(grid());

  it("are found under a finger, and only where there is one", () => {
    expect(index.at({ x: 8, y: 60 })?.id).toBe("yA1");
    expect(index.at({ x: 95, y: 10 })?.id).toBe("yB1");
    expect(index.at({ x: 900, y: 60 })).toBeNull();
  });

  it("are walked with arrow keys", () => {
    expect(index.beside("yA1", "down")?.id).toBe("yA2");
    expect(index.beside("yA1", "up")).toBeNull();
    expect(index.beside("yA2", "right")?.id).toBe("yB2");
    expect(index.beside("yB2", "left")?.id).toBe("yA1");
  });

  it("are found by name, with and without the board's letter", () => {
    expect(index.named("b2")?.id).toBe("yB2");
    expect(index.named("yB2")?.id).toBe("yB2");
    expect(index.named("Q7")).toBeNull();
  });

  it("have six corners", () => {
    expect(outline({ x: 0, y: 0 }, 60).split(" ").length).toBe(6);
  });
});

describe("stacks", () => {
  const mg = counter("w1", { kind: "sw", weapon: "LMG", owner: "g1" });
  const squad = counter("g1", { weapons: [mg] });
  const leader = counter("g2", { kind: "leader", name: "8-1" });
  const stack = { hex: "yA1", counters: [squad, leader], worst: null };

  it("have a unit lie on the weapons that it has", () => {
    expect(pileOf(stack).map((one) => one.id)).toEqual(["w1", "g1", "g2"]);
  });

  it("show the top of a pile, and how many there are", () => {
    const placed = layOut(stack, { x: 0, y: 0 }, false);
    expect(placed.filter((one) => one.open).map((one) => one.counter.id)).toEqual(["g2"]);
    expect(placed.at(-1)?.pile).toBe(2);
  });

  it("lie side by side without covering each other when opened", () => {
    const placed = layOut(stack, { x: 0, y: 0 }, true);
    expect(placed.every((one) => one.open)).toBe(true);
    const xs = placed.map((one) => one.x).sort((a, b) => a - b);
    expect(Math.min(...xs.slice(1).map((x, i) => x - (xs[i] ?? 0)))).toBeGreaterThanOrEqual(COUNTER);
  });

  it("keep the two sides of a melee apart", () => {
    const enemy = counter("r1", { side: "russian", nationality: "russian" });
    const placed = layOut({ hex: "yA1", counters: [leader, enemy], worst: null }, { x: 0, y: 0 }, false);
    const [a, b] = placed;
    expect((b?.x ?? 0) - (a?.x ?? 0)).toBeGreaterThan(COUNTER * 0.7);
  });

  it("are told in words", () => {
    expect(inWords(undefined)).toBe("empty");
    expect(inWords(stack)).toBe("4-6-7; 8-1");
  });
});

describe("printed factors", () => {
  const text = (view: CounterView): string =>
    factors(view)
      .map((glyph) => glyph.text)
      .join("");

  it("are firepower, range and morale", () => {
    expect(text(counter("g1"))).toBe("4-6-7");
  });

  it("carry the smoke exponent beside the firepower", () => {
    const glyphs = factors(counter("g1", { smoke: 2 }));
    expect(glyphs[1]).toMatchObject({ text: "2", kind: "over" });
  });

  it("are underlined where the counter says so", () => {
    const glyphs = factors(counter("u1", { underlines: { fp: true, morale: true } }));
    expect(glyphs.filter((glyph) => glyph.underlined).map((glyph) => glyph.text)).toEqual(["4", "7"]);
  });

  it("are morale and leadership for a leader", () => {
    expect(text(counter("l1", { kind: "leader", morale: 9, leadership: -1 }))).toBe("9-1");
    expect(text(counter("l2", { kind: "leader", morale: 6, leadership: 1 }))).toBe("6+1");
    expect(text(counter("l3", { kind: "leader", morale: 8, leadership: 0 }))).toBe("8-0");
  });

  it("are firepower and range for a weapon", () => {
    expect(text(counter("w1", { kind: "sw", fp: 3, range: 8, morale: null }))).toBe("3-8");
  });
});

describe("a map's picture", () => {
  it("is taken apart into drawing and styles", () => {
    const text = '<svg><style>.a{fill:red}</style><text style="text-anchor:end">K5</text></svg>';
    expect(unstyled(text)).toEqual({
      svg: '<svg><text data-styled="text-anchor:end">K5</text></svg>',
      styles: ".a{fill:red}",
    });
  });
});

describe("guns and vehicles", () => {
  it("lie on whoever mans them, and are bigger than men", () => {
    const gun = counter("w1", { kind: "gun", above: true });
    const crew = counter("c1", { kind: "crew", weapons: [gun] });
    const stack = { hex: "yA1", counters: [crew], worst: null };
    expect(pileOf(stack).map((one) => one.id)).toEqual(["c1", "w1"]);
    const [below, top] = layOut(stack, { x: 0, y: 0 }, false);
    expect(top?.scale).toBeGreaterThan(below?.scale ?? 0);
  });
});
