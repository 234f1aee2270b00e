/** What is marked on the board for the question on the table. */

import { trim } from "../app/words.js";
import type { HexMark, Marks, Shot, Trail } from "../board/board-view.js";
import type { HexIndex } from "../board/hexes.js";
import type { Aftermath } from "../game/aftermath.js";
import type { Coursing } from "../game/coursing.js";
import type { Surface } from "../game/surface.js";
import { type Looks, looksOf } from "../game/verbs.js";
import type { OptionView, Prompt, Way } from "../generated/protocol.js";

interface Marked {
  readonly prompt: Prompt | null;
  readonly surface: Surface;
  readonly chosen: ReadonlySet<string>;
  readonly coursing: Coursing;
  readonly hint: OptionView | null;
  readonly focus: readonly string[];
  /** Counters of the side that is asked. */
  readonly own: ReadonlySet<string>;
  /** Hexes and counters that somebody points at. */
  readonly shown: readonly string[];
}

export function marksOf({ prompt, surface, chosen, coursing, hint, focus, own, shown }: Marked): Marks {
  const hexes = new Map<string, HexMark>();
  const looks = looksOf(prompt);
  for (const hex of focus) hexes.set(hex, { tone: "about" });
  if (prompt?.at) hexes.set(prompt.at, { tone: "about" });
  const { glimpse, course } = coursing;
  const { unit } = glimpse ?? course ?? { unit: "" };
  const left = (way: Way): { badge?: string } => (unit ? { badge: trim(way.left) } : {});
  const seen = new Map((glimpse ?? course)?.ways.map((way) => [way.hex, way]));
  const threatened = (hex: string): boolean => !!seen.get(hex)?.seen.some((one) => one.hex === hex);
  for (const way of seen.values()) {
    const tone = glimpse || coursing.standing ? "reach" : "go";
    hexes.set(way.hex, { tone, ...left(way), threatened: threatened(way.hex) });
  }
  if (!coursing.isOpen || !course?.ways.length) {
    for (const [hex, options] of surface.hexes) {
      const tone = toneOf(options, looks);
      const way = seen.get(hex);
      const badge = tone === "go" && way ? left(way) : {};
      hexes.set(hex, { tone, ...badge, threatened: threatened(hex) });
    }
  }
  for (const hex of coursing.via) hexes.set(hex, { ...hexes.get(hex), tone: "hint" });
  for (const id of shown) if (hexes.has(id)) hexes.set(id, { ...hexes.get(id), tone: "hint" });
  if (hint?.at && hexes.has(hint.at)) hexes.set(hint.at, { ...hexes.get(hint.at), tone: "hint" });
  // A question about one's own counters is asked of them; one about the enemy's is asked because of them.
  const acting = prompt?.yours ? prompt.about.filter((id) => own.has(id)) : [];
  return {
    hexes,
    can: new Set([
      ...(coursing.isOpen ? [] : [...surface.counters.keys(), ...surface.choosable]),
      ...coursing.takers.filter((one) => !one.why).flatMap((one) => one.pieces),
    ]),
    chosen: new Set([
      ...chosen,
      ...acting,
      ...(hint && !hint.at ? hint.who : []),
      ...shown,
      ...coursing.pieces,
      ...coursing.openings
        .filter((one) => coursing.isOpen && one.action === course?.action)
        .flatMap((one) => one.pieces),
    ]),
    drags: new Set([
      ...coursing.openings.flatMap((one) => one.pieces),
      ...(course?.ways.length ? acting : []),
    ]),
    about: new Set(prompt?.yours ? prompt.about.filter((id) => !own.has(id)) : []),
  };
}

/** The lines of fire of the course that is open, and of those who see one where one would go. */
export function aimed(coursing: Coursing, hex: string): Shot[] {
  const lines = coursing.course?.lines ?? [];
  const way = coursing.wayTo(hex);
  const seen =
    way?.seen.flatMap((one) => one.by.map((from) => ({ from, to: one.hex, tone: "sight" as const }))) ?? [];
  return [...lines.map(([from, to]) => ({ from, to, tone: "aim" as const })), ...seen];
}

/** The way to where one points; else the rest of the way that something came between. */
export function planned(coursing: Coursing, hex: string, index: HexIndex | undefined): Trail[] {
  const way =
    coursing.wayTo(hex) ?? coursing.wayTo(coursing.goal) ?? coursing.wayTo(coursing.via.at(-1) ?? "");
  const start = coursing.start;
  if (!way?.through.length || !index) return [];
  const unit = coursing.course?.unit ?? "";
  return [
    {
      hexes: start ? [start, ...way.through] : way.through,
      tone: "plan",
      label: `${trim(way.cost)} ${unit}`,
      danger: way.seen.map((one) => one.hex),
    },
  ];
}

/** Shots that the others have fired, with what came of them. */
export function firedBefore({ shots }: Aftermath, own: string): Shot[] {
  const others = shots.filter((shot) => shot.side !== own);
  return others.flatMap(({ from, to, results }) =>
    from.map((hex, i) => {
      const label = i ? "" : results.join(", ");
      return { from: hex, to, tone: "past" as const, ...(label ? { label } : {}) };
    }),
  );
}

/** Ways that the others have gone. */
export function goneBefore({ ways }: Aftermath, own: string): Trail[] {
  return ways.filter((way) => way.side !== own).map(({ hexes }) => ({ hexes, tone: "past" as const }));
}

/** What can be done most plainly gives a hex its look. */
function toneOf(options: readonly OptionView[], looks: Looks): HexMark["tone"] {
  const tones = options.map((option) => looks(option.verb).hex || "go");
  if (tones.includes("go")) return "go";
  return tones.includes("target") ? "target" : (tones[0] ?? "go");
}
