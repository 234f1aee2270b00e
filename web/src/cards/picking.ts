/** Picking what to do at a card table: a card, then a group, in any order, until only one thing can be meant.
 *
 * No rule is known here. An option names things: cards, groups, men, a letter to go to. Each thing that is picked
 * leaves the options that name it.
 */
import type { OptionView } from "../generated/protocol.js";

export type Picked = readonly string[];

/** The pile that cards are thrown on, and the one they are drawn from, as things to point at. */
export const DISCARD_PILE = "pile:discard";
export const DRAW_PILE = "pile:draw";

export function thingsOf(option: OptionView): readonly string[] {
  return option.at && !option.who.includes(option.at) ? [...option.who, option.at] : option.who;
}

function names(option: OptionView, thing: string): boolean {
  return thingsOf(option).includes(thing) || option.pile === thing;
}

export function matching(options: readonly OptionView[], picked: Picked): readonly OptionView[] {
  return options.filter((option) => picked.every((thing) => names(option, thing)));
}

/** Everything that can be picked next. */
export function pickable(options: readonly OptionView[], picked: Picked): ReadonlySet<string> {
  const found = new Set<string>();
  for (const option of matching(options, picked)) {
    for (const thing of thingsOf(option)) found.add(thing);
    if (option.pile) found.add(option.pile);
  }
  for (const thing of picked) found.delete(thing);
  return found;
}

/** What is picked after pointing at a thing: it joins the others, is given back, or is picked instead of them.
 * Null where nothing can be done with it. */
export function pick(options: readonly OptionView[], picked: Picked, thing: string): Picked | null {
  if (picked.includes(thing)) return picked.filter((other) => other !== thing);
  if (pickable(options, picked).has(thing)) return [...picked, thing];
  return pickable(options, []).has(thing) ? [thing] : null;
}

/** Whether all that an option names has been picked, or follows from it. */
function isComplete(option: OptionView, picked: Picked, groupOf: ReadonlyMap<string, string>): boolean {
  const implied = new Set(picked.map((thing) => groupOf.get(thing) ?? ""));
  return thingsOf(option).every((thing) => picked.includes(thing) || implied.has(thing));
}

export interface Meant {
  /** What is plainly meant: it is done at once. */
  readonly act: OptionView | null;
  /** Several things could be meant: they are shown beside it. */
  readonly menu: readonly OptionView[];
}

const NOTHING: Meant = { act: null, menu: [] };

/** What somebody means who has picked these things, one after the other. `groups` are not acted with at one click:
 * one points at a group to see what it can do. */
export function meant(
  options: readonly OptionView[],
  picked: Picked,
  groupOf: ReadonlyMap<string, string>,
  groups: ReadonlySet<string>,
): Meant {
  if (!picked.length) return NOTHING;
  const left = matching(options, picked);
  const complete = left.filter((option) => isComplete(option, picked, groupOf));
  const [only] = complete;
  if (!only) return NOTHING;
  const [first] = picked;
  if (picked.length === 1 && first !== undefined && groups.has(first)) {
    return only.at === first && left.length === 1 ? { act: only, menu: [] } : NOTHING;
  }
  if (left.length === 1) return { act: only, menu: [] };
  if (picked.length > 1 || complete.length === left.length) return { act: null, menu: left };
  return NOTHING;
}

/** A card that was dropped on something: what that can mean. */
export function dropped(
  options: readonly OptionView[],
  picked: Picked,
  card: string,
  target: string,
): readonly OptionView[] {
  const both = matching(options, [card, target]);
  const others = picked.filter((thing) => thing !== card && thing !== target);
  const wished = both.filter((option) => others.every((thing) => names(option, thing)));
  return wished.length ? wished : both;
}

/** The action that somebody seems to want who points at a thing that nothing can be done with: like one that can be
 * done with what he has picked, but with that thing in the place of one of its kind. */
export function wish(
  options: readonly OptionView[],
  picked: Picked,
  thing: string,
  alike: (a: string, b: string) => boolean,
): string {
  const model = matching(options, picked).find((option) =>
    thingsOf(option).some((other) => !picked.includes(other) && alike(other, thing)),
  );
  if (!model) return "";
  const swapped = (id: string): string => (!picked.includes(id) && alike(id, thing) ? thing : id);
  const at = model.at ? swapped(model.at) : "";
  const who = at === thing ? model.who : model.who.map(swapped);
  const words = [model.verb, who.join("+") || "-", at || "-", model.how || "-"];
  while (words.length > 1 && words.at(-1) === "-") words.pop();
  return words.join(" ");
}
