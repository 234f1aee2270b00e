/** Dice as they fall: a short tumble, then what they show and what came of it. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { stillness } from "../app/preferences.js";
import { gist } from "../app/words.js";
import { TUMBLE } from "../game/pace.js";
import type { EventView } from "../generated/protocol.js";
import { ui } from "../styles/ui.js";
import { rattle } from "./sound.js";

/** Where the pips of each face are, on a grid of three by three. */
const PIPS: readonly (readonly number[])[] = [
  [],
  [4],
  [0, 8],
  [0, 4, 8],
  [0, 2, 6, 8],
  [0, 2, 4, 6, 8],
  [0, 2, 3, 5, 6, 8],
];

/** How long dice lie, in milliseconds. */
const LIE = 6000;

@customElement("df-dice")
export class DiceTray extends LitElement {
  static override styles = [ui, styles()];

  /** What has just happened; those events that have dice are shown. */
  @property({ attribute: false }) events: readonly EventView[] = [];
  /** How many milliseconds from one throw to the next. */
  @property({ attribute: false }) every = 1160;
  /** Looking back, the dice of a moment lie as long as one looks at it. */
  @property({ attribute: false }) stays = false;
  @state() private shown: EventView | null = null;
  @state() private tumbling = false;
  private timers: ReturnType<typeof setTimeout>[] = [];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("events")) this.throwAll();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.clear();
  }

  private clear(): void {
    this.timers.forEach(clearTimeout);
    this.timers = [];
  }

  private throwAll(): void {
    this.clear();
    const throws = this.events.filter((event) => event.dice.length > 0);
    if (!throws.length) {
      this.tumbling = false;
      if (this.events.length) this.shown = null;
      return;
    }
    if (stillness()) {
      this.shown = throws.at(-1) ?? null;
      this.tumbling = false;
      this.clearAfter(0);
      return;
    }
    throws.forEach((event, i) => {
      const begins = i * this.every;
      this.timers.push(setTimeout(() => this.fall(event), begins));
      this.timers.push(setTimeout(() => (this.tumbling = false), begins + TUMBLE));
    });
    this.clearAfter(this.every * (throws.length - 1) + TUMBLE);
  }

  /** They are taken off the table when one has had time to read them; the log has them. */
  private clearAfter(fallen: number): void {
    if (!this.stays) this.timers.push(setTimeout(() => (this.shown = null), fallen + LIE));
  }

  private fall(event: EventView): void {
    this.shown = event;
    this.tumbling = true;
    rattle();
  }

  /** Enough of tumbling. */
  skip(): void {
    this.clear();
    const last = this.events.filter((event) => event.dice.length > 0).at(-1);
    if (last) this.shown = last;
    this.tumbling = false;
    this.clearAfter(0);
  }

  private dismiss(): void {
    this.skip();
    this.shown = null;
  }

  private die(face: number, coloured: boolean): TemplateResult {
    return html`<span class="cube ${coloured ? "coloured" : ""} ${this.tumbling ? "tumbles" : ""}" aria-hidden="true">
      ${
        PIPS[face]?.length
          ? Array.from({ length: 9 }, (_, i) => html`<i class=${PIPS[face]?.includes(i) ? "pip" : ""}></i>`)
          : html`<b>${face}</b>`
      }
    </span>`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const event = this.shown;
    if (!event) return nothing;
    const { dice } = event;
    const sum = dice.reduce((total, face) => total + face, 0);
    return html`<button class="tray" @click=${() => (this.tumbling ? this.skip() : this.dismiss())} title="Dismiss">
      <span class="dice">${dice.slice(0, 6).map((face, i) => this.die(face, dice.length === 2 && i === 0))}</span>
      ${dice.length === 2 ? html`<span class="sum ${this.tumbling ? "hidden" : ""}">${sum}</span>` : nothing}
      <span class="words ${this.tumbling ? "hidden" : ""}">${gist(event.text)}</span>
    </button>`;
  }
}

function styles() {
  return css`
    :host {
      display: block;
      pointer-events: none;
    }
    .tray {
      pointer-events: auto;
      display: flex;
      align-items: center;
      gap: 14px;
      max-width: min(620px, 100%);
      margin: 0 auto;
      padding: 10px 16px;
      border: 1px solid var(--edge);
      border-radius: 14px;
      background: var(--bar);
      box-shadow: var(--shadow);
      text-align: left;
      cursor: pointer;
    }
    .dice {
      display: flex;
      gap: 8px;
    }
    .cube {
      display: grid;
      grid-template-columns: repeat(3, 1fr);
      place-items: center;
      width: 40px;
      height: 40px;
      padding: 6px;
      border-radius: 9px;
      background: var(--die);
      color: var(--die-ink);
      box-shadow:
        inset 0 -3px 0 rgb(0 0 0 / 0.22),
        0 2px 6px rgb(0 0 0 / 0.5);
    }
    .cube.coloured {
      background: var(--die-coloured);
      color: var(--die-coloured-ink);
    }
    .cube b {
      grid-column: 1 / -1;
      grid-row: 1 / -1;
    }
    i {
      width: 7px;
      height: 7px;
      border-radius: 50%;
    }
    .pip {
      background: currentColor;
    }
    .sum {
      font-size: 26px;
      font-weight: 800;
      font-variant-numeric: tabular-nums;
    }
    .words {
      font-size: 14px;
      line-height: 1.35;
      display: -webkit-box;
      -webkit-line-clamp: 3;
      -webkit-box-orient: vertical;
      overflow: hidden;
    }
    .hidden {
      visibility: hidden;
    }
    .tumbles {
      animation: tumble 0.52s cubic-bezier(0.2, 0.7, 0.3, 1);
    }
    .cube.tumbles:nth-child(2) {
      animation-duration: 0.46s;
    }
    @keyframes tumble {
      from {
        transform: translate(-90px, -130px) rotate(-500deg) scale(1.3);
        opacity: 0;
      }
      40% {
        opacity: 1;
      }
      75% {
        transform: translate(-6px, 5px) rotate(22deg);
      }
      to {
        transform: none;
      }
    }
    @media (max-width: 560px) {
      .tray {
        gap: 10px;
        padding: 7px 10px;
      }
      .cube {
        width: 32px;
        height: 32px;
        padding: 4px;
      }
      .words {
        font-size: 13px;
      }
    }
  `;
}
