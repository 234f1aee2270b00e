/** How the things one can do look: their tone, their key, how a hex shows them. A verb that is not listed here
 * still works; it just looks plain. */
import type { HexMark } from "../board/board-view.js";

export interface VerbLook {
  readonly heading: string;
  readonly tone?: "primary" | "quiet" | "danger";
  readonly key?: string;
  readonly hex?: HexMark["tone"];
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
  add: { heading: "Add to the attack" },
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
  "double-time": { heading: "Double time" },
  smoke: { heading: "Throw smoke", hex: "special" },
  drop: { heading: "Drop", tone: "quiet" },
  stop: { heading: "Stop", key: "s" },
  exit: { heading: "Leave the map", tone: "primary" },
  recover: { heading: "Recover" },
  repair: { heading: "Repair" },
  transfer: { heading: "Hand over" },
  destroy: { heading: "Destroy", tone: "danger" },
  "self-rally": { heading: "Self-rally" },
  rally: { heading: "Rally" },
  "keep-dm": { heading: "Stay under DM" },
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
  const known = LOOKS[verb];
  if (known) return known;
  const words = verb.replaceAll("-", " ");
  return { heading: words.charAt(0).toUpperCase() + words.slice(1) };
}
