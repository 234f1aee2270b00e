/** Several things can be done in one place: a short menu beside it. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { Spot } from "../board/viewport.js";
import type { OptionView } from "../generated/protocol.js";
import { ui } from "../styles/ui.js";

@customElement("df-choice-menu")
export class ChoiceMenu extends LitElement {
  static override styles = [
    ui,
    css`
      .menu {
        position: fixed;
        z-index: 20;
        min-width: 190px;
        max-width: min(340px, 92vw);
        max-height: 60vh;
        overflow: auto;
        padding: 6px;
        border: 1px solid var(--edge);
        border-radius: 11px;
        background: var(--card);
        box-shadow: var(--shadow);
      }
      p {
        margin: 0;
        padding: 4px 10px 6px;
        font-size: 13px;
        color: var(--dim);
        font-weight: 600;
      }
      button {
        display: block;
        width: 100%;
        min-height: 40px;
        padding: 7px 10px;
        border: 0;
        border-radius: 7px;
        background: none;
        text-align: left;
        cursor: pointer;
      }
      button:hover,
      button:focus-visible {
        background: var(--raised);
      }
    `,
  ];

  @property({ attribute: false }) options: readonly OptionView[] = [];
  @property({ attribute: false }) at: Spot = { x: 0, y: 0 };
  @property({ attribute: false }) heading = "";
  @query(".menu") private menu!: HTMLElement;

  protected override updated(changed: PropertyValues<this>): void {
    if (!this.options.length || !changed.has("options")) return;
    const { width, height } = this.menu.getBoundingClientRect();
    this.menu.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, this.at.x + 26))}px`;
    this.menu.style.top = `${Math.max(8, Math.min(innerHeight - height - 8, this.at.y - 20))}px`;
    this.menu.querySelector("button")?.focus();
  }

  private choose(option: OptionView): void {
    this.dispatchEvent(new CustomEvent("choose", { detail: option }));
  }

  private touch(option: OptionView | null): void {
    this.dispatchEvent(new CustomEvent("touch", { detail: option }));
  }

  private onKey(event: KeyboardEvent): void {
    const buttons = [...this.menu.querySelectorAll("button")];
    const at = buttons.indexOf(this.shadowRoot?.activeElement as HTMLButtonElement);
    if (event.key === "Escape") this.dispatchEvent(new CustomEvent("leave"));
    else if (event.key === "ArrowDown") buttons[(at + 1) % buttons.length]?.focus();
    else if (event.key === "ArrowUp") buttons[(at - 1 + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.options.length) return nothing;
    return html`<div class="menu" @keydown=${this.onKey}>
      <p aria-hidden="true">${this.heading}</p>
      <div role="menu" aria-label=${this.heading}>
      ${this.options.map(
        (option) =>
          html`<button
            role="menuitem"
            data-action=${option.action}
            @click=${() => this.choose(option)}
            @pointerenter=${() => this.touch(option)}
            @focus=${() => this.touch(option)}
            @pointerleave=${() => this.touch(null)}
          >
            ${option.label}
          </button>`,
      )}
      </div>
    </div>`;
  }
}
