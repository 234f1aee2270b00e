/** The terms of a designed game in words. */
import { html, type TemplateResult } from "lit";
import { capital } from "../app/words.js";
import type { BidDesign, DesignOffer, DrawnDesign, ReplayDesign } from "../generated/protocol.js";
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

/** Which scenario is played again, by whom and when. */
export function replayed(design: ReplayDesign, offer: DesignOffer): TemplateResult {
  const card = offer.scenarios.find((one) => one.id === design.scenario);
  const attacker = design.attacker === "german" ? "german" : design.opponent;
  return html`<p>
      <b>${design.scenario} ${card?.title ?? ""}</b>: ${emblem("german")} <b>German</b> against ${emblem(design.opponent)} <b>${capital(design.opponent)}</b>,
      ${halfYear(design.year)}${design.attacker ? `; ${capital(attacker)} attacks` : ""}.
      ${design.machines === false ? "Without guns and vehicles." : ""}
    </p>
    <p class="dim">${card?.victory ?? ""}</p>`;
}
