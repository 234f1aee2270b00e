/** The bar over the board: which game, whose turn, which phase. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { onPreferences, prefer, preferences } from "../app/preferences.js";
import { sideName } from "../app/words.js";
import type { Table } from "../game/table.js";
import type { BoardScene, CardScene, PhaseView } from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { icon } from "../styles/icons.js";
import { ui } from "../styles/ui.js";

@customElement("df-table-head")
export class TableHead extends LitElement {
  static override styles = [ui, emblemStyles, styles()];

  @property({ attribute: false }) table!: Table;
  @property({ attribute: false }) tick = 0;
  @property({ attribute: false }) scene: BoardScene | CardScene | null = null;
  @state() private sound = preferences().sound;
  private unheard: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.unheard = onPreferences(({ sound }) => (this.sound = sound));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unheard?.();
  }

  private phase(phase: PhaseView): TemplateResult {
    return html`<li class=${phase.state} aria-current=${phase.state === "now" ? "step" : nothing}>${phase.name.replace(/ Phase$/, "")}</li>`;
  }

  private turn(scene: BoardScene | CardScene): TemplateResult {
    const mover = scene.kind === "board" ? scene.attacker : scene.mover;
    const pile = scene.kind === "cards" ? scene.piles.find((one) => one.table === scene.table) : null;
    const of =
      scene.kind === "board" ? ` of ${scene.turns}` : pile ? `, deck ${pile.deck} of ${pile.decks}` : "";
    return html`Turn ${scene.turn}${of}${mover ? html` · ${emblem(mover, 16)} ${sideName(mover)} player turn` : nothing}`;
  }

  private menu(): void {
    this.dispatchEvent(new CustomEvent("menu"));
  }

  protected override render(): TemplateResult {
    const { table, scene } = this;
    const game = table.game;
    const phase = scene?.phases.find((one) => one.state === "now");
    const where = scene ? (scene.turn ? this.turn(scene) : "Set-up") : "";
    return html`<a class="home" href="#/" aria-label="To the lobby" title="To the lobby">‹</a>
      <h1>${game?.title ?? "…"}</h1>
      <p class="where">${game?.scenario} · ${where}</p>
      ${table.line === "open" ? nothing : html`<span class="line" role="status">${table.lineWords || "Connecting…"}</span>`}
      <ol class="phases" aria-label="Phases">
        ${scene?.phases.map((one) => this.phase(one))}
      </ol>
      <span class="phase-now">${phase ? phase.name : ""}</span>
      <button
        class="btn small sound"
        aria-pressed=${this.sound}
        aria-label="Sound"
        title=${this.sound ? "Sound is on" : "Sound is off"}
        @click=${() => prefer({ sound: !this.sound })}
      >
        ${icon(this.sound ? "loud" : "mute")}
      </button>
      <button class="btn small menu" aria-haspopup="dialog" @click=${() => this.menu()}>Menu</button>`;
  }
}

function styles() {
  return css`
    :host {
      display: flex;
      align-items: center;
      gap: 14px;
      min-height: 52px;
      padding: 0 12px 0 6px;
      background: var(--bar);
      border-bottom: 1px solid var(--edge);
      white-space: nowrap;
    }
    .home {
      display: grid;
      place-items: center;
      width: 36px;
      height: 40px;
      font-size: 26px;
      text-decoration: none;
      color: var(--dim);
      margin-right: -8px;
    }
    h1 {
      font-size: 16px;
      overflow: hidden;
      text-overflow: ellipsis;
    }
    .where {
      color: var(--dim);
      font-size: 14px;
    }
    .phases {
      list-style: none;
      display: flex;
      gap: 1px;
      margin: 0 0 0 auto;
      padding: 0;
      font-size: 12.5px;
    }
    .phases li {
      padding: 5px 9px;
      border-radius: 7px;
      color: var(--dim);
    }
    .phases .past {
      color: var(--faint);
    }
    .phases .now {
      background: var(--accent);
      color: var(--on-accent);
      font-weight: 700;
    }
    .phase-now {
      display: none;
      margin-left: auto;
      padding: 4px 10px;
      border-radius: 7px;
      background: var(--accent);
      color: var(--on-accent);
      font-weight: 700;
      font-size: 13px;
    }
    .phase-now:empty {
      visibility: hidden;
    }
    .line {
      padding: 3px 10px;
      border-radius: 7px;
      background: var(--danger-fill);
      color: #fff;
      font-size: 13px;
    }
    .sound {
      min-width: 36px;
      padding-inline: 8px;
    }
    @media (max-width: 1180px) {
      .phases {
        display: none;
      }
      .phase-now {
        display: block;
      }
    }
    @media (max-width: 620px) {
      :host {
        gap: 9px;
        flex-wrap: wrap;
        padding-block: 4px;
        min-height: 46px;
      }
      h1 {
        font-size: 14.5px;
        flex: 1;
        min-width: 60px;
      }
      .where {
        order: 5;
        width: 100%;
        font-size: 12.5px;
        padding-left: 8px;
        margin-top: -4px;
      }
      .menu,
      .sound {
        order: 3;
      }
      .phase-now {
        margin-left: 0;
      }
    }
  `;
}
