/** A rule's text, from anywhere a rule is named. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import type { RuleView } from "../generated/protocol.js";
import { api } from "../net/api.js";
import { icon } from "../styles/icons.js";
import { ui } from "../styles/ui.js";

@customElement("df-rule")
export class RuleDialog extends LitElement {
  static override styles = [
    ui,
    css`
      dialog {
        width: min(520px, calc(100vw - 24px));
      }
      .gist {
        font-size: 16px;
        line-height: 1.55;
      }
      .id {
        color: var(--dim);
        font-size: 13px;
      }
    `,
  ];

  @state() private rule: RuleView | null = null;
  @state() private failed = "";
  @state() private way: readonly string[] = [];
  @query("dialog") private dialog!: HTMLDialogElement;

  open(id: string): void {
    this.way = [id];
    void this.load(id);
    if (!this.dialog.open) this.dialog.showModal();
  }

  private async load(id: string): Promise<void> {
    this.failed = "";
    try {
      this.rule = await api.rule(id);
    } catch (error) {
      this.rule = null;
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private follow(id: string): void {
    this.way = [...this.way, id];
    void this.load(id);
  }

  private back(): void {
    this.way = this.way.slice(0, -1);
    const id = this.way.at(-1);
    if (id) void this.load(id);
  }

  protected override render(): TemplateResult {
    const rule = this.rule;
    return html`<dialog aria-labelledby="title" @click=${(event: Event) => event.target === this.dialog && this.dialog.close()}>
      <div class="dialog-head">
        ${
          this.way.length > 1
            ? html`<button class="btn small" @click=${() => this.back()} aria-label="Back to the rule before">${icon("left")}</button>`
            : nothing
        }
        <h2 id="title">${rule?.title ?? this.way.at(-1) ?? "Rule"}</h2>
        <button class="btn small" @click=${() => this.dialog.close()}>Close</button>
      </div>
      <div class="dialog-body" aria-live="polite">
        ${
          rule
            ? html`<p class="gist">${rule.gist}</p>
              <p class="id">${rule.id}, in our own words</p>
              ${
                rule.needs.length
                  ? html`<div class="row">
                    <span class="dim">Builds on</span>
                    ${rule.needs.map(
                      (id) => html`<button class="rule" @click=${() => this.follow(id)}>${id}</button>`,
                    )}
                  </div>`
                  : nothing
              }`
            : html`<p class="dim">${this.failed || "Looking it up…"}</p>`
        }
      </div>
    </dialog>`;
  }
}
