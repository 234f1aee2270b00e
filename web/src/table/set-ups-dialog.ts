/** Keep how one has set up under a name; do it again, as it was or mirrored. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { forgetSetUp, type KeptSetUp, keepSetUp, setUpsOf } from "../app/set-ups.js";
import { sideName } from "../app/words.js";
import type { Table } from "../game/table.js";
import { api } from "../net/api.js";
import { ui } from "../styles/ui.js";

@customElement("df-set-ups")
export class SetUpsDialog extends LitElement {
  static override styles = [
    ui,
    css`
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        gap: 8px;
      }
      li {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        align-items: center;
      }
      li b {
        flex: 1;
        min-width: 8em;
      }
      form {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 10px;
        align-items: end;
      }
      .dialog-body {
        display: grid;
        gap: 16px;
      }
    `,
  ];

  @property({ attribute: false }) table!: Table;
  @property({ attribute: false }) token = "";
  /** The player is setting up just now. */
  @property({ attribute: false }) open = false;
  @state() private said = "";
  @query("dialog") private dialog!: HTMLDialogElement;
  @query("input") private input!: HTMLInputElement;

  show(): void {
    this.said = "";
    this.dialog.showModal();
    this.requestUpdate();
  }

  private get scenario(): string {
    return this.table.game?.scenario ?? "";
  }

  private async keepThis(event: Event): Promise<void> {
    event.preventDefault();
    const name = this.input.value.trim();
    if (!name) return;
    try {
      const found = await api.setUp(this.table.game?.id ?? "", this.token, this.table.side);
      if (!found.actions.length) {
        this.said = "Nothing has been set up yet.";
        return;
      }
      keepSetUp({ ...found, name });
      this.input.value = "";
      this.said = `“${name}” is kept in this browser.`;
    } catch (error) {
      this.said = error instanceof Error ? error.message : String(error);
    }
  }

  private async load(one: KeptSetUp, mirrored: boolean): Promise<void> {
    this.dialog.close();
    await this.table.setUpAs(one.actions, mirrored);
  }

  private forget(one: KeptSetUp): void {
    forgetSetUp(one);
    this.said = `“${one.name}” is forgotten.`;
    this.requestUpdate();
  }

  private one(one: KeptSetUp): TemplateResult {
    return html`<li data-set-up=${one.name}>
      <b>${one.name}</b>
      <button class="btn small" ?disabled=${!this.open} @click=${() => this.load(one, false)}>Set up so</button>
      ${one.mirrors ? html`<button class="btn small" ?disabled=${!this.open} @click=${() => this.load(one, true)}>Mirrored</button>` : nothing}
      <button class="btn small quiet" @click=${() => this.forget(one)} aria-label="Forget ${one.name}">Forget</button>
    </li>`;
  }

  protected override render(): TemplateResult {
    const found = setUpsOf(this.scenario, this.table.side);
    return html`<dialog aria-labelledby="title" @click=${(event: Event) => event.target === this.dialog && this.dialog.close()}>
      <div class="dialog-head">
        <h2 id="title">Set-ups of the ${sideName(this.table.side)} side</h2>
        <button class="btn small" @click=${() => this.dialog.close()}>Close</button>
      </div>
      <div class="dialog-body">
        ${
          found.length
            ? html`<ul>${found.map((one) => this.one(one))}</ul>`
            : html`<p class="dim">None is kept of this scenario yet.</p>`
        }
        <form @submit=${this.keepThis}>
          <label class="field"><span>Keep how you have set up, as</span>
            <input type="text" maxlength="40" required autocomplete="off" /></label>
          <button class="btn">Keep</button>
        </form>
        <p class="dim" role="status">${this.said || (this.open ? "What does not fit goes to the nearest place that is allowed, or is left to you." : "They can be used while you set up.")}</p>
      </div>
    </dialog>`;
  }
}
