/** When each thing that happened is shown, and for how long. */
import type { Preferences } from "../app/preferences.js";
import type { EventView } from "../generated/protocol.js";

/** How long dice tumble, and how long what they show is left to be read. */
export const TUMBLE = 520;
const READ_DICE = 640;
const STEP = 340;
const READ = 750;
const LONGEST = 5200;

/** Events that only say where in the turn one is, or that something is over. */
const PASSING = new Set<EventView["sign"]>(["chapter", "phase", "passing", "halt"]);
/** Whoever is so far behind is shown things faster. */
const FAR_BEHIND = 10;

export interface Timeline {
  /** Milliseconds after which each event has come out, in the order of the events. */
  readonly at: readonly number[];
  /** When the board changes: as soon as the last dice lie. */
  readonly changes: number;
  /** When one may go on. */
  readonly ends: number;
}

export const AT_ONCE: Timeline = { at: [], changes: 0, ends: 0 };

/** What the player has just done himself is not shown to him; what the dice make of it is. */
export function timeline(
  events: readonly EventView[],
  pace: Preferences["pace"],
  own: boolean,
  behind = 0,
): Timeline {
  if (pace === "instant" || !events.length) return AT_ONCE;
  const speed = (pace === "brisk" ? 0.5 : 1) * (behind > FAR_BEHIND ? 0.6 : 1);
  const at: number[] = [];
  let now = 0;
  let changes = 0;
  for (const event of events) {
    if (event.dice.length) {
      now += TUMBLE;
      changes = now;
      at.push(now);
      now += READ_DICE * speed;
    } else {
      at.push(now);
      if (event.sign === "turn" || event.sign === "read") now += READ * speed;
      else if (!own && !PASSING.has(event.sign)) now += STEP * speed;
    }
  }
  const squeeze = Math.min(1, LONGEST / Math.max(1, now));
  return { at: at.map((when) => when * squeeze), changes: changes * squeeze, ends: now * squeeze };
}
