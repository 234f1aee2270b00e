/** Looking back at a game that is over: what was the computer thinking, and what would it have done in one's place? */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { count, sideName } from "../app/words.js";
import { edgeFigure, edgeWords } from "../game/odds.js";
import type { Table } from "../game/table.js";
import type { DecisionView, Recalled, WeighedView } from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { icon } from "../styles/icons.js";
import { ui } from "../styles/ui.js";

@customElement("df-thought")
export class ThoughtPanel extends LitElement {
  static override styles = [ui, emblemStyles, styles()];

  @property({ attribute: false }) table!: Table;
  @property({ attribute: false }) decision!: DecisionView;
  @property({ attribute: false }) open = false;
  /** The table is shown as the side that decided saw it. */
  @property({ attribute: false }) eyes = false;
  @state() private told: Recalled | null = null;
  @state() private trouble = "";
  /** What has been told, by moment: going back and forth asks once. */
  private readonly known = new Map<number, Recalled>();
  private asking = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("decision") || changed.has("open")) void this.ask();
  }

  /** One question at a time: who steps on quickly gets the answer for where he stops. */
  private async ask(): Promise<void> {
    const { moment } = this.decision;
    this.told = this.known.get(moment) ?? null;
    this.trouble = "";
    if (!this.open || this.told || this.asking) return;
    this.asking = true;
    try {
      this.known.set(moment, await this.table.thought(moment));
    } catch (error) {
      if (moment === this.decision.moment)
        this.trouble = error instanceof Error ? error.message : String(error);
    } finally {
      this.asking = false;
    }
    if (this.decision.moment !== moment || this.known.has(moment)) await this.ask();
  }

  private tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private get question(): string {
    return this.decision.computer ? "What was it thinking?" : "What would the computer have done?";
  }

  private answer(): TemplateResult {
    if (this.trouble) {
      return html`<p role="alert">${this.trouble}</p>
        <button class="btn small" @click=${() => this.ask()}>Ask again</button>`;
    }
    return this.told
      ? thought(this.told, this.decision.computer)
      : html`<p class="dim waiting" role="status">Going back to that moment…</p>`;
  }

  private steps(): TemplateResult {
    const { before, after, side } = this.decision;
    const whose = this.table.seats.some((seat) => seat.kind === "computer") ? " of the computer" : "";
    return html`<div class="row steps">
      ${this.step(before, html`${icon("back")} Earlier`, `Earlier decision${whose}`)}
      ${this.step(after, html`Later ${icon("play")}`, `Later decision${whose}`)}
      <button class="btn small" aria-pressed=${this.eyes} @click=${() => this.tell("eyes", !this.eyes)}>
        As ${sideName(side)} saw it
      </button>
    </div>`;
  }

  private step(moment: number | null, label: TemplateResult, words: string): TemplateResult {
    return html`<button class="btn small" aria-label=${words} ?disabled=${moment === null} @click=${() => this.tell("seek", moment)}>
      ${label}
    </button>`;
  }

  protected override render(): TemplateResult {
    return html`<h3>
        <button class="head" aria-expanded=${this.open} aria-controls="thought" @click=${() => this.tell("open", !this.open)}>
          ${icon(this.open ? "fold" : "unfold")} ${this.question} <kbd aria-hidden="true">T</kbd>
        </button>
      </h3>
      <div id="thought" ?hidden=${!this.open}>${this.open ? html`${this.steps()} ${this.answer()}` : nothing}</div>`;
  }
}

function reasonList(reasons: readonly string[]): TemplateResult | typeof nothing {
  return reasons.length ? html`<ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>` : nothing;
}

function thought(told: Recalled, computer: boolean): TemplateResult {
  const side = sideName(told.side);
  return html`<p class="done">
      ${emblem(told.side, 18)}
      <span>${side}: <b>${told.done}</b><br /><span class="dim small">${told.asks}</span></span>
    </p>
    ${
      told.forced
        ? html`<p class="dim">There was nothing else to do.</p>`
        : html`${told.plan && computer ? html`<p><span class="dim">The plan:</span> ${told.plan}.</p>` : nothing}
          ${reasonList(told.reasons)} ${told.rather ? rather(told, computer) : nothing}
          ${told.weighed.length ? weighed(told) : nothing}`
    }
    ${!computer && !told.rather && !told.forced ? html`<p class="same">The computer would have done the same.</p>` : nothing}`;
}

/** Where the computer, asked now, would do something else. */
function rather(told: Recalled, computer: boolean): TemplateResult {
  const words = computer
    ? "Asked again, with time for other lines, it would rather:"
    : "The computer would rather:";
  const plan = !computer && told.plan ? html`<p class="dim">Its plan: ${told.plan}.</p>` : nothing;
  return html`<div class="rather">
    <p>${words} <b>${told.rather}</b></p>
    ${plan} ${reasonList(told.rather_reasons)}
  </div>`;
}

function weighed(told: Recalled): TemplateResult {
  const measure = told.weighed.some((one) => one.done) ? "what was done" : "the best of them";
  return html`<section class="weighed">
    <h4>Played out ahead</h4>
    <ol>
      ${told.weighed.map((one) => line(one, told))}
    </ol>
    <p class="dim small">On average, beside ${measure}; in ${told.unit}.</p>
  </section>`;
}

function line(one: WeighedView, { unit, plan }: Recalled): TemplateResult {
  const rounds = one.rounds ? count(one.rounds, "time") : "not in time";
  const note = one.done ? "chosen" : one.best ? "best now" : "";
  return html`<li class=${one.done ? "taken" : ""}>
    <span class="label">${one.label}${note ? html` <em>${note}</em>` : nothing}</span>
    <span class="edge">
      <span aria-hidden="true">${edgeFigure(one)}</span><span class="sr">${edgeWords(one, unit)}</span>
    </span>
    <span class="rounds">${rounds}${one.plan === plan ? nothing : html` · to ${one.plan}`}</span>
  </li>`;
}

function styles() {
  return css`
    :host {
      display: block;
      border-top: 1px solid var(--edge);
      padding: 4px 14px 12px;
      font-size: 14px;
      line-height: 1.45;
    }
    h3 {
      font-size: 15px;
      font-weight: 600;
    }
    .head {
      display: flex;
      align-items: center;
      gap: 8px;
      width: 100%;
      min-height: 38px;
      padding: 4px 0;
      border: 0;
      background: none;
      text-align: left;
      font-weight: inherit;
      cursor: pointer;
    }
    .head .sign {
      width: 14px;
      color: var(--accent);
      font-style: normal;
    }
    .head kbd {
      margin-left: auto;
    }
    #thought {
      display: grid;
      gap: 10px;
    }
    #thought[hidden] {
      display: none;
    }
    .done {
      display: flex;
      gap: 8px;
      align-items: flex-start;
    }
    .done .emblem {
      margin-top: 2px;
    }
    ul,
    ol {
      margin: 0;
      padding-left: 18px;
      display: grid;
      gap: 4px;
    }
    .rather {
      display: grid;
      gap: 6px;
      padding: 8px 10px;
      border-left: 4px solid var(--accent);
      border-radius: 0 8px 8px 0;
      background: var(--raised);
    }
    .same {
      color: var(--accent);
    }
    h4 {
      margin: 2px 0 6px;
      color: var(--accent);
      font-size: 12.5px;
      font-weight: 600;
    }
    .weighed ol {
      list-style: none;
      padding: 0;
      gap: 0;
    }
    .weighed li {
      display: grid;
      grid-template-columns: 1fr auto;
      gap: 1px 10px;
      align-items: center;
      padding: 6px 0;
      border-top: 1px solid var(--edge);
    }
    .label {
      overflow-wrap: anywhere;
    }
    .taken .label {
      font-weight: 700;
    }
    em {
      display: inline-block;
      padding: 0 7px;
      border: 1px solid var(--edge);
      border-radius: 99px;
      color: var(--dim);
      font: 500 11.5px/17px var(--font);
    }
    .edge {
      font-variant-numeric: tabular-nums;
      font-weight: 600;
    }
    .rounds {
      grid-column: 1 / -1;
      color: var(--dim);
      font-size: 12.5px;
    }
    .small {
      font-size: 12.5px;
    }
    .weighed .small {
      margin-top: 6px;
    }
    .steps {
      gap: 6px;
    }
    .steps [aria-pressed="true"] {
      background: var(--accent);
      color: var(--on-accent);
      border-color: var(--accent);
    }
  `;
}
