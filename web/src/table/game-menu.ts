/** Everything about a game that is not a move: sharing, orders, files, giving up. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { openPreferences } from "../app/events.js";
import { keyOf } from "../app/keyring.js";
import { addressOf, linkTo } from "../app/route.js";
import { capital } from "../app/words.js";
import { asText } from "../game/story.js";
import type { Table } from "../game/table.js";
import type { MapInfo, Orders } from "../generated/protocol.js";
import { api } from "../net/api.js";
import { ui } from "../styles/ui.js";

const FIRST_FIRE: readonly (readonly [Orders["first_fire"], string])[] = [
  ["always", "Ask at every step of an enemy move"],
  ["adjacent", "Ask only when the enemy comes adjacent"],
  ["min_fp", "Ask only when enough firepower can be brought to bear"],
  ["never", "Never ask, hold fire"],
];

const INTERRUPTS: readonly (readonly [Orders["interrupts"], string])[] = [
  ["always", "Always ask"],
  ["able", "Ask only when I hold such a card (the quick answer tells that I hold none)"],
  ["never", "Never ask, play none"],
];

const KEYS: readonly (readonly [string, string])[] = [
  ["Arrows, Enter", "go from hex to hex on the map, act there"],
  ["Right click", "all that can be done in a hex (a long press on a screen)"],
  ["N, Shift N", "next and previous place where something can be done"],
  ["F", "fire, declare"],
  ["P, D, S, C", "hold fire, done, stop, cancel"],
  ["1 to 9", "the options of the list, in order"],
  ["U, H", "undo, hint"],
  ["Space", "show at once what is being shown"],
  ["L, V", "line of sight, look under the counters"],
  ["+, −, 0", "closer, farther, the whole map"],
  ["[ and ]", "step back and forth through the game"],
  ["T", "after the game: what was the computer thinking?"],
  ["?", "this list"],
];

const CARD_KEYS: readonly (readonly [string, string])[] = [
  ["Arrows, Enter", "go from card to card on the table, pick what is there"],
  ["Right click", "all that can be done with a card or group (a long press on a screen)"],
  ["N, Shift N", "next and previous card or group with which something can be done"],
  ["F", "fire, declare, resolve"],
  ["D, X, C", "done, no, cancel"],
  ["A, R", "accept or reject terrain"],
  ["1 to 9", "the options of the list, in order"],
  ["U, H", "undo, hint"],
  ["Space", "show at once what is being shown"],
  ["[ and ]", "step back and forth through the game"],
  ["T", "after the game: what was the computer thinking?"],
  ["Esc", "put back what is picked"],
  ["?", "this list"],
];

@customElement("df-game-menu")
export class GameMenu extends LitElement {
  static override styles = [ui, styles()];

  @property({ attribute: false }) table!: Table;
  @property({ attribute: false }) tick = 0;
  @property({ attribute: false }) map: MapInfo | null = null;
  @state() private copied = "";
  @state() private sure = false;
  @query("dialog") private dialog!: HTMLDialogElement;

  open(): void {
    this.sure = false;
    this.copied = "";
    this.dialog.showModal();
  }

  private close(): void {
    this.dialog.close();
  }

  private async copy(name: string, link: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(addressOf(link));
      this.copied = name;
    } catch {
      // Without a clipboard the link is there to be copied by hand.
      this.copied = "";
    }
  }

  private link(name: string, words: string, link: string): TemplateResult {
    return html`<div class="link">
      <label class="field"
        ><span>${words}</span>
        <input type="text" readonly .value=${addressOf(link)} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
      </label>
      <button class="btn" @click=${() => this.copy(name, link)}>${this.copied === name ? "Copied" : "Copy"}</button>
    </div>`;
  }

  private share(id: string): TemplateResult {
    const key = keyOf(id);
    const open = this.table.seats.filter((seat) => seat.kind === "open").map((seat) => seat.side);
    const invites = key?.invites.filter((invite) => open.includes(invite.side)) ?? [];
    return html`<section>
      <h3>Share</h3>
      ${invites.map((invite) => this.link(`i-${invite.side}`, `Invitation to play the ${capital(invite.side)} side`, linkTo("join", id, invite.token)))}
      ${key?.watch ? this.link("watch", "To watch", linkTo("watch", id, key.watch)) : nothing}
    </section>`;
  }

  private orders(orders: Orders): TemplateResult {
    const give = (changes: Partial<Orders>): void =>
      void this.table.giveOrders({ ...(this.table.orders ?? orders), ...changes });
    return html`<section>
      <h3>Standing orders</h3>
      <p class="dim">So that you are not asked when you would say no anyway, also while you are away.</p>
      ${this.table.cards ? this.interrupts(orders, give) : this.firstFire(orders, give)}
      <label class="row"
        ><input
          type="checkbox"
          .checked=${orders.single_options}
          @change=${(event: Event) => give({ single_options: (event.target as HTMLInputElement).checked })}
        />
        Take the only option by itself where there is just one</label
      >
    </section>`;
  }

  private interrupts(orders: Orders, give: (changes: Partial<Orders>) => void): TemplateResult {
    return html`<label class="field"
      ><span>Questions in the enemy's turn: Concealed cards, Heroes</span>
      <select @change=${(event: Event) => give({ interrupts: (event.target as HTMLSelectElement).value as Orders["interrupts"] })}>
        ${INTERRUPTS.map(([id, words]) => html`<option value=${id} ?selected=${id === orders.interrupts}>${words}</option>`)}
      </select>
    </label>`;
  }

  private firstFire(orders: Orders, give: (changes: Partial<Orders>) => void): TemplateResult {
    return html`<label class="field"
        ><span>Defensive First Fire</span>
        <select @change=${(event: Event) => give({ first_fire: (event.target as HTMLSelectElement).value as Orders["first_fire"] })}>
          ${FIRST_FIRE.map(([id, words]) => html`<option value=${id} ?selected=${id === orders.first_fire}>${words}</option>`)}
        </select>
      </label>
      ${
        orders.first_fire === "min_fp"
          ? html`<label class="field"
            ><span>Firepower from which to ask</span>
            <input
              type="number"
              min="1"
              max="36"
              .value=${String(orders.min_fp)}
              @change=${(event: Event) => give({ min_fp: Number((event.target as HTMLInputElement).value) || 4 })}
          /></label>`
          : nothing
      }`;
  }

  private files(id: string): TemplateResult {
    const name = `${this.table.game?.scenario ?? "game"}-${id}`;
    return html`<section>
      <h3>Keep</h3>
      <div class="row">
        <button class="btn" @click=${() => this.keepLog(id, name)}>Game file</button>
        <button class="btn" @click=${() => this.keepStory(name)}>Log as text</button>
        ${this.map ? html`<button class="btn" @click=${() => this.keepMap(name)}>Map as SVG</button>` : nothing}
        ${this.table.spectating ? nothing : html`<button class="btn" @click=${() => this.setUps()}>My set-up</button>`}
      </div>
      <p class="dim">
        A game file can be opened at any Defilade table. While sides have secrets it holds what you have seen, to be
        read only; it is complete when the game is over.
      </p>
    </section>`;
  }

  private setUps(): void {
    this.close();
    this.dispatchEvent(new CustomEvent("set-ups"));
  }

  private async keepLog(id: string, name: string): Promise<void> {
    const key = keyOf(id);
    const { game, side } = this.table;
    // At one screen, what the side in front of it has seen.
    const seats = key?.seats.filter((seat) => !game?.table.curtain || seat.side === side) ?? [];
    const tokens = [...seats.map((seat) => seat.token), key?.watch ?? ""].filter((token) => token);
    try {
      download(`${name}.defilade-log`, await api.log(id, tokens.join(",")), "application/x-ndjson");
    } catch (error) {
      this.table.say({
        text: error instanceof Error ? error.message : String(error),
        rule: "",
        tone: "refused",
      });
      this.close();
    }
  }

  private keepStory(name: string): void {
    const title = `${this.table.game?.title ?? ""} (${this.table.game?.scenario ?? ""})`;
    download(`${name}.txt`, asText(title, this.table.events), "text/plain");
  }

  private async keepMap(name: string): Promise<void> {
    if (this.map) download(`${name}.svg`, await api.picture(this.map.svg), "image/svg+xml");
  }

  private ending(): TemplateResult | typeof nothing {
    if (this.table.spectating || this.table.result) return nothing;
    return html`<section>
      <h3>End it</h3>
      <div class="row">
        <button class="btn" @click=${() => this.leaveWith(this.table.offerDraw())}>Offer a draw</button>
        ${
          this.sure
            ? html`<button class="btn danger" @click=${() => this.leaveWith(this.table.resign())}>Yes, resign</button>
              <button class="btn" @click=${() => (this.sure = false)}>No</button>`
            : html`<button class="btn danger" @click=${() => (this.sure = true)}>Resign…</button>`
        }
      </div>
    </section>`;
  }

  private async leaveWith(sent: Promise<void>): Promise<void> {
    this.close();
    await sent;
  }

  private fairness(): TemplateResult | typeof nothing {
    const game = this.table.game;
    if (!game?.commitment) return nothing;
    return html`<section>
      <h3>Fair dice</h3>
      <p class="dim">
        All dice come from a secret seed whose hash is fixed from the start. When the game is over the seed is shown, and
        <code>defilade log verify</code> checks the game file.
      </p>
      <p class="hash">Hash ${game.commitment}</p>
      ${this.table.seed ? html`<p class="hash">Seed ${this.table.seed}</p>` : nothing}
    </section>`;
  }

  protected override render(): TemplateResult {
    const { table } = this;
    const id = table.game?.id ?? "";
    return html`<dialog aria-labelledby="title" @click=${(event: Event) => event.target === this.dialog && this.close()}>
      <div class="dialog-head">
        <h2 id="title">${table.game?.title ?? "Game"}</h2>
        <button
          class="btn small"
          @click=${() => {
            this.close();
            openPreferences(this);
          }}
        >
          Preferences
        </button>
        <button class="btn small" @click=${() => this.close()}>Close</button>
      </div>
      <div class="dialog-body">
        <section class="seats">
          ${table.seats.map(
            (seat) =>
              html`<p>
                <b>${capital(seat.side)}</b>:
                ${seat.kind === "computer" ? `the computer (${seat.level})` : seat.kind === "open" ? "open seat" : seat.name || "a player"}${seat.kind === "human" ? html` <span class="dim">${seat.connected ? "here" : "away"}</span>` : nothing}
              </p>`,
          )}
          ${table.watching ? html`<p class="dim">${table.watching} watching</p>` : nothing}
        </section>
        ${this.share(id)} ${table.orders && !table.spectating ? this.orders(table.orders) : nothing} ${this.files(id)} ${this.ending()}
        <section>
          <h3>Keys</h3>
          <dl>${(this.table.cards ? CARD_KEYS : KEYS).map(([keys, words]) => html`<div><dt>${keys}</dt><dd>${words}</dd></div>`)}</dl>
        </section>
        ${this.fairness()}
        <a class="btn" href="#/">To the lobby</a>
      </div>
    </dialog>`;
  }
}

function download(name: string, content: string, kind: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: kind }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function styles() {
  return css`
    section {
      display: grid;
      gap: 9px;
      padding-top: 14px;
      border-top: 1px solid var(--edge);
    }
    section:first-child {
      border: 0;
      padding: 0;
      gap: 2px;
    }
    h3 {
      font-size: 15px;
    }
    .link {
      display: flex;
      gap: 8px;
      align-items: end;
    }
    .link .field {
      flex: 1;
    }
    dl {
      margin: 0;
      display: grid;
      gap: 3px;
    }
    dl div {
      display: grid;
      grid-template-columns: 120px 1fr;
      gap: 12px;
    }
    dt {
      font-weight: 600;
    }
    dd {
      margin: 0;
      color: var(--dim);
    }
    .hash {
      font:
        12.5px/1.4 ui-monospace,
        monospace;
      overflow-wrap: anywhere;
      color: var(--dim);
    }
    input[type="checkbox"] {
      width: 18px;
      height: 18px;
      accent-color: var(--accent);
    }
  `;
}
