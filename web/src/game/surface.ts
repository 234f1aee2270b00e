/** Where the options of a prompt are offered: on hexes, on counters, or as buttons.
 *
 * No rule is known here, only the shape of an option: what it is about (`who`) and where it happens (`at`).
 */
import type { OptionView, Prompt } from "../generated/protocol.js";
import { looksOf } from "./verbs.js";

export interface Surface {
  /** Options that are taken by pointing at a hex. */
  readonly hexes: ReadonlyMap<string, readonly OptionView[]>;
  /** Options that are taken by pointing at a counter. */
  readonly counters: ReadonlyMap<string, readonly OptionView[]>;
  /** Counters to be chosen first; the hexes follow from who was chosen. */
  readonly choosable: ReadonlySet<string>;
  /** Everything else. */
  readonly buttons: readonly OptionView[];
}

export const NO_SURFACE: Surface = {
  hexes: new Map(),
  counters: new Map(),
  choosable: new Set(),
  buttons: [],
};

type IsHex = (id: string) => boolean;

export function surfaceOf(prompt: Prompt | null, isHex: IsHex, chosen: ReadonlySet<string>): Surface {
  if (!prompt?.yours) return NO_SURFACE;
  const looks = looksOf(prompt);
  const placed = prompt.options.filter((option) => option.at && isHex(option.at));
  const others = prompt.options.filter((option) => !placed.includes(option));
  // Directions have grips of their own.
  const grips = new Set(prompt.handles.map((handle) => handle.action));
  const byChoice = placed.filter((option) => needsChoice(option, placed));
  const direct = placed.filter((option) => !byChoice.includes(option));
  const answering = byChoice.filter((option) => isChosen(option, chosen));
  // What is seldom wanted (to destroy a weapon) is not offered on counters: it would hide what is wanted.
  const pointed = others.filter(
    (option) => option.who.length > 0 && !looks(option.verb).rare && !grips.has(option.action),
  );
  return {
    hexes: grouped([...direct, ...answering], (option) => [option.at]),
    counters: grouped(pointed, (option) => tellingApart(option, pointed)),
    choosable: choosableNow(byChoice, chosen),
    buttons: others.filter((option) => option.who.length === 0 && !grips.has(option.action)),
  };
}

function grouped(
  options: readonly OptionView[],
  keys: (option: OptionView) => readonly string[],
): Map<string, OptionView[]> {
  const found = new Map<string, OptionView[]>();
  for (const option of options) {
    for (const key of keys(option)) {
      const list = found.get(key);
      if (list) list.push(option);
      else found.set(key, [option]);
    }
  }
  return found;
}

/** Whether one must say who before one can say where: many could do the same thing in many places. */
function needsChoice(option: OptionView, placed: readonly OptionView[]): boolean {
  const alike = placed.filter((other) => other.verb === option.verb);
  const groups = new Set(alike.map((other) => other.who.join("+")));
  if (groups.size < 2) return false;
  // A few that could do something on the way (throw smoke) are told apart when the hex has been named.
  return !(groups.size <= 3 && placed.some((other) => other.verb !== option.verb));
}

function isChosen(option: OptionView, chosen: ReadonlySet<string>): boolean {
  return option.who.length === chosen.size && option.who.every((id) => chosen.has(id));
}

/** Those who can be chosen, alone or on top of those who are. */
function choosableNow(options: readonly OptionView[], chosen: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (const option of options) {
    if ([...chosen].every((id) => option.who.includes(id))) for (const id of option.who) found.add(id);
    if (option.who.length === 1) for (const id of option.who) found.add(id);
  }
  return found;
}

/** The counters that set an option apart: one that all options name (the weapon to be handed out) does not. */
function tellingApart(option: OptionView, all: readonly OptionView[]): readonly string[] {
  const alike = all.filter((other) => other.verb === option.verb);
  if (alike.length < 2) return option.who;
  const apart = option.who.filter((id) => !alike.every((other) => other.who.includes(id)));
  return apart.length ? apart : option.who;
}

/** What pointing at a counter changes in the choice: it joins, or leaves, or is chosen instead. */
export function chooseCounter(
  id: string,
  chosen: ReadonlySet<string>,
  options: readonly OptionView[],
): ReadonlySet<string> {
  if (chosen.has(id)) return new Set([...chosen].filter((other) => other !== id));
  const more = new Set([...chosen, id]);
  const fits = options.some((option) => option.at && [...more].every((one) => option.who.includes(one)));
  return fits ? more : new Set([id]);
}

// -- why not? ------------------------------------------------------------------------------------------------

/** The action that somebody seems to want who points at something that is not offered: like the others that
 * are, but there, or with that counter. Empty where nothing similar is offered. */
export function wishAt(prompt: Prompt, hex: string, chosen: ReadonlySet<string>): string {
  const looks = looksOf(prompt);
  const model = prompt.options.find((option) => option.at !== "" && !looks(option.verb).rare);
  if (!model) return "";
  const who = chosen.size ? [...chosen] : model.who;
  return written(model.verb, who, hex, sharedManner(prompt, model));
}

export function wishFor(prompt: Prompt, counter: string): string {
  const model = prompt.options.find((option) => option.who.length > 0);
  if (!model) return "";
  return written(model.verb, [counter], model.who.length === 1 ? model.at : "", model.how);
}

/** A manner that all options of a kind share; a special one (by road) is not what is meant elsewhere. */
function sharedManner(prompt: Prompt, model: OptionView): string {
  const manners = new Set(
    prompt.options.filter((other) => other.verb === model.verb).map((other) => other.how),
  );
  return manners.size === 1 ? model.how : "";
}

export function written(verb: string, who: readonly string[], at: string, how: string): string {
  const words = [verb, who.join("+") || "-", at || "-", how || "-"];
  while (words.length > 1 && words.at(-1) === "-") words.pop();
  return words.join(" ");
}
