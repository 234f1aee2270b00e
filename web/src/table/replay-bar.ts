/** Going back and forth in a game. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../styles/icons.js";
import { ui } from "../styles/ui.js";

const PLAY_EVERY = 900;

@customElement("df-replay")
export class ReplayBar extends LitElement {
  static override styles = [
    ui,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: 8px;
        padding: 8px 10px;
        border: 1px solid var(--accent);
        border-radius: 12px;
        background: color-mix(in srgb, var(--bar) 94%, transparent);
        box-shadow: var(--shadow);
      }
      input {
        flex: 1;
        min-width: 60px;
        accent-color: var(--accent);
        height: 30px;
      }
      .where {
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
        font-size: 13px;
        color: var(--dim);
      }
      @media (max-width: 560px) {
        :host {
          gap: 5px;
          padding: 7px;
        }
        .wide {
          display: none;
        }
      }
      @media (min-width: 561px) {
        .narrow {
          display: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) moment = 0;
  @property({ attribute: false }) moments = 0;
  @state() private playing: ReturnType<typeof setInterval> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.pause();
  }

  private seek(moment: number): void {
    const wanted = Math.max(0, Math.min(this.moments, moment));
    this.moment = wanted;
    this.dispatchEvent(new CustomEvent("seek", { detail: wanted }));
  }

  private pause(): void {
    clearInterval(this.playing);
    this.playing = undefined;
  }

  play(): void {
    if (this.playing !== undefined) return this.pause();
    this.playing = setInterval(() => {
      if (this.moment >= this.moments) this.pause();
      else this.seek(this.moment + 1);
    }, PLAY_EVERY);
  }

  private leave(): void {
    this.pause();
    this.dispatchEvent(new CustomEvent("leave"));
  }

  private share(): void {
    this.dispatchEvent(new CustomEvent("share", { detail: this.moment }));
  }

  protected override render(): TemplateResult {
    return html`<button class="btn small wide" @click=${() => this.seek(0)} aria-label="To the beginning">${icon("first")}</button>
      <button class="btn small" @click=${() => this.seek(this.moment - 1)} aria-label="One step back">${icon("back")}</button>
      <button class="btn small" @click=${() => this.play()} aria-label=${this.playing === undefined ? "Play" : "Pause"}>
        ${icon(this.playing === undefined ? "play" : "pause")}
      </button>
      <button class="btn small" @click=${() => this.seek(this.moment + 1)} aria-label="One step on">${icon("on")}</button>
      <input
        type="range"
        min="0"
        max=${this.moments}
        .value=${String(this.moment)}
        aria-label="Moment"
        @input=${(event: Event) => this.seek(Number((event.target as HTMLInputElement).value))}
      />
      <span class="where">${this.moment} of ${this.moments}</span>
      <button class="btn small wide" @click=${() => this.share()}>Share</button>
      <button class="btn small primary" @click=${() => this.leave()} aria-label="Back to now">
        <span class="wide">Back to now</span><span class="narrow">Now</span>
      </button>`;
  }
}
