/** Orders between two games: what is asked, everything that may be said, and what has been said so far. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { openRule } from "../app/events.js";
import { sideName } from "../app/words.js";
import type { OrderOption, OrdersAsked, OrdersGiven } from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { ui } from "../styles/ui.js";

export type Said = Pick<OrdersGiven, "side" | "mark" | "what" | "pick">;

/** More short options than this stand side by side. */
const LONG_LIST = 12;

@customElement("df-orders")
export class OrdersForm extends LitElement {
  static override styles = [ui, emblemStyles, styles()];

  @property({ attribute: false }) asked!: OrdersAsked;
  @property({ type: Boolean }) busy = false;
  /** Whether whoever sits here keeps both sides. */
  @property({ type: Boolean }) both = false;

  private say(what: OrdersGiven["what"], pick = ""): void {
    const detail: Said = { side: this.asked.side, mark: this.asked.mark, what, pick };
    this.dispatchEvent(new CustomEvent("say", { detail }));
  }

  private concede(): void {
    if (confirm("Give the whole campaign up? The other side has won it then.")) this.say("concede");
  }

  private option(one: OrderOption, short: boolean): TemplateResult {
    return html`<li>
      <button class="option ${short ? "short" : ""}" data-pick=${one.pick} ?disabled=${this.busy} @click=${() => this.say("pick", one.pick)}>
        <span class="label">${one.label}</span>
        ${(one.price ?? -1) >= 0 ? html`<b class="price">${one.price} CPP</b>` : nothing}
        ${one.detail ? html`<span class="detail">${one.detail}</span>` : nothing}
      </button>
      ${short ? nothing : html`<button type="button" class="rule" @click=${() => openRule(this, one.rule)}>${one.rule}</button>`}
    </li>`;
  }

  private options(): TemplateResult[] {
    const headings = [...new Set(this.asked.options.map((one) => one.heading ?? ""))];
    return headings.map((heading) => {
      const here = this.asked.options.filter((one) => (one.heading ?? "") === heading);
      const short = here.length > LONG_LIST && here.every((one) => !one.detail && one.label.length < 6);
      return html`${heading ? html`<h3>${heading}</h3>` : nothing}
        <ul class="options ${short ? "tight" : ""}">
          ${here.map((one) => this.option(one, short))}
        </ul>`;
    });
  }

  protected override render(): TemplateResult {
    const asked = this.asked;
    return html`<p class="dim">
        ${this.both ? html`${emblem(asked.side, 16)} ${sideName(asked.side)}: ` : nothing}${asked.title}
      </p>
      <h2>${asked.asks} <button type="button" class="rule" @click=${() => openRule(this, asked.rule)}>${asked.rule}</button></h2>
      ${
        asked.given.length
          ? html`<h3>Your orders so far</h3>
            <ol class="given">
              ${asked.given.map((one) => html`<li>${one}</li>`)}
            </ol>`
          : nothing
      }
      <div class="scroll">
        ${asked.options.length ? this.options() : html`<p class="dim">There is nothing more to order in this step.</p>`}
      </div>
      <div class="row" ?hidden=${asked.step === "initial"}>
        <button class="btn primary" name="hand_in" ?disabled=${this.busy || !asked.ready} @click=${() => this.say("hand_in")}>Hand in</button>
        <button class="btn" name="back" ?disabled=${this.busy || !asked.begun} @click=${() => this.say("back")}>Take back</button>
        <button class="btn quiet" name="again" ?disabled=${this.busy || !asked.begun} @click=${() => this.say("again")}>Start again</button>
        <button class="btn quiet" name="staff" ?disabled=${this.busy} @click=${() => this.say("staff")}>Let the staff do it</button>
        <button class="btn quiet" name="concede" ?disabled=${this.busy} @click=${() => this.concede()}>Concede the campaign</button>
      </div>
      ${
        asked.step === "initial" && asked.begun
          ? html`<button class="btn quiet" name="again" ?disabled=${this.busy} @click=${() => this.say("again")}>Start again</button>`
          : nothing
      }`;
  }
}

function styles() {
  return css`
    :host {
      display: grid;
      gap: 10px;
    }
    h2 {
      font-size: 19px;
      line-height: 1.3;
    }
    h3 {
      margin: 10px 0 4px;
      color: var(--dim);
      font-size: 13px;
      font-weight: 600;
    }
    .scroll {
      max-height: min(52vh, 560px);
      overflow-y: auto;
      padding-right: 4px;
    }
    .options {
      list-style: none;
      margin: 0;
      padding: 0;
      display: grid;
      gap: 6px;
    }
    .options.tight {
      grid-template-columns: repeat(auto-fill, minmax(54px, 1fr));
    }
    .options li {
      display: flex;
      align-items: center;
      gap: 8px;
    }
    .option {
      flex: 1;
      display: grid;
      grid-template-columns: 1fr auto;
      gap: 0 10px;
      min-height: 44px;
      padding: 6px 12px;
      align-items: center;
      border: 1px solid var(--edge);
      border-radius: 8px;
      background: var(--card);
      color: var(--ink);
      font: inherit;
      text-align: left;
      cursor: pointer;
    }
    .option.short {
      padding: 4px;
      text-align: center;
    }
    .option:hover:enabled {
      border-color: var(--accent);
    }
    .option:disabled {
      opacity: 0.6;
    }
    .price {
      color: var(--accent);
      font-variant-numeric: tabular-nums;
      white-space: nowrap;
    }
    .detail {
      grid-column: 1 / -1;
      color: var(--dim);
      font-size: 13px;
    }
    .given {
      margin: 0;
      padding-left: 22px;
      font-size: 14px;
    }
    .row {
      flex-wrap: wrap;
    }
  `;
}
