/** The terms of a designed game in words. */
import { html, type TemplateResult } from "lit";
import { capital } from "../app/words.js";
import type {
  BidDesign,
  Bought,
  DesignOffer,
  DrawnDesign,
  NationOffer,
  ReplayDesign,
} from "../generated/protocol.js";
import { emblem } from "../lobby/emblem.js";

/** `1943b` as one would say it. */
export function halfYear(text: string): string {
  return `${text.endsWith("a") ? "early" : "late"} ${text.slice(0, 4)}`;
}

/** Who attacks whom, when, for what and how long. */
export function situation(drawn: DrawnDesign | BidDesign, offer: DesignOffer): TemplateResult {
  return html`<p>
      ${emblem(drawn.attacker)} <b>${capital(drawn.attacker)}</b> attacks ${emblem(drawn.defender)} <b>${capital(drawn.defender)}</b>,
      ${halfYear(drawn.year)}, ${drawn.decks} decks.
    </p>
    <p class="dim">${offer.victories[drawn.victory - 1] ?? ""}</p>`;
}

/** What the players have agreed to leave out. */
function without(design: ReplayDesign): string {
  const guns = design.machines === false || design.guns === false;
  const vehicles = design.machines === false || design.vehicles === false;
  const named = [...(guns ? ["guns"] : []), ...(vehicles ? ["vehicles"] : [])];
  return named.length ? `Without ${named.join(" and ")}.` : "";
}

/** Which scenario is played again, by whom and when. */
export function replayed(design: ReplayDesign, offer: DesignOffer): TemplateResult {
  const card = offer.scenarios.find((one) => one.id === design.scenario);
  const attacker = design.attacker === "german" ? "german" : design.opponent;
  return html`<p>
      <b>${design.scenario} ${card?.title ?? ""}</b>: ${emblem("german")} <b>German</b> against ${emblem(design.opponent)} <b>${capital(design.opponent)}</b>,
      ${halfYear(design.year)}${design.attacker ? `; ${capital(attacker)} attacks` : ""}.
      ${without(design)}
    </p>
    <p class="dim">${card?.victory ?? ""}</p>`;
}

/** The points that a scenario allows, by whom. */
export function limits(design: ReplayDesign, offer: DesignOffer): string {
  const found = offer.scenarios.find((one) => one.id === design.scenario)?.limits ?? {};
  return Object.entries(found)
    .map(([who, points]) => `${who} ${points}`)
    .join(", ");
}

/** What a force has beside its cards: troops, what men carry, who comes later, Snipers. */
export function extras(force: Bought, nation: NationOffer): string {
  const name = (id: string): string => nation.cards.find((one) => one.card.id === id)?.card.name ?? id;
  const arm = (id: string): string =>
    id === "radio"
      ? `a radio (artillery ${force.radio})`
      : (nation.secondary.find((one) => one.id === id)?.name ?? id);
  const said = [nation.troops.find((one) => one.id === force.troops)?.name ?? force.troops];
  for (const [man, weapon] of Object.entries(force.secondary))
    said.push(`${name(man)} carries ${arm(weapon)}`);
  for (const [decks, wave] of Object.entries(force.reinforcements))
    said.push(`after deck ${decks}: ${wave.map(name).join(", ")}`);
  if (force.snipers > 1) said.push("two Snipers");
  return said.join("; ");
}
