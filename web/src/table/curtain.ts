/** Between two sides at one screen: covers the table until the next one is there. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { capital } from "../app/words.js";
import type { Table } from "../game/table.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { ui } from "../styles/ui.js";

@customElement("df-curtain")
export class Curtain extends LitElement {
  static override styles = [ui, emblemStyles, styles()];

  @property({ attribute: false }) table!: Table;
  @property({ attribute: false }) tick = 0;
  @query("dialog") private dialog!: HTMLDialogElement;

  protected override updated(): void {
    const { covered } = this.table;
    if (covered && !this.dialog.open) this.dialog.showModal();
    else if (!covered && this.dialog.open) this.dialog.close();
  }

  protected override render(): TemplateResult {
    const side = this.table.curtain;
    return html`<dialog aria-labelledby="title" @cancel=${(event: Event) => event.preventDefault()}>
      <p class="dim">Hand the screen over to</p>
      <h2 id="title">${emblem(side, 26)} ${capital(side)}</h2>
      <p class="dim">What the other side knows stays covered.</p>
      <button class="btn primary" autofocus @click=${() => this.table.look(side)}>I am ${capital(side)}: show the table</button>
    </dialog>`;
  }
}

function styles() {
  return css`
    dialog {
      width: 100vw;
      max-width: none;
      height: 100vh;
      max-height: none;
      margin: 0;
      border: none;
      border-radius: 0;
      background: var(--bg);
    }
    dialog[open] {
      display: grid;
      place-content: center;
      justify-items: center;
      gap: 14px;
    }
    h2 {
      display: flex;
      align-items: center;
      gap: 10px;
      font-size: 26px;
    }
  `;
}
