/** A counter seen closely: large, with what each figure and mark on it means. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { counterIcon, iconStyles, shapes } from "../board/counter-icon.js";
import type { CounterView, Inspection } from "../generated/protocol.js";
import { ui } from "../styles/ui.js";
import { ruleButton } from "./breakdown.js";

@customElement("df-inspector")
export class Inspector extends LitElement {
  static override styles = [
    ui,
    ...iconStyles,
    css`
      section {
        position: absolute;
        z-index: 3;
        top: 12px;
        right: 12px;
        width: min(360px, calc(100% - 24px));
        max-height: calc(100% - 90px);
        overflow: auto;
        padding: 14px;
        border: 1px solid var(--edge);
        border-radius: 12px;
        background: var(--card);
        box-shadow: var(--shadow);
      }
      header {
        display: flex;
        gap: 14px;
        align-items: center;
        margin-bottom: 8px;
      }
      h2 {
        flex: 1;
        font-size: 16px;
      }
      dl {
        margin: 0;
        display: grid;
        gap: 4px;
      }
      dl div {
        display: grid;
        grid-template-columns: 44px minmax(0, 1fr);
        gap: 10px;
        align-items: baseline;
        font-size: 14px;
      }
      dt {
        font-weight: 700;
        font-variant-numeric: tabular-nums;
        overflow-wrap: anywhere;
      }
      dd {
        margin: 0;
      }
    `,
  ];

  @property({ attribute: false }) inspection: Inspection | null = null;
  @property({ attribute: false }) counter: CounterView | null = null;

  protected override render(): TemplateResult | typeof nothing {
    const { inspection, counter } = this;
    if (!inspection) return nothing;
    return html`${shapes()}
      <section aria-label=${inspection.title}>
        <header>
          ${counter ? counterIcon(counter, 76) : nothing}
          <h2>${inspection.title}</h2>
          <button class="btn small" @click=${() => this.dispatchEvent(new CustomEvent("leave"))}>Close</button>
        </header>
        <dl>
          ${inspection.meanings.map(
            (one) =>
              html`<div><dt>${one.figure}</dt><dd>${one.means} ${ruleButton(one.rule, this)}</dd></div>`,
          )}
        </dl>
      </section>`;
  }
}
