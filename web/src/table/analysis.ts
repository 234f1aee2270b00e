/** The analysis of a game that is over: chances, faults with what was better, luck, and what each turn lost. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { percent, sideName } from "../app/words.js";
import { countWords, faultsOf, points, signedPoints, within } from "../game/faults.js";
import type { Table } from "../game/table.js";
import type { Fault, GoneOver } from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { ui } from "../styles/ui.js";
import { analysisGraph } from "./analysis-graph.js";

const ASK_AGAIN = 1200;

@customElement("df-analysis")
export class Analysis extends LitElement {
  static override styles = [ui, emblemStyles, styles()];

  @property({ attribute: false }) table!: Table;
  @state() private found: GoneOver | null = null;
  @state() private share = -1;
  @state() private failed = "";
  @state() private opened: Fault | null = null;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.waiting);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.share >= 0 && !this.found) void this.ask();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("table")) return;
    this.found = null;
    this.share = -1;
    this.failed = "";
    this.opened = null;
  }

  /** Begin it, or ask how far it is. */
  private async ask(): Promise<void> {
    clearTimeout(this.waiting);
    this.failed = "";
    this.share = Math.max(0, this.share);
    try {
      const told = await this.table.analysis();
      this.share = told.share;
      this.found = told.found;
      if (!told.found && this.isConnected) this.waiting = setTimeout(() => void this.ask(), ASK_AGAIN);
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
      this.share = -1;
    }
  }

  private tell(what: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(what, { detail, bubbles: true, composed: true }));
  }

  private open(fault: Fault): void {
    this.opened = this.opened === fault ? null : fault;
  }

  // -- what came of it ---------------------------------------------------------------------------------------

  private sums(found: GoneOver): TemplateResult {
    return html`<table>
      <caption class="sr">Luck and faults</caption>
      <thead><tr><th scope="col"><span class="sr">Side</span></th><th scope="col">Luck</th><th scope="col">Lost by faults</th><th scope="col">Faults</th></tr></thead>
      <tbody>
        ${found.sums.map(
          (one) =>
            html`<tr><th scope="row">${emblem(one.side, 16)} ${sideName(one.side)}</th><td>${signedPoints(one.luck)}</td><td>${points(one.lost)}</td><td>${countWords(one.counts)}</td></tr>`,
        )}
      </tbody>
    </table>
    <p class="without">${this.withoutLuck(found)}</p>
    <p class="dim small">
      In points: a whole game is 100. Luck is what every throw gave beside the mean of all that could have been
      thrown. A fault was found by playing what was done and what the computer proposes on with the same dice, from
      what the side knew.
    </p>`;
  }

  private withoutLuck({ side, end, without_luck }: GoneOver): string {
    const kept = percent(within(without_luck));
    const how = end === 1 ? "won" : end === 0 ? "lost" : `stood at ${percent(end)}`;
    return `${sideName(side)} ${how}; with even luck it would have stood at ${kept}.`;
  }

  private luckiest(found: GoneOver): TemplateResult | typeof nothing {
    if (!found.luckiest.length) return nothing;
    return html`<h3>The luckiest throws</h3>
      <ul class="throws">
        ${found.luckiest.map(
          (one) => html`<li>
            <button class="moment" @click=${() => this.tell("seek", one.moment)}>
              <b>${one.turn}</b> ${one.text} <span class="dim">${points(one.gave)} for ${sideName(one.side)}</span>
            </button>
          </li>`,
        )}
      </ul>`;
  }

  private faults(found: GoneOver): TemplateResult {
    const mine = faultsOf(found, this.table.holds);
    const learn = mine.length
      ? html`<button class="btn primary" data-learn @click=${() => this.tell("practise", mine)}>
          Learn from your mistakes (${mine.length})
        </button>`
      : nothing;
    return html`<h3>Faults</h3>
      ${found.faults.length ? nothing : html`<p>None was found in ${found.judged} decisions that were looked at closely.</p>`}
      <ul class="faults">
        ${found.faults.map((fault) => this.fault(fault))}
      </ul>
      ${learn}`;
  }

  private fault(fault: Fault): TemplateResult {
    const open = this.opened === fault;
    return html`<li>
      <button class="moment" data-moment=${fault.moment} aria-expanded=${open} @click=${() => this.open(fault)}>
        <span class="kind ${fault.kind}">${fault.kind}</span> <b>${fault.turn}</b> ${emblem(fault.side, 14)} ${fault.done}
        <span class="dim">${points(fault.lost)} points</span>
      </button>
      ${open ? this.detail(fault) : nothing}
    </li>`;
  }

  private detail(fault: Fault): TemplateResult {
    return html`<div class="detail">
      <p class="dim small">${fault.asks}</p>
      <p>Done: <b>${fault.done}</b></p>
      ${reasonList(fault.done_reasons)}
      <p>Better: <b>${fault.better}</b></p>
      ${reasonList([playedOut(fault), ...fault.reasons])}
      ${fault.rules.length ? html`<p class="dim small">${fault.rules.join(", ")}</p>` : nothing}
      <div class="row">
        <button class="btn small" data-show @click=${() => this.tell("seek", fault.moment)}>Show it on the map</button>
        <button class="btn small" @click=${() => this.tell("practise", [fault])}>Try it again</button>
      </div>
    </div>`;
  }

  private rates(found: GoneOver): TemplateResult {
    return html`<details>
      <summary>Turn by turn</summary>
      <table>
        <thead><tr><th scope="col">Turn</th><th scope="col">Side</th><th scope="col">Decisions</th><th scope="col">Faults</th><th scope="col">Points lost</th></tr></thead>
        <tbody>
          ${found.rates.map(
            (one) =>
              html`<tr><th scope="row">${one.turn}</th><td>${sideName(one.side)}</td><td>${one.decisions}</td><td>${one.faults}</td><td>${points(one.lost)}</td></tr>`,
          )}
        </tbody>
      </table>
    </details>`;
  }

  protected override render(): TemplateResult {
    const { found } = this;
    if (found) {
      if (found.graph.length < 2) return html`<p>There is too little of this game to go over.</p>`;
      const sides = this.table.seats.map((seat) => seat.side);
      const moments = Math.max(this.table.moment, found.graph.at(-1)?.moment ?? 1);
      return html`${analysisGraph(found, sides, moments, (fault) => this.open(fault))} ${this.sums(found)}
      ${this.faults(found)} ${this.luckiest(found)} ${this.rates(found)}`;
    }
    if (this.share < 0) {
      return html`${this.failed ? html`<p role="alert">${this.failed}</p>` : nothing}
        <button class="btn" data-analyse @click=${() => this.ask()}>Analyse the game</button>
        <span class="dim small">Which decisions cost most, what was better, and what the dice gave.</span>`;
    }
    return html`<label>Going over the game: ${percent(this.share)}
      <progress max="1" .value=${this.share}></progress></label>`;
  }
}

/** What playing both on has shown. */
export function playedOut({ rounds, chance, done_chance }: Fault): string {
  return `Played out ${rounds} times with the same dice it left ${percent(chance)} to win, what was done ${percent(done_chance)}.`;
}

export function reasonList(reasons: readonly string[]): TemplateResult | typeof nothing {
  return reasons.length ? html`<ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>` : nothing;
}

function styles() {
  return css`
    :host {
      display: grid;
      gap: 8px;
    }
    h3 {
      font-size: 14px;
      color: var(--dim);
    }
    p {
      margin: 0;
    }
    figure {
      margin: 0;
    }
    figcaption {
      font-size: 14px;
      font-weight: 600;
      color: var(--dim);
      margin-bottom: 4px;
    }
    .small {
      font-size: 12.5px;
    }
    .plot {
      position: relative;
      border: 1px solid var(--edge);
      border-radius: 9px;
      background: var(--bg);
      overflow: hidden;
    }
    .plot > span {
      position: absolute;
      left: 8px;
      font-size: 12px;
      color: var(--dim);
      display: flex;
      gap: 5px;
      align-items: center;
      pointer-events: none;
    }
    .up {
      top: 4px;
    }
    .down {
      bottom: 4px;
    }
    .plot > svg {
      display: block;
      width: 100%;
    }
    .plot text {
      font: 500 11px var(--font);
      fill: var(--dim);
    }
    .turn,
    .zero {
      stroke: var(--edge);
    }
    .zero {
      stroke-dasharray: 4 4;
    }
    .line {
      fill: none;
      stroke: var(--accent);
      stroke-width: 2.2;
      stroke-linejoin: round;
    }
    .area {
      fill: var(--accent);
      fill-opacity: 0.14;
    }
    circle.fault {
      stroke: var(--card);
      stroke-width: 1.5;
      cursor: pointer;
    }
    .lucky {
      fill: var(--dim);
      stroke: var(--card);
    }
    circle.blunder {
      fill: #b3361c;
    }
    circle.mistake {
      fill: #c07a12;
    }
    circle.inaccuracy {
      fill: #7d7544;
    }
    .kind {
      padding: 0 8px;
      border-radius: 99px;
      color: #fff;
      font-size: 12px;
    }
    .kind.blunder {
      background: #b3361c;
    }
    .kind.mistake {
      background: #8f5a0b;
    }
    .kind.inaccuracy {
      background: #6a6338;
    }
    table {
      border-collapse: collapse;
      width: 100%;
      font-variant-numeric: tabular-nums;
    }
    th,
    td {
      padding: 4px 10px 4px 0;
      text-align: left;
    }
    thead th {
      font-weight: 500;
      font-size: 13px;
      color: var(--dim);
    }
    tbody tr {
      border-top: 1px solid var(--edge);
    }
    .without {
      font-weight: 600;
    }
    .faults,
    .throws {
      list-style: none;
      margin: 0;
      padding: 0;
      display: grid;
      gap: 2px;
    }
    .moment {
      display: block;
      width: 100%;
      padding: 5px 8px;
      border: 0;
      border-radius: 7px;
      background: none;
      text-align: left;
      line-height: 1.4;
      cursor: pointer;
    }
    .moment:hover,
    .moment:focus-visible,
    .moment[aria-expanded="true"] {
      background: var(--raised);
    }
    .detail {
      display: grid;
      gap: 6px;
      padding: 6px 10px 10px 18px;
      border-left: 4px solid var(--accent);
      margin: 2px 0 6px 6px;
    }
    .detail ul {
      margin: 0;
      padding-left: 18px;
    }
    progress {
      width: 100%;
    }
    summary {
      cursor: pointer;
      color: var(--dim);
    }
    .btn {
      justify-self: start;
    }
  `;
}
