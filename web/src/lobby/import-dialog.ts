/** A game from a file: one saved in the terminal, sent by mail, or kept from another server. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { accountToken } from "../app/account.js";
import { addKey } from "../app/keyring.js";
import { preferences } from "../app/preferences.js";
import { go, linkTo } from "../app/route.js";
import { capital } from "../app/words.js";
import type { SeatWish } from "../generated/protocol.js";
import { api } from "../net/api.js";
import { ui } from "../styles/ui.js";
import { scenarioIn } from "./log-file.js";

const MOST = 8_000_000;

@customElement("df-import")
export class ImportDialog extends LitElement {
  static override styles = [ui];

  @state() private log = "";
  @state() private file = "";
  @state() private sides: readonly string[] = [];
  @state() private named = "";
  @state() private failed = "";
  @query("dialog") private dialog!: HTMLDialogElement;
  @query("form") private form!: HTMLFormElement;

  open(): void {
    this.failed = "";
    this.dialog.showModal();
  }

  private async chosen(event: Event): Promise<void> {
    const file = (event.target as HTMLInputElement).files?.[0];
    this.failed = "";
    this.sides = [];
    if (!file) return;
    if (file.size > MOST) {
      this.failed = "That file is too big to be a game.";
      return;
    }
    this.file = file.name;
    this.log = await file.text();
    const scenario = scenarioIn(this.log);
    const card = (await api.lobby()).scenarios.find((one) => one.id === scenario);
    if (!card) this.failed = "No scenario that is known here could be found in that file.";
    this.sides = card?.sides ?? [];
    this.named = card?.title ?? "";
  }

  private async begin(event: Event): Promise<void> {
    event.preventDefault();
    const data = new FormData(this.form);
    const seats = this.sides.map((side): SeatWish => ({ side, who: data.get(side) as SeatWish["who"] }));
    try {
      const created = await api.importGame(
        { log: this.log, seats, name: preferences().name },
        accountToken(),
      );
      addKey({ id: created.game.id, seats: created.seats, watch: created.watch, invites: created.invites });
      this.dialog.close();
      go(linkTo("game", created.game.id));
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  protected override render(): TemplateResult {
    return html`<dialog aria-labelledby="title">
      <div class="dialog-head">
        <h2 id="title">Open a game from a file</h2>
        <button class="btn small" @click=${() => this.dialog.close()}>Close</button>
      </div>
      <form class="dialog-body" @submit=${this.begin}>
        <p class="dim">A log from this table, from the terminal game, or from a friend by mail.</p>
        <label class="field"><span>File</span><input type="file" @change=${this.chosen} /></label>
        ${
          this.sides.length
            ? html`<p><b>${this.named}</b> <span class="dim">${this.file}</span></p>
              ${this.sides.map(
                (side) =>
                  html`<label class="field"
                    ><span>${capital(side)}</span>
                    <select name=${side}>
                      <option value="mine">I play it</option>
                      <option value="computer">The computer plays it</option>
                      <option value="open">Somebody I invite plays it</option>
                    </select></label
                  >`,
              )}
              <button class="btn primary">Open</button>`
            : nothing
        }
        ${this.failed ? html`<p role="alert">${this.failed}</p>` : nothing}
      </form>
    </dialog>`;
  }
}
