/** A short question in the midst of things: a Concealed card, a Hero, terrain to accept. With a clock, if one likes:
 * whoever lets it run out says no. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { look } from "../app/look.js";
import { preferences } from "../app/preferences.js";
import { idleAnswer, looksOf } from "../game/verbs.js";
import type { OptionView, Prompt } from "../generated/protocol.js";
import { ui } from "../styles/ui.js";

const TICK = 200;
/** More answers than these are picked on the table. */
const MOST = 6;

@customElement("df-interrupt")
export class Interrupt extends LitElement {
  static override styles = [ui, styles()];

  @property({ attribute: false }) prompt: Prompt | null = null;
  @property({ attribute: false }) busy = false;
  @state() private left = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  private step = -1;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("prompt") || this.prompt?.step === this.step) return;
    this.step = this.prompt?.step ?? -1;
    clearInterval(this.timer);
    this.left = Number(preferences().answer) * 1000;
    if (this.prompt && this.left) this.timer = setInterval(() => this.tick(), TICK);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
    this.step = -1;
  }

  private tick(): void {
    this.left = Math.max(0, this.left - TICK);
    if (this.left) return;
    clearInterval(this.timer);
    const option = this.prompt && idleAnswer(this.prompt);
    if (option) this.choose(option);
  }

  private choose(option: OptionView): void {
    clearInterval(this.timer);
    this.dispatchEvent(new CustomEvent("choose", { detail: option }));
  }

  protected override render(): TemplateResult | typeof nothing {
    const { prompt } = this;
    if (!prompt?.yours || prompt.options.length > MOST) return nothing;
    const all = Number(preferences().answer) * 1000;
    return html`<div class="ask" role="group" aria-label=${prompt.asks}>
      <p>${prompt.asks}</p>
      <div class="row">
        ${prompt.options.map((option) => {
          const style = looksOf(this.prompt)(option.verb);
          return html`<button
            class="btn small ${style.tone ?? ""}"
            ?disabled=${this.busy}
            @click=${() => this.choose(option)}
            @pointerenter=${() => this.dispatchEvent(new CustomEvent("touch", { detail: option }))}
          >
            ${option.label}${style.key ? html`<kbd aria-hidden="true">${style.key.toUpperCase()}</kbd>` : nothing}
          </button>`;
        })}
      </div>
      ${
        all && this.left
          ? html`<span class="clock" role="timer" aria-label="${Math.ceil(this.left / 1000)} seconds left"
            ><i ${look({ width: `${(100 * this.left) / all}%` })}></i
          ></span>`
          : nothing
      }
    </div>`;
  }
}

function styles() {
  return css`
    .ask {
      position: relative;
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: center;
      gap: 6px 14px;
      max-width: 640px;
      margin: 0 auto;
      padding: 9px 14px;
      border: 2px solid var(--accent);
      border-radius: 12px;
      background: var(--card);
      box-shadow: var(--shadow);
    }
    p {
      background: var(--card);
      font-weight: 600;
      font-size: 14.5px;
      line-height: 1.3;
      text-align: center;
    }
    .clock {
      position: absolute;
      left: 10px;
      right: 10px;
      bottom: 2px;
      height: 4px;
      background: var(--raised);
    }
    .clock i {
      display: block;
      height: 100%;
      background: var(--accent);
    }
  `;
}
