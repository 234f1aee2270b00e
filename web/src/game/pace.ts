/** For how long something that happened is shown. */
import type { Preferences } from "../app/preferences.js";
import type { EventView } from "../generated/protocol.js";

const STEP = 420;
const THROW = 1150;
const READ = 750;
const LONGEST = 3600;

/** Events that only say where in the turn one is. */
const PASSING = new Set(["phase", "turn_record", "set_up", "control"]);

/** Milliseconds. What the player has just done is not shown to him; what the dice made of it is. */
export function dwell(events: readonly EventView[], pace: Preferences["pace"], own: boolean): number {
  if (pace === "instant" || !events.length) return 0;
  let wait = 0;
  for (const event of events) {
    if (event.dice.length) wait += THROW;
    else if (PASSING.has(event.kind)) wait += 0;
    else if (event.kind === "player_turn") wait += READ;
    else if (!own) wait += STEP;
  }
  return Math.min(LONGEST, pace === "brisk" ? wait * 0.45 : wait);
}
