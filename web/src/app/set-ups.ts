/** Set-ups that a player has kept under a name, in this browser. */
import { keep, kept } from "./storage.js";

export interface KeptSetUp {
  readonly name: string;
  readonly scenario: string;
  readonly side: string;
  readonly actions: readonly string[];
  /** There is a map on which it can be mirrored. */
  readonly mirrors: boolean;
}

const MOST = 100;

function isKept(value: unknown): value is KeptSetUp {
  const one = value as Partial<KeptSetUp> | null;
  return (
    typeof one?.name === "string" &&
    typeof one.scenario === "string" &&
    typeof one.side === "string" &&
    Array.isArray(one.actions)
  );
}

function all(): readonly KeptSetUp[] {
  const stored = kept("set-ups");
  return Array.isArray(stored) ? stored.filter(isKept) : [];
}

const same = (one: KeptSetUp, other: KeptSetUp): boolean =>
  one.name === other.name && one.scenario === other.scenario && one.side === other.side;

/** Those of a side in a scenario, the newest first. */
export function setUpsOf(scenario: string, side: string): readonly KeptSetUp[] {
  return all().filter((one) => one.scenario === scenario && one.side === side);
}

/** One of the same name is replaced. */
export function keepSetUp(added: KeptSetUp): void {
  keep("set-ups", [added, ...all().filter((one) => !same(one, added))].slice(0, MOST));
}

export function forgetSetUp(gone: KeptSetUp): void {
  keep(
    "set-ups",
    all().filter((one) => !same(one, gone)),
  );
}
