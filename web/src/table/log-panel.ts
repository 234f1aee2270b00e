/** The log as a story, newest at the end; a line leads to its moment. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { story, type TurnChapter } from "../game/story.js";
import type { EventView } from "../generated/protocol.js";
import { emblem, emblemStyles, nationOf } from "../lobby/emblem.js";
import { ui } from "../styles/ui.js";
import { breakdownStyles, breakdownTable, ruleButton } from "./breakdown.js";

@customElement("df-log")
export class LogPanel extends LitElement {
  static override styles = [ui, emblemStyles, breakdownStyles, styles()];

  @property({ attribute: false }) events: readonly EventView[] = [];
  /** The moment that is looked at; null: the present one. */
  @property({ attribute: false }) moment: number | null = null;
  @state() private opened: EventView | null = null;
  @query(".scroll") private scroller!: HTMLElement;
  /** The end is kept in view until the reader goes back. */
  private follows = true;
  private top = 0;
  private readonly resized = new ResizeObserver(() => this.follow());

  protected override firstUpdated(): void {
    this.resized.observe(this.scroller);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resized.disconnect();
  }

  private scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    if (scrollTop < this.top - 2) this.follows = false;
    if (scrollHeight - scrollTop - clientHeight < 30) this.follows = true;
    this.top = scrollTop;
  }

  private follow(): void {
    if (this.follows && this.moment === null) this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("events")) this.follow();
    if (changed.has("moment") && this.moment !== null) {
      this.reveal(this.renderRoot.querySelector<HTMLElement>(".now"));
    }
  }

  /** Scroll to a line here and nowhere else: on a phone the question above is what one looks at. */
  private reveal(line: HTMLElement | null): void {
    if (!line) return;
    const [there, here] = [line.getBoundingClientRect(), this.scroller.getBoundingClientRect()];
    this.scroller.scrollTop += Math.min(0, there.top - here.top) + Math.max(0, there.bottom - here.bottom);
  }

  private seek(moment: number): void {
    this.dispatchEvent(new CustomEvent("seek", { detail: moment }));
  }

  private line(event: EventView): TemplateResult {
    const now = this.moment !== null && event.moment === this.moment;
    const open = this.opened === event;
    return html`<li class="line kind-${event.kind} ${now ? "now" : ""}">
      ${event.side ? html`<i class="side side-${nationOf(event.side)}" aria-hidden="true"></i>` : html`<i class="side"></i>`}
      <div>
        <button class="text" title="See this moment" @click=${() => this.seek(event.moment)}>${event.text}</button>
        ${event.dice.length ? html`<span class="dice">${dice(event.dice)}</span>` : nothing}
        ${
          event.breakdown
            ? html`<button class="rule" aria-expanded=${open} @click=${() => (this.opened = open ? null : event)}>
              figures
            </button>`
            : nothing
        }
        ${event.rules.slice(0, 3).map((id) => ruleButton(id, this))}
        ${open && event.breakdown ? breakdownTable(event.breakdown, this) : nothing}
      </div>
    </li>`;
  }

  private turn(turn: TurnChapter): TemplateResult {
    return html`<section>
      <h3>${turn.side ? emblem(turn.side, 18) : nothing} ${turn.title}</h3>
      ${turn.phases.map(
        (phase) =>
          html`${phase.title ? html`<h4>${phase.title}</h4>` : nothing}
            <ol>
              ${repeat(phase.events, (event) => this.line(event))}
            </ol>`,
      )}
    </section>`;
  }

  protected override render(): TemplateResult {
    const chapters = story(this.events);
    const latest = this.events.at(-1);
    return html`<div class="scroll" tabindex="0" role="log" aria-label="What happened" aria-live="off" @scroll=${this.scrolled}>
        ${chapters.length ? chapters.map((turn) => this.turn(turn)) : html`<p class="dim">Nothing has happened yet.</p>`}
      </div>
      <p class="sr" aria-live="polite">
        ${latest ? `${latest.text}${latest.dice.length ? ` Dice: ${latest.dice.join(", ")}.` : ""}` : ""}
      </p>`;
  }
}

export function dice(faces: readonly number[]): TemplateResult[] {
  return faces.map(
    (face, i) => html`<span class="die ${faces.length === 2 && i === 0 ? "coloured" : ""}">${face}</span>`,
  );
}

function styles() {
  return css`
    :host {
      display: flex;
      flex-direction: column;
      min-height: 0;
    }
    .scroll {
      flex: 1;
      overflow: auto;
      min-height: 0;
      padding-right: 4px;
    }
    h3 {
      position: sticky;
      top: 0;
      z-index: 1;
      display: flex;
      gap: 8px;
      align-items: center;
      padding: 6px 0;
      background: var(--card);
      box-shadow: 0 5px 5px -2px var(--card);
      font-size: 14px;
    }
    h4 {
      margin: 8px 0 2px;
      color: var(--accent);
      font-size: 12.5px;
      font-weight: 600;
    }
    ol {
      list-style: none;
      margin: 0;
      padding: 0;
    }
    .line {
      display: grid;
      grid-template-columns: 4px 1fr;
      gap: 9px;
      padding: 5px 0;
      font-size: 14px;
      line-height: 1.45;
    }
    .side {
      border-radius: 2px;
      background: var(--edge);
      margin: 3px 0;
    }
    .side-german {
      background: var(--german);
    }
    .side-american {
      background: var(--american);
    }
    .side-russian {
      background: var(--russian);
    }
    .text {
      display: inline;
      padding: 0;
      border: 0;
      background: none;
      text-align: left;
      cursor: pointer;
      color: inherit;
    }
    .text:hover {
      text-decoration: underline;
      text-decoration-color: var(--faint);
    }
    .now .text {
      color: var(--accent);
    }
    .kind-over .text {
      font-weight: 700;
    }
    .rule {
      border-color: transparent;
      padding: 0 3px;
      color: var(--faint);
    }
  `;
}
