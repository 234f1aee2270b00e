/** How the things one can do look: their tone, their key, how a hex shows them. A verb that is not listed here
 * still works; it just looks plain. */
import type { HexMark } from "../board/board-view.js";

export interface VerbLook {
  readonly heading: string;
  readonly tone?: "primary" | "quiet" | "danger";
  readonly key?: string;
  readonly hex?: HexMark["tone"];
  /** Seldom wanted: kept out of the way. */
  readonly rare?: boolean;
  /** Many of these are often done one after the other. */
  readonly all?: string;
}

const LOOKS: Readonly<Record<string, VerbLook>> = {
  pick: { heading: "Set up" },
  place: { heading: "Put it here", hex: "go" },
  equip: { heading: "Give it to" },
  fortify: { heading: "Fortify", hex: "special" },
  hold: { heading: "Hold back" },
  none: { heading: "None" },
  done: { heading: "Done", key: "d" },
  pass: { heading: "Hold fire", key: "p" },
  fire: { heading: "Fire", tone: "primary", key: "f" },
  target: { heading: "Fire at", hex: "target" },
  add: { heading: "Add to the attack", all: "All who can" },
  declare: { heading: "Declare", tone: "primary", key: "f" },
  direct: { heading: "Directed by" },
  "no-leader": { heading: "Undirected" },
  cancel: { heading: "Cancel", tone: "quiet", key: "c" },
  together: { heading: "As one", tone: "primary" },
  separately: { heading: "One by one" },
  "set-off": { heading: "Set off", hex: "target" },
  move: { heading: "Move" },
  join: { heading: "Take along" },
  leave: { heading: "Split off" },
  enter: { heading: "Go to", hex: "go" },
  assault: { heading: "Assault movement", key: "a" },
  "double-time": { heading: "Double time", rare: true },
  smoke: { heading: "Throw smoke", hex: "special", rare: true },
  drop: { heading: "Drop a weapon", tone: "quiet", rare: true },
  stop: { heading: "Stop", key: "s" },
  exit: { heading: "Leave the map", tone: "primary" },
  recover: { heading: "Recover a weapon", all: "All, one by one" },
  repair: { heading: "Repair", all: "All, one by one" },
  transfer: { heading: "Hand a weapon over", rare: true },
  destroy: { heading: "Destroy a weapon", tone: "danger", rare: true },
  "self-rally": { heading: "Self-rally", all: "All, one by one" },
  rally: { heading: "Rally", all: "All, one by one" },
  "keep-dm": { heading: "Stay under DM", rare: true },
  rout: { heading: "Rout" },
  "rout-to": { heading: "Rout to", hex: "go" },
  "low-crawl": { heading: "Low crawl", hex: "special" },
  "end-rout": { heading: "End the rout", key: "e" },
  advance: { heading: "Advance", hex: "go" },
  fight: { heading: "Fight in", hex: "target" },
  stack: { heading: "Fight together" },
  alone: { heading: "Fight alone" },
  attack: { heading: "Attack" },
  with: { heading: "Attack with" },
};

export function lookOf(verb: string): VerbLook {
  return LOOKS[verb] ?? plainLook(verb);
}

/** How a verb looks that nobody has thought of. */
export function plainLook(verb: string): VerbLook {
  const words = verb.replaceAll("-", " ");
  return { heading: words.charAt(0).toUpperCase() + words.slice(1) };
}
