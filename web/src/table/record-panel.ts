/** Beside the board: the log, the forces, the chat and the dice so far, one at a time. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Table } from "../game/table.js";
import type { BoardScene, CardScene } from "../generated/protocol.js";
import { ui } from "../styles/ui.js";
import type { Lit } from "./book-panel.js";
import "./book-panel.js";
import "./log-panel.js";
import "./side-panels.js";
import "../cards/card-forces.js";

type Tab = "log" | "forces" | "chat" | "dice" | "book";

const TABS: readonly (readonly [Tab, string])[] = [
  ["log", "Log"],
  ["forces", "Forces"],
  ["chat", "Chat"],
  ["dice", "Dice"],
  ["book", "Book"],
];

@customElement("df-record")
export class RecordPanel extends LitElement {
  static override styles = [ui, styles()];

  @property({ attribute: false }) table!: Table;
  @property({ attribute: false }) tick = 0;
  @property({ attribute: false }) scene: BoardScene | CardScene | null = null;
  /** The moment that is looked at; null: the present one. */
  @property({ attribute: false }) moment: number | null = null;
  @property({ attribute: false }) lit: Lit = { column: "", ground: "" };
  @state() private tab: Tab = "log";

  private onKey(event: KeyboardEvent): void {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    event.stopPropagation();
    const at = TABS.findIndex(([id]) => id === this.tab);
    this.tab = TABS[(at + by + TABS.length) % TABS.length]?.[0] ?? "log";
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>(`#tab-${this.tab}`)?.focus(),
    );
  }

  private seek(event: CustomEvent<number>): void {
    this.dispatchEvent(new CustomEvent("seek", { detail: event.detail }));
  }

  private content(): TemplateResult | typeof nothing {
    const { table, scene } = this;
    switch (this.tab) {
      case "log":
        return html`<df-log .events=${table.events} .moment=${this.moment} @seek=${this.seek}></df-log>`;
      case "forces":
        if (scene?.kind === "cards") return html`<df-card-forces .scene=${scene}></df-card-forces>`;
        return scene ? html`<df-forces .scene=${scene}></df-forces>` : nothing;
      case "chat":
        return html`<df-chat .table=${table} .lines=${table.chat}></df-chat>`;
      case "dice":
        if (scene?.kind === "cards") return html`<df-seen-cards .scene=${scene}></df-seen-cards>`;
        return html`<df-dice-record .events=${table.events}></df-dice-record>`;
      case "book":
        return html`<df-book .game=${table.game} .lit=${this.lit}></df-book>`;
    }
  }

  protected override render(): TemplateResult {
    const unread = this.tab === "chat" ? 0 : this.table.unread;
    return html`<div class="tabs" role="tablist" aria-label="Beside the board">
        ${TABS.map(
          ([id, label]) =>
            html`<button
              role="tab"
              id="tab-${id}"
              aria-selected=${this.tab === id}
              aria-controls="beside"
              tabindex=${this.tab === id ? 0 : -1}
              @click=${() => (this.tab = id)}
              @keydown=${this.onKey}
            >
              ${id === "dice" && this.scene?.kind === "cards" ? "Cards" : label}${id === "chat" && unread ? html` <b class="unread">${unread}</b>` : nothing}
            </button>`,
        )}
      </div>
      <div id="beside" role="tabpanel" aria-labelledby="tab-${this.tab}">${this.content()}</div>`;
  }
}

function styles() {
  return css`
    :host {
      display: flex;
      flex-direction: column;
      min-height: 0;
    }
    .tabs {
      display: flex;
      gap: 2px;
      margin: 0 -6px 8px;
      border-bottom: 1px solid var(--edge);
    }
    button {
      padding: 7px 11px;
      border: 0;
      border-bottom: 3px solid transparent;
      background: none;
      color: var(--dim);
      cursor: pointer;
    }
    button[aria-selected="true"] {
      color: var(--ink);
      border-bottom-color: var(--accent);
    }
    .unread {
      display: inline-block;
      min-width: 18px;
      border-radius: 9px;
      background: var(--accent);
      color: var(--on-accent);
      font-size: 12px;
      text-align: center;
    }
    #beside {
      flex: 1;
      min-height: 0;
      display: flex;
      flex-direction: column;
    }
    #beside > * {
      flex: 1;
      min-height: 0;
    }
  `;
}
