/** What is marked on the board for the question on the table. */

import { trim } from "../app/words.js";
import type { HexMark, Marks } from "../board/board-view.js";
import type { Surface } from "../game/surface.js";
import { lookOf } from "../game/verbs.js";
import type { OptionView, Prompt, Reach } from "../generated/protocol.js";

interface Marked {
  readonly prompt: Prompt | null;
  readonly surface: Surface;
  readonly chosen: ReadonlySet<string>;
  readonly reach: Reach | null;
  readonly hint: OptionView | null;
  readonly focus: readonly string[];
  /** Counters of the side that is asked. */
  readonly own: ReadonlySet<string>;
  /** Hexes and counters that somebody points at. */
  readonly shown: readonly string[];
}

export function marksOf({ prompt, surface, chosen, reach, hint, focus, own, shown }: Marked): Marks {
  const hexes = new Map<string, HexMark>();
  for (const hex of focus) hexes.set(hex, { tone: "about" });
  if (prompt?.at) hexes.set(prompt.at, { tone: "about" });
  const left = new Map(reach?.hexes.map((hex) => [hex.hex, hex]));
  for (const hex of left.values()) {
    hexes.set(hex.hex, { tone: "reach", badge: trim(hex.left), threatened: hex.threats.length > 0 });
  }
  for (const [hex, options] of surface.hexes) {
    const tone = toneOf(options);
    const reached = left.get(hex);
    const badge = tone === "go" && reached ? { badge: trim(reached.left) } : {};
    hexes.set(hex, { tone, ...badge, threatened: (reached?.threats.length ?? 0) > 0 });
  }
  for (const id of shown) if (hexes.has(id)) hexes.set(id, { ...hexes.get(id), tone: "hint" });
  if (hint?.at && hexes.has(hint.at)) hexes.set(hint.at, { ...hexes.get(hint.at), tone: "hint" });
  // A question about one's own counters is asked of them; one about the enemy's is asked because of them.
  const acting = prompt?.yours ? prompt.about.filter((id) => own.has(id)) : [];
  return {
    hexes,
    can: new Set([...surface.counters.keys(), ...surface.choosable]),
    chosen: new Set([...chosen, ...acting, ...(hint && !hint.at ? hint.who : []), ...shown]),
    about: new Set(prompt?.yours ? prompt.about.filter((id) => !own.has(id)) : []),
  };
}

/** What can be done most plainly gives a hex its look. */
function toneOf(options: readonly OptionView[]): HexMark["tone"] {
  const tones = options.map((option) => lookOf(option.verb).hex ?? "go");
  if (tones.includes("go")) return "go";
  return tones.includes("target") ? "target" : (tones[0] ?? "go");
}
