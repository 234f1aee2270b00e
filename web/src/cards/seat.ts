/** What a player at a card table has in mind: the things picked so far, and what they come to. */
import type { Table } from "../game/table.js";
import { type Looks, looksOf } from "../game/verbs.js";
import type { CardScene, OptionView, Prompt } from "../generated/protocol.js";
import type { DroppedAt, PickedAt } from "./card-table.js";
import { dropped, matching, meant, type Picked, pick, wish } from "./picking.js";

export interface SeatAt {
  readonly table: Table;
  readonly scene: CardScene;
  readonly prompt: Prompt;
  readonly choose: (option: OptionView) => void;
  readonly menu: (options: readonly OptionView[], at: PickedAt, heading: string) => void;
}

/** Man -> his group. */
function groupOf(scene: CardScene): ReadonlyMap<string, string> {
  return new Map(scene.groups.flatMap((group) => group.members.map((man) => [man.id, group.id] as const)));
}

function kindOf(scene: CardScene, thing: string): string {
  const group = scene.groups.find((one) => one.id === thing);
  if (group) return `group of ${group.side}`;
  if (scene.hand.some((card) => card.id === thing)) return "card";
  const men = [...scene.groups.flatMap((one) => one.members), ...scene.waiting.flatMap((one) => one.units)];
  const man = men.find((one) => one.id === thing);
  return man ? `man of ${man.side}` : "place";
}

function nameOf(scene: CardScene, thing: string): string {
  const group = scene.groups.find((one) => one.id === thing);
  if (group) return group.name;
  const men = scene.groups.flatMap((one) => one.members);
  const man = men.find((one) => one.id === thing);
  return man?.name ?? scene.hand.find((card) => card.id === thing)?.name ?? thing;
}

/** A thing has been pointed at: gives what is picked then. */
export function pointAt(at: PickedAt, picked: Picked, seat: SeatAt): Picked {
  const { options } = seat.prompt;
  const now = pick(options, picked, at.thing);
  if (!now) {
    void explain(at.thing, picked, seat);
    return picked;
  }
  const groups = new Set(seat.scene.groups.map((group) => group.id));
  const found = meant(options, now, groupOf(seat.scene), groups);
  const act = found.act ?? plainly(found.menu, looksOf(seat.prompt));
  const { menu } = found;
  if (act) seat.choose(act);
  else if (menu.length) seat.menu(menu, at, now.map((thing) => nameOf(seat.scene, thing)).join(" · "));
  return act ? [] : now;
}

/** The one of several options that is plainly meant: the others are seldom wanted, and stay in the list. */
function plainly(options: readonly OptionView[], looks: Looks): OptionView | null {
  const usual = options.filter((option) => !looks(option.verb).rare);
  const [only] = usual.length ? usual : options;
  return only && (usual.length === 1 || options.length === 1) ? only : null;
}

/** A card has been dropped on a thing. */
export function dropOn(at: DroppedAt, picked: Picked, seat: SeatAt): Picked {
  const found = dropped(seat.prompt.options, picked, at.thing, at.on);
  if (!found.length) {
    void explain(at.on, [at.thing], seat);
    return picked;
  }
  const act = plainly(found, looksOf(seat.prompt));
  if (act) {
    seat.choose(act);
    return [];
  }
  seat.menu(found, at, `${nameOf(seat.scene, at.thing)} on ${nameOf(seat.scene, at.on)}`);
  return [at.thing, at.on];
}

/** Why nothing can be done there. */
async function explain(thing: string, picked: Picked, { table, scene, prompt }: SeatAt): Promise<void> {
  const alike = (a: string, b: string): boolean => kindOf(scene, a) === kindOf(scene, b);
  const wanted = wish(prompt.options, picked, thing, alike);
  const found = wanted ? await table.why(wanted) : null;
  if (found && !found.allowed) {
    table.say({ text: `${nameOf(scene, thing)}: ${found.reason}`, rule: found.rule, tone: "why" });
    return;
  }
  const card = scene.hand.find((one) => one.id === thing);
  const barred = card?.uses.find((use) => !use.usable);
  const text = barred ? barred.why : "nothing can be done with it now";
  table.say({ text: `${nameOf(scene, thing)}: ${text}`, rule: barred?.rule ?? "", tone: "why" });
}

/** The question, narrowed to what can still be meant. */
export function narrowed(prompt: Prompt | null, picked: Picked): Prompt | null {
  if (!prompt?.yours || !picked.length) return prompt;
  const plain = prompt.options.filter((option) => !option.who.length && !option.at);
  const left = matching(prompt.options, picked);
  return { ...prompt, options: [...left, ...plain.filter((option) => !left.includes(option))] };
}

/** Options as the panel lists them: kind by kind, what is seldom wanted later, what needs no card last. */
export function inOrder(options: readonly OptionView[], looks: Looks): readonly OptionView[] {
  const verbs = [...new Set(options.map((option) => option.verb))];
  const rank = (option: OptionView): number => {
    const plain = !option.who.length && !option.at ? 2000 : 0;
    return plain + (looks(option.verb).rare ? 1000 : 0) + verbs.indexOf(option.verb);
  };
  return [...options].sort((a, b) => rank(a) - rank(b));
}

/** Something asked in the middle of somebody else's doing. */
export function interrupts(scene: CardScene, prompt: Prompt | null): boolean {
  if (!prompt?.yours || !scene.turn) return false;
  return prompt.side !== scene.mover || prompt.options.some((option) => looksOf(prompt)(option.verb).aside);
}
