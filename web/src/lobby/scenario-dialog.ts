/** A scenario card in full, and how to begin a game of it. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { account, accountToken } from "../app/account.js";
import { newShare } from "../app/dice-share.js";
import { openRule } from "../app/events.js";
import { addKey } from "../app/keyring.js";
import { prefer, preferences } from "../app/preferences.js";
import { go, linkTo } from "../app/route.js";
import { capital, count, sideName, trim } from "../app/words.js";
import { counterIcon, iconStyles, shapes } from "../board/counter-icon.js";
import { faceStyles, unitFace } from "../cards/faces.js";
import type {
  ForceView,
  Lobby,
  NewGame,
  OptionInfo,
  ScenarioView,
  SeatWish,
  TableOptions,
} from "../generated/protocol.js";
import { api } from "../net/api.js";
import { ui } from "../styles/ui.js";
import "../panels/account-form.js";
import { emblem, emblemStyles, nationOf } from "./emblem.js";
import { whenAndWhere } from "./lobby-page.js";
import { UNDO } from "./table-terms.js";

type Opponent = "computer" | "here" | "link" | "mail" | "anybody";

const OPPONENTS: readonly (readonly [Opponent, string, string])[] = [
  ["computer", "The computer", "begins at once"],
  ["here", "Someone here", "both at this screen"],
  ["link", "A friend by link", "live, or a move a day"],
  ["mail", "By mail", "pass the game as a file"],
];
/** On a server where people meet. */
const ANYBODY = ["anybody", "Anybody here", "an open challenge"] as const;

const CLOCKS: readonly (readonly [string, string, TableOptions["clock"]])[] = [
  ["none", "No clock", { kind: "none", seconds: 0, increment: 0 }],
  ["move-day", "A day for each decision", { kind: "move", seconds: 86_400, increment: 0 }],
  ["move-3-days", "3 days for each decision", { kind: "move", seconds: 259_200, increment: 0 }],
  ["move-week", "A week for each decision", { kind: "move", seconds: 604_800, increment: 0 }],
  ["move-3", "3 minutes for each decision", { kind: "move", seconds: 180, increment: 0 }],
  ["game-60", "An hour each, 10 s more a decision", { kind: "game", seconds: 3600, increment: 10 }],
  ["game-25", "25 minutes each, 5 s more a decision", { kind: "game", seconds: 1500, increment: 5 }],
];

function clockOf(wanted: string): TableOptions["clock"] {
  const known = CLOCKS.find(([id]) => id === wanted);
  return known?.[2] ?? { kind: "none", seconds: 0, increment: 0 };
}

@customElement("df-scenario")
export class ScenarioDialog extends LitElement {
  static override styles = [ui, emblemStyles, ...iconStyles, faceStyles, styles()];

  @property({ attribute: false }) lobby!: Lobby;
  @property({ attribute: false }) scenario = "";
  /** People meet at this server: there can be open challenges. */
  @property({ type: Boolean }) meeting = false;
  @state() private side = "";
  @state() private opponent: Opponent = "computer";
  @state() private others: Readonly<Record<string, Opponent>> = {};
  @state() private values: Readonly<Record<string, string>> = {};
  @state() private failed = "";
  @state() private busy = false;
  @query("dialog") private dialog!: HTMLDialogElement;
  @query("form") private form!: HTMLFormElement;

  /** Who plays, as the table options have it. */
  private get sides(): readonly string[] {
    const card = this.card;
    const found = card?.details.line_ups.find((one) =>
      Object.entries(one.options).every(([option, value]) => this.chosen(option) === value),
    );
    return found?.sides ?? card?.sides ?? [];
  }

  private chosen(option: string): string {
    const found = this.card?.details.options.find((one) => one.id === option);
    return this.values[option] ?? found?.values[0]?.id ?? "";
  }

  /** The table options that are of use with what is chosen. */
  private get options(): readonly OptionInfo[] {
    return (this.card?.details.options ?? []).filter((option) =>
      Object.entries(option.needs).every(([other, value]) => this.chosen(other) === value),
    );
  }

  /** The scenario that a side plays: in a team game each table can have its own. */
  private cardOf(side: string): ScenarioView | undefined {
    const other = this.chosen(`scenario-${side.split("-")[1] ?? ""}`);
    return this.lobby.scenarios.find((one) => one.id === other) ?? this.card;
  }

  private setOption(option: string, value: string): void {
    this.values = { ...this.values, [option]: value };
    if (!this.sides.includes(this.side)) this.side = this.sides[0] ?? "";
  }

  private get card(): ScenarioView | undefined {
    return this.lobby.scenarios.find((one) => one.id.toLowerCase() === this.scenario.toLowerCase());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("scenario")) {
      this.values = {};
      this.others = {};
      this.side = this.card?.sides[0] ?? "";
      this.failed = "";
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("scenario")) return;
    if (this.card && !this.dialog.open) this.dialog.showModal();
    else if (!this.card && this.dialog?.open) this.dialog.close();
  }

  private async begin(event: Event): Promise<void> {
    event.preventDefault();
    const card = this.card;
    if (!card) return;
    const data = new FormData(this.form);
    const text = (name: string): string => String(data.get(name) ?? "");
    const options: Record<string, string> = {};
    for (const option of this.options) {
      const value = text(`option-${option.id}`);
      const said = value !== option.values[0]?.id || Object.keys(option.needs).length > 0;
      if (value && said) options[option.id] = value;
    }
    const name = text("name").trim();
    prefer({ name });
    const asked: NewGame = {
      scenario: card.id,
      name,
      seats: this.sides.map((side): SeatWish => this.seat(side, text("level"))),
      options,
      table: {
        undo: text("undo") as TableOptions["undo"],
        clock: clockOf(text("clock")),
        mail: this.opponent === "mail",
        public: data.has("public"),
        curtain: this.opponent !== "here" || data.has("curtain"),
        challenge: this.opponent === "anybody",
        rated: this.opponent === "anybody" && data.has("rated"),
      },
    };
    await this.create(asked);
  }

  /** Who plays one of the other sides; where there are several, each can be said by itself. */
  private whoPlays(side: string): Opponent {
    const several = this.sides.length > 2 && this.opponent !== "mail";
    return (several ? this.others[side] : undefined) ?? this.opponent;
  }

  private seat(side: string, level: string): SeatWish {
    const who = this.whoPlays(side);
    if (side === this.side || who === "here" || who === "mail") return { side, who: "mine" };
    return who === "computer" ? { side, who: "computer", level } : { side, who: "open" };
  }

  private async create(asked: NewGame): Promise<void> {
    this.busy = true;
    this.failed = "";
    try {
      const { salt, pledge } = await newShare();
      const { game, seats, watch, invites } = await api.newGame({ ...asked, pledge }, accountToken());
      addKey({ id: game.id, seats, watch, invites, salt });
      this.dialog.close();
      go(linkTo("game", game.id));
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    } finally {
      this.busy = false;
    }
  }

  private closed(): void {
    if (location.hash.startsWith("#/scenario")) this.dispatchEvent(new CustomEvent("close"));
  }

  private force(force: ForceView): TemplateResult {
    return html`<div class="force">
      <p>
        <b>${force.name}</b>
        <span class="dim">${force.comes}${force.elr ? ` · ELR ${force.elr}` : ""}</span>
      </p>
      <div class="counters">
        ${force.cards.map((unit) => html`<span class="thing unit ${unit.kind === "man" ? "" : "machine"}" title=${unit.words}>${unitFace(unit, unit.side, null)}</span>`)}
        ${force.counters.map(
          ({ count: n, counter }) =>
            html`<figure title=${counter.words || counter.name}>
              ${counterIcon(counter, 48)}
              <figcaption>${n > 1 ? html`<b>${n}×</b>` : nothing}<span class="sr">${counter.words || counter.name}</span></figcaption>
            </figure>`,
        )}
      </div>
    </div>`;
  }

  private about(card: ScenarioView): TemplateResult {
    const { details } = card;
    return html`<div class="about">
      ${card.thumbnail ? html`<img class="thumb" src=${card.thumbnail} alt=${card.boards.length ? `Map: board ${card.boards.join(" and ")}` : ""} />` : nothing}
      ${details.situation ? html`<p class="situation">${details.situation}</p>` : nothing}
      <dl>
        <div><dt>Victory</dt><dd>${card.victory}</dd></div>
        <div><dt>Length</dt><dd>${details.length || count(card.turns, "turn")}</dd></div>
        ${
          details.sets_up_first
            ? html`<div><dt>Sets up first</dt><dd>${capital(details.sets_up_first)}</dd></div>`
            : nothing
        }
        ${details.moves_first ? html`<div><dt>Moves first</dt><dd>${capital(details.moves_first)}</dd></div>` : nothing}
        <div><dt>Balance</dt><dd>${card.balance ? html`${balanceWords(card)} · ` : nothing}<a href=${linkTo("balance", card.id)}>figures and ratings</a></dd></div>
        ${
          details.special_rules.length
            ? html`<div>
              <dt>Special rules</dt>
              <dd class="row">
                ${details.special_rules.map(
                  (id) =>
                    html`<button type="button" class="rule" @click=${() => openRule(this, id)}>${id}</button>`,
                )}
              </dd>
            </div>`
            : nothing
        }
      </dl>
      ${this.sides.map(
        (side) =>
          html`<section class="forces">
            <h3>${emblem(side)} ${sideName(side)} <span class="dim">${trim(this.cardOf(side)?.details.squads[nationOf(side)] ?? 0)} ${card.boards.length ? "squads" : "cards"}</span></h3>
            ${this.cardOf(side)
              ?.details.forces.filter((force) => force.side === nationOf(side))
              .map((force) => this.force(force))}
          </section>`,
      )}
    </div>`;
  }

  /** Who plays each of the other sides, where there are more than two. */
  private otherSeats(): TemplateResult | typeof nothing {
    if (this.sides.length < 3 || this.opponent === "mail") return nothing;
    const ways = OPPONENTS.filter(([id]) => id !== "mail");
    return html`<div class="options seats">
      ${this.sides
        .filter((side) => side !== this.side)
        .map(
          (side) =>
            html`<label class="field"
              ><span>${sideName(side)}</span>
              <select
                name="seat-${side}"
                .value=${this.whoPlays(side)}
                @change=${(event: Event) => {
                  const who = (event.target as HTMLSelectElement).value as Opponent;
                  this.others = { ...this.others, [side]: who };
                }}
              >
                ${ways.map(([id, label]) => html`<option value=${id} ?selected=${id === this.whoPlays(side)}>${label}</option>`)}
              </select></label
            >`,
        )}
    </div>`;
  }

  private setUp(): TemplateResult {
    return html`<form @submit=${this.begin}>
      <fieldset>
        <legend>You play</legend>
        <div class="choices two">
          ${this.sides.map(
            (side) =>
              html`<label class="choice"
                ><input
                  type="radio"
                  name="side"
                  value=${side}
                  .checked=${side === this.side}
                  @change=${() => (this.side = side)}
                /><span>${emblem(side, 26)} ${sideName(side)}</span></label
              >`,
          )}
        </div>
      </fieldset>
      <fieldset>
        <legend>Against</legend>
        <div class="choices two">
          ${[...OPPONENTS, ...(this.meeting && this.sides.length === 2 ? [ANYBODY] : [])].map(
            ([id, label, words]) =>
              html`<label class="choice"
                ><input
                  type="radio"
                  name="opponent"
                  value=${id}
                  .checked=${id === this.opponent}
                  @change=${() => {
                    this.opponent = id;
                    this.others = {};
                  }}
                /><span><b>${label}</b><small>${words}</small></span></label
              >`,
          )}
        </div>
        ${this.otherSeats()}
        ${
          this.opponent === "anybody"
            ? account()
              ? html`<label class="row rated"><input type="checkbox" name="rated" checked /> Rated: the end counts for both ratings</label>`
              : html`<p class="dim">For that you need an account:</p>`
            : nothing
        }
      </fieldset>
      ${
        this.sides.some((side) => side !== this.side && this.whoPlays(side) === "computer")
          ? html`<label class="field"
            ><span>Level</span>
            <select name="level">
              ${this.lobby.levels.map(
                (level, i, all) =>
                  html`<option value=${level.id} ?selected=${i === all.length - 1}>${level.name}</option>`,
              )}
            </select></label
          >`
          : nothing
      }
      <label class="field"
        ><span>Your name</span
        ><input type="text" name="name" maxlength="40" autocomplete="nickname" placeholder=${capital(this.side)} .value=${preferences().name}
      /></label>
      <details>
        <summary>Table options</summary>
        <div class="options">
          ${this.options.map(
            (option) =>
              html`<label class="field"
                ><span>${option.name}</span>
                <select
                  name="option-${option.id}"
                  @change=${(event: Event) => this.setOption(option.id, (event.target as HTMLSelectElement).value)}
                >
                  ${option.values.map((value) => html`<option value=${value.id}>${value.name}</option>`)}
                </select>
                ${option.about ? html`<small class="dim">${option.about}</small>` : nothing}</label
              >`,
          )}
          <label class="field"
            ><span>Taking back</span>
            <select name="undo">
              ${Object.entries(UNDO).map(([id, words]) => html`<option value=${id}>${words}</option>`)}
            </select></label
          >
          <label class="field"
            ><span>Clock</span>
            <select name="clock">
              ${CLOCKS.map(([id, words]) => html`<option value=${id} ?selected=${id === (this.opponent === "anybody" ? "move-day" : "none")}>${words}</option>`)}
            </select></label
          >
          <label class="row"><input type="checkbox" name="public" /> Everybody may watch</label>
          ${
            this.opponent === "here"
              ? html`<label class="row"
                  ><input type="checkbox" name="curtain" checked /> Cover the screen between sides that have secrets</label
                >`
              : nothing
          }
        </div>
      </details>
      ${this.failed ? html`<p role="alert" class="alert">${this.failed}</p>` : nothing}
      <button class="btn primary begin" ?disabled=${this.busy || (this.opponent === "anybody" && !account())}>
        ${this.busy ? "Setting the table…" : this.opponent === "anybody" ? "Put the challenge up" : "Begin"}
      </button>
    </form>
    ${this.opponent === "anybody" && !account() ? html`<df-account @account=${() => this.requestUpdate()}></df-account>` : nothing}`;
  }

  protected override render(): TemplateResult {
    const card = this.card;
    return html`${shapes()}
      <dialog
        aria-labelledby="title"
        @close=${this.closed}
        @click=${(event: Event) => event.target === this.dialog && this.dialog.close()}
      >
        ${
          card
            ? html`<div class="dialog-head">
                <h2 id="title"><span class="id">${card.id}</span> ${card.title}</h2>
                <span class="dim where">${whenAndWhere(card)}</span>
                <button class="btn small" @click=${() => this.dialog.close()}>Close</button>
              </div>
              <div class="body">${this.about(card)}${this.setUp()}</div>`
            : nothing
        }
      </dialog>`;
  }
}

function balanceWords(card: ScenarioView): string {
  const { balance } = card;
  if (!balance?.games) return "";
  const shares = card.sides.map(
    (side) => `${capital(side)} ${Math.round((100 * (balance.wins[side] ?? 0)) / balance.games)}%`,
  );
  return `${shares.join(", ")} in ${balance.games} games of ${balance.players}`;
}

function styles() {
  return css`
    .rated {
      margin-top: 8px;
    }
    dialog {
      width: min(1080px, calc(100vw - 24px));
    }
    .id {
      color: var(--accent);
    }
    .where {
      font-size: 14px;
    }
    .body {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 340px;
    }
    .about {
      padding: 16px;
      display: grid;
      gap: 16px;
      align-content: start;
    }
    form {
      padding: 16px;
      display: grid;
      gap: 16px;
      align-content: start;
      border-left: 1px solid var(--edge);
      background: color-mix(in srgb, var(--bg) 45%, var(--card));
    }
    .thumb {
      width: 100%;
      max-height: 240px;
      object-fit: cover;
      border-radius: 8px;
      display: block;
    }
    .situation {
      font-size: 16px;
      line-height: 1.55;
    }
    dl {
      margin: 0;
      display: grid;
      gap: 7px;
    }
    dl div {
      display: grid;
      grid-template-columns: 120px 1fr;
      gap: 12px;
    }
    dt {
      color: var(--dim);
    }
    dd {
      margin: 0;
    }
    .forces {
      display: grid;
      gap: 10px;
      padding-top: 12px;
      border-top: 1px solid var(--edge);
    }
    .forces h3 {
      font-size: 16px;
    }
    .force .dim {
      font-size: 13.5px;
      margin-left: 6px;
    }
    .counters {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 10px;
      margin-top: 6px;
    }
    figure {
      margin: 0;
      display: flex;
      align-items: center;
      gap: 2px;
      flex-direction: row-reverse;
    }
    .choices {
      display: grid;
      gap: 8px;
    }
    .choices.two {
      grid-template-columns: 1fr 1fr;
    }
    .choice {
      position: relative;
      display: block;
      cursor: pointer;
    }
    .choice input {
      position: absolute;
      opacity: 0;
      inset: 0;
      width: 100%;
      height: 100%;
      margin: 0;
      cursor: pointer;
    }
    .choice span {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 2px 8px;
      min-height: 46px;
      padding: 8px 12px;
      border: 2px solid var(--edge);
      border-radius: 10px;
      background: var(--card);
      line-height: 1.25;
      height: 100%;
    }
    .choice b {
      width: 100%;
      font-weight: 600;
    }
    .choice small {
      color: var(--dim);
      font-size: 12.5px;
    }
    .choice input:checked + span {
      border-color: var(--accent);
      background: var(--raised);
    }
    .choice input:focus-visible + span {
      outline: 3px solid var(--focus);
      outline-offset: 2px;
    }
    summary {
      cursor: pointer;
      color: var(--dim);
      padding: 4px 0;
    }
    .options {
      display: grid;
      gap: 12px;
      padding-top: 10px;
    }
    input[type="checkbox"] {
      width: 18px;
      height: 18px;
      accent-color: var(--accent);
    }
    .begin {
      min-height: 48px;
      font-size: 16px;
    }
    .alert {
      color: var(--danger);
    }
    @media (max-width: 860px) {
      .body {
        grid-template-columns: 1fr;
      }
      form {
        order: -1;
        border-left: 0;
        border-bottom: 1px solid var(--edge);
      }
      .where {
        display: none;
      }
    }
  `;
}
