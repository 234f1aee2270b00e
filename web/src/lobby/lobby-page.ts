/** The lobby: games to go on with, and scenarios to begin. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { accountToken } from "../app/account.js";
import { allTokens, forgetKey } from "../app/keyring.js";
import { notify } from "../app/notify.js";
import { go, linkTo } from "../app/route.js";
import { ago, capital, count, trim } from "../app/words.js";
import type { Challenges, GameSummary, Lobby, PublicGame, ScenarioView } from "../generated/protocol.js";
import { api } from "../net/api.js";
import { peopleApi } from "../people/people-api.js";
import { ui } from "../styles/ui.js";
import "../people/challenge-list.js";
import "./scenario-dialog.js";
import "./import-dialog.js";
import { emblem, emblemStyles } from "./emblem.js";
import type { ImportDialog } from "./import-dialog.js";

/** Milliseconds after which the lobby looks again. */
const AGAIN = 20_000;

@customElement("df-lobby")
export class LobbyPage extends LitElement {
  static override styles = [ui, emblemStyles, styles()];

  @property({ attribute: false }) scenario = "";
  @state() private lobby: Lobby | null = null;
  @state() private mine: readonly GameSummary[] = [];
  @state() private open: readonly PublicGame[] = [];
  @state() private challenges: Challenges | null = null;
  @state() private failed = "";
  private timer: ReturnType<typeof setInterval> | undefined;
  @query("df-import") private importDialog!: ImportDialog;

  private readonly onAccount = () => void this.load();

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("account", this.onAccount);
    void this.load();
    this.timer = setInterval(() => void this.again(), AGAIN);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("account", this.onAccount);
    clearInterval(this.timer);
  }

  /** What changes while one looks on: whose turn it is, who waits for an opponent. */
  private async again(): Promise<void> {
    if (this.failed || !this.lobby) return;
    const before = new Set(this.mine.filter((game) => game.your_turn).map((game) => game.game.id));
    try {
      await this.gather();
    } catch {
      // Somebody who only looks on is not troubled; the next round asks again.
      return;
    }
    for (const { game, your_turn } of this.mine) {
      if (your_turn && !before.has(game.id))
        notify(`Your turn in ${game.title}`, game.id, linkTo("game", game.id));
    }
  }

  private async load(): Promise<void> {
    this.failed = "";
    try {
      this.lobby = (await Promise.all([api.lobby(), this.gather()]))[0];
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private async gather(): Promise<void> {
    const tokens = allTokens();
    const [mine, open, challenges] = await Promise.all([
      tokens.length || accountToken() ? api.myGames(tokens, accountToken()) : Promise.resolve({ games: [] }),
      api.publicGames(),
      peopleApi.challenges(),
    ]);
    this.challenges = challenges;
    this.mine = [...mine.games].sort(byUrgency);
    this.open = open.games.filter((game) => !mine.games.some((own) => own.game.id === game.game.id));
  }

  private forget(id: string): void {
    forgetKey(id);
    this.mine = this.mine.filter((game) => game.game.id !== id);
  }

  private game(summary: GameSummary): TemplateResult {
    const { game, result } = summary;
    const state = result
      ? result.winner
        ? `${capital(result.winner)} won`
        : "Drawn"
      : summary.sides.length === 0
        ? "You watch"
        : summary.your_turn
          ? "Your decision"
          : "Waiting";
    const opponents = game.seats
      .filter((seat) => !summary.sides.includes(seat.side))
      .map((seat) => (seat.kind === "computer" ? `computer (${seat.level})` : seat.name || "open seat"));
    return html`<li class="game ${summary.your_turn && !result ? "urgent" : ""}">
      <a href=${linkTo("game", game.id)}>
        <strong>${game.title}</strong>
        <span class="state">${state}</span>
        <span class="dim">
          ${summary.sides.map(capital).join(" and ")}${opponents.length ? ` against ${opponents.join(", ")}` : ""}
        </span>
        <span class="dim right">${summary.headline ? `${summary.headline} · ` : ""}${ago(summary.last_moved)}</span>
      </a>
      ${
        result
          ? html`<button class="btn quiet small" @click=${() => this.forget(game.id)} aria-label="Take ${game.title} off the list">
            Remove
          </button>`
          : nothing
      }
    </li>`;
  }

  private card(scenario: ScenarioView): TemplateResult {
    const squads = scenario.details.squads;
    return html`<li>
      <a class="scenario" href=${linkTo("scenario", scenario.id)} data-scenario=${scenario.id}>
        <div class="picture">${scenario.thumbnail ? html`<img src=${scenario.thumbnail} alt="" loading="lazy" />` : nothing}</div>
        <div class="text">
          <h3><span class="id">${scenario.id}</span> ${scenario.title}</h3>
          <p class="dim">${whenAndWhere(scenario)}</p>
          <p class="sides">
            ${scenario.sides.map(
              (side) =>
                html`<span class="force">${emblem(side)}${capital(side)}<b>${trim(squads[side] ?? 0)}</b></span>`,
            )}
          </p>
          <p class="facts">
            <span>${scenario.details.length || count(scenario.turns, "turn")}</span><span>${scenario.details.size || sizeOf(scenario)}</span
            ><span>${scenario.boards.length ? `board ${scenario.boards.join(" and ")}` : "cards"}</span>
          </p>
          <p class="victory">${scenario.victory}</p>
        </div>
      </a>
    </li>`;
  }

  protected override render(): TemplateResult {
    if (this.failed) {
      return html`<div class="page trouble">
        <h1>No connection</h1>
        <p role="alert">${this.failed}</p>
        <button class="btn primary" @click=${() => this.load()}>Try again</button>
      </div>`;
    }
    const lobby = this.lobby;
    return html`<div class="page">
        ${
          this.mine.length
            ? html`<h1 class="sr">Play</h1>
              <section aria-labelledby="mine">
              <h2 id="mine">Your games</h2>
              <ul class="games">
                ${this.mine.map((game) => this.game(game))}
              </ul>
            </section>`
            : this.welcome()
        }
        ${
          this.challenges?.open
            ? html`<df-challenges .found=${this.challenges} @again=${() => this.load()}></df-challenges>`
            : nothing
        }
        <section aria-labelledby="scenarios">
          <div class="row spread heading">
            <h2 id="scenarios">Scenarios</h2>
            <div class="row">
              <a class="btn small" href="#/design">Design your own</a>
              <a class="btn small" href="#/campaigns">Campaigns</a>
              <button class="btn small" @click=${() => this.importDialog.open()}>Open a game from a file</button>
            </div>
          </div>
          ${
            lobby
              ? lobby.systems.map((system) => {
                  const here = lobby.scenarios.filter((scenario) => scenario.system === system.id);
                  return html`<h3 class="system">${system.name}</h3>
                  <ul class="scenarios">
                    ${here.map((scenario) => this.card(scenario))}
                  </ul>`;
                })
              : html`<p class="dim">Laying out the cards…</p>`
          }
        </section>
        ${
          this.open.length
            ? html`<section aria-labelledby="watch">
              <h2 id="watch">Games to watch</h2>
              <ul class="games">
                ${this.open.map(
                  (game) =>
                    html`<li class="game">
                      <a href=${linkTo("watch", game.game.id, game.watch)}>
                        <strong>${game.game.title}</strong>
                        <span class="state">${game.headline}</span>
                        <span class="dim">${game.game.seats.map((seat) => seat.name || capital(seat.side)).join(" against ")}</span>
                        <span class="dim right">${ago(game.last_moved)}</span>
                      </a>
                    </li>`,
                )}
              </ul>
            </section>`
            : nothing
        }
        ${lobby ? html`<footer class="dim">Defilade ${lobby.version}. Unofficial; to learn the game, get the game.</footer>` : nothing}
      </div>
      ${
        lobby
          ? html`<df-scenario
            .lobby=${lobby}
            .scenario=${this.scenario}
            ?meeting=${this.challenges?.open ?? false}
            @close=${() => go("#/")}
          ></df-scenario>`
          : nothing
      }
      <df-import></df-import>`;
  }

  private welcome(): TemplateResult {
    return html`<section class="welcome">
      <div>
        <h1>Squad-level war, by the book</h1>
        <p>
          Every rule is kept for you, every number says where it comes from, and before you roll you see the exact odds.
          Never played? Eight short lessons show how it goes.
        </p>
      </div>
      <div class="row">
        <a class="btn primary" href=${linkTo("scenario", "S1")}>Play a first game</a>
        <a class="btn" href="#/learn">Learn the game</a>
      </div>
    </section>`;
  }
}

function byUrgency(a: GameSummary, b: GameSummary): number {
  const rank = (game: GameSummary): number => (game.result ? 2 : game.your_turn ? 0 : 1);
  return rank(a) - rank(b) || b.last_moved - a.last_moved;
}

export function sizeOf(scenario: ScenarioView): string {
  const squads = Object.values(scenario.details.squads).reduce((sum, n) => sum + n, 0);
  if (!squads) return "";
  return squads <= 20 ? "small" : squads <= 30 ? "middling" : "large";
}

export function whenAndWhere({ place, date }: ScenarioView): string {
  return [place, dated(date)].filter((words) => words).join(", ");
}

/** `1944-06-07` as one would say it; what is no date stays as it is. */
export function dated(date: string): string {
  const parsed = /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T12:00:00Z`) : null;
  if (!parsed || Number.isNaN(parsed.valueOf())) return date;
  return parsed.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}

function styles() {
  return css`
    .page {
      width: min(1240px, 100%);
      margin: 0 auto;
      padding: 24px 20px 40px;
      display: grid;
      gap: 30px;
    }
    .trouble {
      justify-items: center;
      margin-top: 12vh;
      gap: 14px;
    }
    h1 {
      font-size: clamp(22px, 3.4vw, 32px);
      line-height: 1.15;
    }
    h2 {
      font-size: 19px;
    }
    .heading {
      margin-bottom: 4px;
    }
    .welcome {
      display: flex;
      flex-wrap: wrap;
      align-items: end;
      justify-content: space-between;
      gap: 18px 40px;
      padding: 12px 0 4px;
    }
    .welcome p {
      max-width: 62ch;
      margin-top: 8px;
      color: var(--dim);
      font-size: 16px;
    }
    .welcome .btn {
      min-height: 44px;
      padding: 0 20px;
    }
    .system {
      margin: 4px 0 12px;
      color: var(--dim);
      font-size: 14px;
      font-weight: 500;
    }
    ul {
      list-style: none;
      margin: 0;
      padding: 0;
    }
    .scenarios {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(360px, 100%), 1fr));
      gap: 18px;
    }
    .scenario {
      display: flex;
      flex-direction: column;
      height: 100%;
      border: 1px solid var(--edge);
      border-radius: var(--radius);
      overflow: hidden;
      background: var(--card);
      color: var(--ink);
      text-decoration: none;
      transition:
        border-color 0.15s,
        translate 0.15s;
    }
    .scenario:hover,
    .scenario:focus-visible {
      border-color: var(--accent);
      translate: 0 -2px;
    }
    :host-context([data-motion="none"]) .scenario:hover {
      translate: none;
    }
    .picture {
      height: 132px;
      background: repeating-linear-gradient(115deg, #4a5a33 0 14px, #53643a 14px 28px);
      overflow: hidden;
    }
    .picture img {
      width: 100%;
      height: 100%;
      object-fit: cover;
      display: block;
    }
    .text {
      padding: 14px 16px 16px;
      display: grid;
      gap: 7px;
      align-content: start;
      flex: 1;
    }
    h3 {
      font-size: 17px;
      line-height: 1.25;
    }
    .id {
      color: var(--accent);
    }
    .sides {
      display: flex;
      flex-wrap: wrap;
      gap: 6px 18px;
    }
    .force {
      display: inline-flex;
      align-items: center;
      gap: 7px;
    }
    .facts {
      display: flex;
      flex-wrap: wrap;
      gap: 4px;
      font-size: 13px;
    }
    .facts span {
      padding: 1px 9px;
      border-radius: 99px;
      background: var(--raised);
      color: var(--dim);
    }
    .facts span:empty {
      display: none;
    }
    .victory {
      color: var(--dim);
      font-size: 14px;
    }
    .games {
      display: grid;
      gap: 8px;
      margin-top: 10px;
    }
    .game {
      display: flex;
      align-items: center;
      gap: 8px;
      border: 1px solid var(--edge);
      border-left: 5px solid var(--edge);
      border-radius: 10px;
      background: var(--card);
      padding-right: 8px;
    }
    .game.urgent {
      border-left-color: var(--accent);
    }
    .game a {
      flex: 1;
      display: grid;
      grid-template-columns: minmax(130px, 1.2fr) minmax(100px, 0.8fr) 2fr auto;
      gap: 2px 18px;
      align-items: baseline;
      padding: 12px 14px;
      color: var(--ink);
      text-decoration: none;
    }
    .urgent .state {
      color: var(--accent);
      font-weight: 700;
    }
    .game .right {
      text-align: right;
    }
    footer {
      font-size: 13px;
    }
    @media (max-width: 700px) {
      .page {
        padding: 16px 12px 30px;
        gap: 22px;
      }
      .game a {
        grid-template-columns: 1fr auto;
      }
      .picture {
        height: 110px;
      }
    }
  `;
}
