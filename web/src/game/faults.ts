/** Faults and luck, in words and figures: points, of which a whole game is 100. */
import type { Fault, GoneOver } from "../generated/protocol.js";

export const KINDS = ["blunder", "mistake", "inaccuracy"] as const;

const MANY: Readonly<Record<string, string>> = {
  blunder: "blunders",
  mistake: "mistakes",
  inaccuracy: "inaccuracies",
};

/** Faults of each kind, in words; nothing where there are none. */
export function countWords(counts: Readonly<Record<string, number>>): string {
  const told = KINDS.filter((kind) => counts[kind]).map(
    (kind) => `${counts[kind]} ${counts[kind] === 1 ? kind : MANY[kind]}`,
  );
  return told.join(", ") || "no faults";
}

/** A share of the chance of winning, in points. */
export function points(share: number): string {
  return (100 * Math.abs(share)).toFixed(1);
}

export function signedPoints(share: number): string {
  const told = points(share);
  if (Number(told) === 0) return "±0";
  return `${share > 0 ? "+" : "−"}${told}`;
}

/** The faults of those who sit here; of everybody for those who watch. */
export function faultsOf(found: GoneOver, sides: readonly string[]): readonly Fault[] {
  return sides.length ? found.faults.filter((fault) => sides.includes(fault.side)) : found.faults;
}

/** A chance between nothing and certainty, whatever luck would have made of it. */
export function within(chance: number): number {
  return Math.min(1, Math.max(0, chance));
}
