/** Parts of the table's page that only draw: tools of the map, what can be done besides answering, looking back. */
import { html, nothing, type TemplateResult } from "lit";
import { capital } from "../app/words.js";
import type { Table } from "../game/table.js";
import type { MomentView } from "../generated/protocol.js";
import { icon } from "../styles/icons.js";
import type { TablePage } from "./table-page.js";

export function mapTools(page: TablePage, table: Table): TemplateResult {
  const assisted = table.game?.options.los !== "strict";
  return html`<div class="tools" role="toolbar" aria-label="Map">
    <button class="btn small" @click=${() => page.board?.farther()} aria-label="Farther">−</button>
    <button class="btn small" @click=${() => page.board?.closer()} aria-label="Closer">+</button>
    <button class="btn small" @click=${() => page.board?.fit()}>Fit</button>
    ${
      assisted
        ? html`<button class="btn small" aria-pressed=${page.sighting !== null} @click=${() => page.toggleSight()}>LOS</button>`
        : nothing
    }
    <button class="btn small" aria-pressed=${page.peek} @click=${() => page.togglePeek()}>Peek</button>
  </div>`;
}

export function actionRow(page: TablePage, table: Table): TemplateResult | typeof nothing {
  if (table.spectating) return html`<p class="dim watching">You watch this game.</p>`;
  const back = html`<button class="btn small" @click=${() => page.back.stepBy(-1)} ?disabled=${!table.moment}>Replay</button>`;
  if (table.result?.how === "pinned") return html`<div class="row actions">${back}</div>`;
  if (table.result) {
    const words = table.seats.some((seat) => seat.kind === "computer") ? "What was it thinking?" : "Thoughts";
    return html`<div class="row actions">
      ${back}
      ${
        page.past || !table.moment
          ? nothing
          : html`<button class="btn small" @click=${() => page.back.toggleThoughts()}>${words} <kbd aria-hidden="true">T</kbd></button>`
      }
      ${page.back.accounted ? html`<button class="btn small" @click=${() => page.back.account(false)}>Account</button>` : nothing}
      <button class="btn small primary" @click=${() => table.askRematch()}>Rematch</button>
    </div>`;
  }
  const undoable = page.prompt?.undoable ?? 0;
  const people = table.seats.some((seat) => seat.kind === "human" && !table.holds.includes(seat.side));
  return html`<div class="row actions">
    ${table.showing ? html`<button class="btn small" @click=${() => page.skip()}>Skip <kbd aria-hidden="true">${icon("space")}</kbd></button>` : nothing}
    <button
      class="btn small"
      ?disabled=${table.game?.table.undo === "none" || (!undoable && !people && table.game?.table.undo !== "free")}
      @click=${() => page.undo()}
    >
      ${undoable || !people ? "Undo" : "Ask to undo"} <kbd aria-hidden="true">U</kbd>
    </button>
    ${
      !table.showing && table.aftermath.moments.length
        ? html`<button class="btn small" data-recap @click=${() => page.back.stepThrough()}>Recap <kbd aria-hidden="true">${icon("space")}</kbd></button>`
        : nothing
    }
    <button class="btn small" ?disabled=${!page.prompt?.yours} @click=${() => page.showHint()}>Hint <kbd aria-hidden="true">H</kbd></button>
    ${page.settingUp ? html`<button class="btn small" @click=${() => page.openSetUps()}>Set-ups</button>` : nothing}
    ${page.settingUp && !table.moment ? nothing : back}
  </div>`;
}

/** A reason with the place that it is about, unless it names the place itself. */
export function placed(where: string, reason: string): string {
  return reason.split(/[^\w-]+/).includes(where) ? capital(reason) : `${where}: ${reason}`;
}

/** While one looks back, what was asked then stands where the question stands now. */
export function lookingBack(past: MomentView): TemplateResult {
  return html`<div class="back">
    <p class="dim">Looking back: moment ${past.moment} of ${past.moments}</p>
    <h2>${past.events.at(-1)?.text || past.asks || "…"}</h2>
    ${past.events.length > 1 ? html`<ul>${past.events.slice(0, -1).map((event) => html`<li>${event.text}</li>`)}</ul>` : nothing}
    ${past.events.length && past.asks ? html`<p class="dim">${past.asks}</p>` : nothing}
  </div>`;
}

/** A game without a picture: what is known of it, by name. */
export function plainArea(facts: Readonly<Record<string, string>>): TemplateResult {
  return html`<dl class="facts">
    ${Object.entries(facts).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}
