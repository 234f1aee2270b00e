/** What is said over the board: refusals, offers, lines of sight. */
import { html, nothing, type TemplateResult } from "lit";
import { capital } from "../app/words.js";
import type { Table } from "../game/table.js";
import type { LosView, Offer, OptionView } from "../generated/protocol.js";
import { icon } from "../styles/icons.js";
import { ruleButton } from "./breakdown.js";

type Drawn = TemplateResult | typeof nothing;

/** What the table has to say; a hint can be followed at once. */
export function noticeOf(
  table: Table,
  hint: OptionView | null,
  follow: (option: OptionView) => void,
  from: EventTarget,
): Drawn {
  const { notice } = table;
  if (!notice) return nothing;
  return html`<div
    class="notice ${notice.tone} ${hint ? "offers" : ""}"
    role="status"
    @pointerenter=${() => table.keep()}
    @pointerleave=${() => table.letGo()}
    @focusin=${() => table.keep()}
    @focusout=${() => table.letGo()}
  >
    <p>${notice.text} ${ruleButton(notice.rule, from)}</p>
    ${hint ? html`<button class="btn small" @click=${() => follow(hint)}>Do it</button>` : nothing}
    <button class="btn small quiet" @click=${() => table.say(null)} aria-label="Dismiss">${icon("cross")}</button>
  </div>`;
}

const WISHES: Readonly<Record<Offer["kind"], string>> = {
  undo: "take back a step",
  draw: "call it a draw",
  rematch: "play again with the sides swapped",
};

export function offersOn(table: Table): TemplateResult[] {
  return table.offers.map((offer) => offerOf(table, offer));
}

function offerOf(table: Table, offer: Offer): TemplateResult {
  const mine = table.holds.includes(offer.by);
  const wish = WISHES[offer.kind];
  const { kind } = offer;
  const answers =
    kind === "rematch"
      ? html`<button class="btn small primary" @click=${() => table.askRematch()}>Agree</button>`
      : html`<button class="btn small primary" @click=${() => table.answer(offer, true)}>Agree</button>
        <button class="btn small" @click=${() => table.answer(offer, false)}>No</button>`;
  return html`<div class="notice news" role="status">
    <p>${mine ? `You have asked to ${wish}.` : `${capital(offer.by)} would like to ${wish}.`}</p>
    ${mine || table.spectating ? nothing : answers}
  </div>`;
}

/** A line of sight that is being drawn: from which hex, and what came of it. */
export interface Sighting {
  readonly from: string;
  readonly view: LosView | null;
}

export function sightWords(
  now: Sighting | null,
  label: (hex: string) => string,
  end: () => void,
  from: EventTarget,
): Drawn {
  if (!now) return nothing;
  const begun = now.from ? `From ${label(now.from)} to…` : "Line of sight: point at the first hex.";
  return html`<div class="notice news" role="status">
    <p>${now.view?.text ?? begun} ${now.view?.rules.map((id) => ruleButton(id, from)) ?? nothing}</p>
    <button class="btn small" @click=${end}>End</button>
  </div>`;
}
