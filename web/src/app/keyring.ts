/** The seats that this browser holds: tokens by game. A token is a secret; it never goes into an address
 * that is sent to a server. */
import type { SeatGrant } from "../generated/protocol.js";
import { keep, kept } from "./storage.js";

export interface KeptGame {
  readonly id: string;
  readonly seats: readonly SeatGrant[];
  readonly watch: string;
  /** Invitations that have not been handed out or used yet. */
  readonly invites: readonly SeatGrant[];
  /** What this browser adds to the dice, until it is shown. */
  readonly salt?: string;
}

const MOST = 150;

function isKeptGame(value: unknown): value is KeptGame {
  if (typeof value !== "object" || value === null) return false;
  const game = value as Partial<KeptGame>;
  return typeof game.id === "string" && Array.isArray(game.seats) && typeof game.watch === "string";
}

export function keyring(): readonly KeptGame[] {
  const stored = kept("keyring");
  return Array.isArray(stored) ? stored.filter(isKeptGame) : [];
}

export function keyOf(id: string): KeptGame | undefined {
  return keyring().find((game) => game.id === id);
}

/** Keep a game's tokens, newest first. Seats of one game add up. */
export function addKey(added: KeptGame): void {
  const before = keyOf(added.id);
  const seats = [...added.seats];
  for (const seat of before?.seats ?? []) {
    if (!seats.some((other) => other.side === seat.side)) seats.push(seat);
  }
  const merged: KeptGame = {
    id: added.id,
    seats,
    watch: added.watch || before?.watch || "",
    invites: added.invites.length ? added.invites : (before?.invites ?? []),
    ...((added.salt || before?.salt) && { salt: added.salt || before?.salt || "" }),
  };
  keep("keyring", [merged, ...keyring().filter((game) => game.id !== added.id)].slice(0, MOST));
}

export function forgetKey(id: string): void {
  keep(
    "keyring",
    keyring().filter((game) => game.id !== id),
  );
}

/** Every token, for asking which games are mine. */
export function allTokens(): string[] {
  return keyring().flatMap((game) =>
    game.seats.length ? game.seats.map((seat) => seat.token) : [game.watch],
  );
}
