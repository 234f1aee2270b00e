/** A link that is sent to somebody. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ui } from "../styles/ui.js";
import { emblem, emblemStyles } from "./emblem.js";

@customElement("df-invite")
export class InviteLink extends LitElement {
  static override styles = [
    ui,
    emblemStyles,
    css`
      .row {
        flex-wrap: nowrap;
      }
      input {
        min-width: 0;
      }
    `,
  ];

  /** Whose place it is, as one says it. */
  @property({ attribute: false }) name = "";
  @property({ attribute: false }) nation = "";
  @property({ attribute: false }) address = "";
  @state() private copied = false;

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.address);
      this.copied = true;
    } catch {
      // Without a clipboard the link is there to be copied by hand.
      this.copied = false;
    }
  }

  protected override render(): TemplateResult {
    return html`<div class="row">
      ${emblem(this.nation)}
      <input type="text" readonly aria-label="Invitation for ${this.name}" .value=${this.address} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
      <button type="button" class="btn" @click=${() => this.copy()}>${this.copied ? "Copied" : "Copy"}</button>
    </div>`;
  }
}
