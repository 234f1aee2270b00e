/** How the counters of a hex are laid out: in a pile, or side by side when the stack is open. */
import type { CounterView, StackView, StateMark } from "../generated/protocol.js";
import type { Spot } from "./viewport.js";

export const COUNTER = 54;

export interface PlacedCounter {
  readonly counter: CounterView;
  readonly hex: string;
  /** Upper left corner on the map. */
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  /** Fully in sight: on top of its pile, or in an open stack. */
  readonly open: boolean;
  /** How many units lie in this pile; only on the top counter. */
  readonly pile: number;
  /** The worst state of those below; only on the top counter. */
  readonly worst: StateMark | null;
  /** Weapons to be shown on the unit itself, because their own counters are hidden. */
  readonly carries: readonly CounterView[];
}

/** Guns and vehicles are printed on bigger counters. */
const BIG = 1.22;

function growth(counter: CounterView): number {
  return counter.kind === "vehicle" || counter.above ? BIG : 1;
}

const PEEK = 4.5;
const MOST_PEEKS = 6;
const GAP = 5;

/** Every counter of a stack from the bottom up; a unit lies on the weapons that it has, but a gun on its crew. */
export function pileOf(stack: StackView): CounterView[] {
  return stack.counters.flatMap((counter) => [
    ...counter.weapons.filter((weapon) => !weapon.above),
    counter,
    ...counter.weapons.filter((weapon) => weapon.above),
  ]);
}

export function layOut(stack: StackView, centre: Spot, open: boolean): PlacedCounter[] {
  const sides = [...new Set(stack.counters.map((counter) => counter.side))];
  if (open) return sideBySide(stack, centre);
  if (sides.length < 2) return piled(stack, centre, 1);
  return sides.flatMap((side, i) => {
    const part = {
      hex: stack.hex,
      worst: null,
      counters: stack.counters.filter((counter) => counter.side === side),
    };
    const away = (i - (sides.length - 1) / 2) * COUNTER * 0.86;
    return piled(part, { x: centre.x + away, y: centre.y + away * 0.12 }, 0.82);
  });
}

function piled(stack: StackView, centre: Spot, scale: number): PlacedCounter[] {
  const pile = pileOf(stack);
  const units = stack.counters.length;
  const step = PEEK * scale * Math.min(1, MOST_PEEKS / Math.max(1, pile.length - 1));
  const spread = step * (pile.length - 1);
  const size = COUNTER * scale;
  return pile.map((counter, i) => {
    const top = i === pile.length - 1;
    const up = pile.length - 1 - i;
    const grown = growth(counter);
    return {
      counter,
      hex: stack.hex,
      x: centre.x - (size * grown) / 2 - spread / 2 + up * step,
      y: centre.y - (size * grown) / 2 + spread / 2 - up * step,
      scale: scale * grown,
      open: top,
      pile: top && units > 1 ? units : 0,
      worst: top ? stack.worst : null,
      carries: top ? counter.weapons : [],
    };
  });
}

function sideBySide(stack: StackView, centre: Spot): PlacedCounter[] {
  const counters = stack.counters.flatMap((counter) => [counter, ...counter.weapons]);
  const perRow =
    counters.length <= 4 ? counters.length : Math.ceil(counters.length / Math.ceil(counters.length / 5));
  const rows = Math.ceil(counters.length / perRow);
  const step = COUNTER + GAP;
  return counters.map((counter, i) => {
    const row = Math.floor(i / perRow);
    const inRow = Math.min(perRow, counters.length - row * perRow);
    return {
      counter,
      hex: stack.hex,
      x: centre.x + ((i % perRow) - inRow / 2) * step + GAP / 2,
      y: centre.y + (row - rows / 2) * step + GAP / 2,
      scale: 1,
      open: true,
      pile: 0,
      worst: null,
      carries: [],
    };
  });
}

/** The box around an open stack. */
export function boxAround(placed: readonly PlacedCounter[]): {
  x: number;
  y: number;
  width: number;
  height: number;
} {
  const left = Math.min(...placed.map((one) => one.x)) - 8;
  const top = Math.min(...placed.map((one) => one.y)) - 10;
  const right = Math.max(...placed.map((one) => one.x + COUNTER)) + 8;
  const bottom = Math.max(...placed.map((one) => one.y + COUNTER)) + 8;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** A short account of a stack, for those who listen. */
export function inWords(stack: StackView | undefined): string {
  if (!stack?.counters.length) return "empty";
  return stack.counters.map((counter) => counter.words || counter.name).join("; ");
}
