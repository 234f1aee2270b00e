/** Learning from one's mistakes: back to each of them, to find what would have been better. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { sideName } from "../app/words.js";
import { points } from "../game/faults.js";
import type { Table } from "../game/table.js";
import type { DecisionAgain, Fault, Tried, TryOption } from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { ui } from "../styles/ui.js";
import { playedOut, reasonList } from "./analysis.js";

/** Lists longer than this can be searched. */
const LONG = 12;

@customElement("df-practice")
export class PracticePanel extends LitElement {
  static override styles = [ui, emblemStyles, styles()];

  @property({ attribute: false }) table!: Table;
  @property({ attribute: false }) faults: readonly Fault[] = [];
  @state() private place = 0;
  @state() private asked: DecisionAgain | null = null;
  @state() private tried: Tried | null = null;
  @state() private shown = false;
  @state() private busy = "";
  @state() private trouble = "";
  @state() private words = "";

  private get fault(): Fault | undefined {
    return this.faults[this.place];
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("faults")) void this.go(0);
  }

  /** Back to one of them: the table shows it as its side saw it. */
  private async go(place: number): Promise<void> {
    this.place = place;
    this.asked = null;
    this.tried = null;
    this.shown = false;
    this.trouble = "";
    this.words = "";
    const { fault } = this;
    if (!fault) return;
    this.tell("back", fault);
    try {
      const asked = await this.table.again(fault.moment);
      if (this.fault === fault) this.asked = asked;
    } catch (error) {
      this.trouble = told(error);
    }
  }

  private tell(what: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }

  private async attempt(option: TryOption): Promise<void> {
    const { fault } = this;
    if (!fault || this.busy) return;
    this.busy = option.label;
    this.tried = null;
    this.trouble = "";
    try {
      const tried = await this.table.attempt(fault.moment, option.action);
      if (this.fault === fault) this.tried = tried;
    } catch (error) {
      this.trouble = told(error);
    } finally {
      this.busy = "";
    }
  }

  // -- what is seen ------------------------------------------------------------------------------------------

  private options(fault: Fault, asked: DecisionAgain): TemplateResult {
    const wanted = this.words.trim().toLowerCase();
    const found = asked.options.filter((option) => option.label.toLowerCase().includes(wanted));
    const search =
      asked.options.length > LONG
        ? html`<input type="search" aria-label="Search among ${asked.options.length} options" placeholder="Search"
            .value=${this.words} @input=${(event: Event) => (this.words = (event.target as HTMLInputElement).value)} />`
        : nothing;
    return html`${search}
      <ul class="options" aria-label="What could be done">
        ${found.map((option) => this.option(fault, option))}
      </ul>`;
  }

  private option(fault: Fault, option: TryOption): TemplateResult {
    const done = option.label === fault.done;
    return html`<li>
      <button class="btn small" data-action=${option.action} ?disabled=${this.busy !== "" || done} @click=${() => this.attempt(option)}>
        ${option.label}${done ? html` <em>done then</em>` : nothing}
      </button>
    </li>`;
  }

  private verdict(tried: Tried): TemplateResult {
    if (tried.kind) {
      return html`<div class="verdict wrong" role="status">
        <p><b>${tried.label}</b>: not that. It would have lost ${points(tried.lost)} points (${tried.kind}).</p>
        ${reasonList(tried.reasons)}
      </div>`;
    }
    return html`<div class="verdict right" role="status"><p><b>${tried.label}</b>: good. ${
      tried.label === this.fault?.better
        ? "That is what the computer would have done."
        : "It is about as good as the best that is known."
    }</p></div>`;
  }

  private solution(fault: Fault): TemplateResult {
    return html`<div class="verdict">
      <p>Better: <b>${fault.better}</b></p>
      ${reasonList([playedOut(fault), ...fault.reasons])}
      ${fault.done_reasons.length ? html`<p class="dim">What was done:</p>${reasonList(fault.done_reasons)}` : nothing}
    </div>`;
  }

  private buttons(): TemplateResult {
    const last = this.place >= this.faults.length - 1;
    return html`<div class="row">
      <button class="btn small" ?disabled=${this.place === 0} @click=${() => this.go(this.place - 1)}>Earlier</button>
      ${this.shown ? nothing : html`<button class="btn small" data-solution @click=${() => (this.shown = true)}>Show me</button>`}
      ${
        last
          ? html`<button class="btn small primary" data-finish @click=${() => this.tell("leave", null)}>Finish</button>`
          : html`<button class="btn small primary" data-next @click=${() => this.go(this.place + 1)}>Next</button>`
      }
    </div>`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { fault, asked } = this;
    if (!fault) return nothing;
    const solved = this.tried !== null && !this.tried.kind;
    return html`<header>
        <h2>Learn from your mistakes <span class="dim">${this.place + 1} of ${this.faults.length}</span></h2>
        <button class="btn small" aria-label="Leave" @click=${() => this.tell("leave", null)}>Leave</button>
      </header>
      <p>${emblem(fault.side, 16)} <b>${fault.turn}, ${sideName(fault.side)}</b>: you chose <b>${fault.done}</b>, and lost
        ${points(fault.lost)} points. What would have been better?</p>
      <p class="dim small">${fault.asks}</p>
      ${this.trouble ? html`<p role="alert">${this.trouble}</p>` : nothing}
      ${this.tried ? this.verdict(this.tried) : nothing}
      ${this.busy ? html`<p class="dim" role="status">Playing it out: ${this.busy}…</p>` : nothing}
      ${this.shown || solved ? this.solution(fault) : asked ? this.options(fault, asked) : nothing}
      ${this.buttons()}`;
  }
}

function told(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function styles() {
  return css`
    :host {
      display: grid;
      gap: 8px;
      padding: 10px 14px 12px;
      border-top: 1px solid var(--edge);
      font-size: 14px;
      line-height: 1.45;
    }
    header {
      display: flex;
      justify-content: space-between;
      align-items: center;
      gap: 8px;
    }
    h2 {
      font-size: 15px;
      font-weight: 600;
    }
    p {
      margin: 0;
    }
    .small {
      font-size: 12.5px;
    }
    .options {
      list-style: none;
      margin: 0;
      padding: 0;
      display: grid;
      gap: 4px;
      max-height: 260px;
      overflow: auto;
    }
    .options .btn {
      width: 100%;
      text-align: left;
      white-space: normal;
    }
    em {
      color: var(--dim);
      font-size: 11.5px;
    }
    .verdict {
      padding: 8px 10px;
      border-left: 4px solid var(--edge);
      border-radius: 0 8px 8px 0;
      background: var(--raised);
      display: grid;
      gap: 4px;
    }
    .right {
      border-color: #4c7a1c;
    }
    .wrong {
      border-color: #b3361c;
    }
    ul {
      margin: 0;
      padding-left: 18px;
    }
  `;
}
