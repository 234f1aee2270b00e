/** What this player adds to the dice: random bytes that he gives his word for before anybody shows any, so that nobody,
 * not even who keeps the server, can choose what falls. */
import type { SeatInfo } from "../generated/protocol.js";

export interface DiceShare {
  readonly salt: string;
  /** Its hash. */
  readonly pledge: string;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Nothing where the browser cannot hash: over plain HTTP from another machine. */
export async function newShare(): Promise<DiceShare> {
  if (!globalThis.crypto?.subtle) return { salt: "", pledge: "" };
  const salt = crypto.getRandomValues(new Uint8Array(32));
  return { salt: hex(salt), pledge: hex(new Uint8Array(await crypto.subtle.digest("SHA-256", salt))) };
}

/** Whether the table waits for what one of these sides has pledged. */
export function shareIsDue(seats: readonly SeatInfo[], holds: readonly string[]): boolean {
  if (seats.some((seat) => seat.kind === "open")) return false;
  return seats.some((seat) => holds.includes(seat.side) && seat.pledge !== "" && seat.salt === "");
}
