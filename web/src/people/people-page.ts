/** Who is here, who plays best, and what is known of one of them. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { account } from "../app/account.js";
import { linkTo } from "../app/route.js";
import { ago, capital, count } from "../app/words.js";
import type { Ladder, People, PlayedGame, Profile, Standing } from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { ui } from "../styles/ui.js";
import { peopleApi } from "./people-api.js";
import { person, personStyles, presence, ratingWords } from "./standing.js";

const OUTCOMES: Readonly<Record<string, string>> = { won: "Won", lost: "Lost", drawn: "Drawn" };

@customElement("df-people")
export class PeoplePage extends LitElement {
  static override styles = [
    ui,
    emblemStyles,
    personStyles,
    css`
      .page {
        width: min(920px, 100%);
        margin: 0 auto;
        padding: 24px 20px 40px;
        display: grid;
        gap: 26px;
      }
      h1 {
        font-size: 26px;
        display: flex;
        align-items: center;
        gap: 12px;
      }
      h2 {
        font-size: 18px;
        margin-bottom: 8px;
      }
      .here-now {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 20px;
      }
      table {
        width: 100%;
        border-collapse: collapse;
      }
      th,
      td {
        padding: 7px 10px;
        text-align: right;
        border-bottom: 1px solid var(--edge);
        font-variant-numeric: tabular-nums;
      }
      th:nth-child(2),
      td:nth-child(2),
      th.words,
      td.words {
        text-align: left;
      }
      thead th {
        color: var(--dim);
        font-weight: 400;
        font-size: 13px;
      }
      td .person {
        vertical-align: middle;
      }
      .rank {
        width: 3em;
      }
    `,
  ];

  /** Whose profile; empty: everybody. */
  @property({ attribute: false }) name = "";
  @state() private people: People | null = null;
  @state() private profile: Profile | null = null;
  @state() private failed = "";

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("name")) void this.load();
  }

  private async load(): Promise<void> {
    this.failed = "";
    this.profile = null;
    try {
      if (this.name) this.profile = await peopleApi.profile(this.name);
      else this.people = await peopleApi.people();
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private figures({ rating, doubt, games, won, drawn }: Standing): TemplateResult {
    return html`<td>${ratingWords({ rating, doubt } as Standing)}</td>
      <td class="dim">± ${doubt.toFixed(1)}</td>
      <td>${games}</td>
      <td>${won}</td>
      <td>${drawn}</td>`;
  }

  private ladder({ system, system_name, people }: Ladder): TemplateResult {
    return html`<section aria-labelledby="ladder-${system}">
      <h2 id="ladder-${system}">${system_name}</h2>
      <table>
        <thead>
          <tr><th class="rank">Place</th><th>Player</th><th>Rating</th><th>Doubt</th><th>Games</th><th>Won</th><th>Drawn</th></tr>
        </thead>
        <tbody>
          ${people.map((one, i) => {
            const standing = one.standings.find((found) => found.system === system);
            return html`<tr><td class="rank">${i + 1}</td><td>${person(one)}</td>${standing ? this.figures(standing) : nothing}</tr>`;
          })}
        </tbody>
      </table>
    </section>`;
  }

  private everybody({ here, ladders }: People): TemplateResult {
    return html`<h1>Players</h1>
      <section aria-labelledby="here">
        <h2 id="here">Here now</h2>
        ${
          here.length
            ? html`<div class="here-now">${here.map((one) => person(one))}</div>`
            : html`<p class="dim">Nobody with an account.</p>`
        }
      </section>
      ${ladders.map((one) => this.ladder(one))}
      <p class="dim">
        Ratings are openskill’s, for each game system by itself; everybody begins at 25. Players stand in the order of what is
        sure of them: rating less doubt. A question mark says that a rating rests on few games. Only rated games count.
      </p>`;
  }

  private game({ scenario, title, side, against, outcome, rated, ended }: PlayedGame): TemplateResult {
    return html`<tr>
      <td class="words">${OUTCOMES[outcome] ?? outcome}</td>
      <td><a href=${linkTo("scenario", scenario)}>${title}</a></td>
      <td class="words">${emblem(side, 16)} ${capital(side)} against ${against.join(", ")}</td>
      <td>${rated ? "rated" : ""}</td>
      <td class="dim">${ago(ended)}</td>
    </tr>`;
  }

  private one({ person: who, since, games }: Profile): TemplateResult {
    const day = new Date(since * 1000).toLocaleDateString("en-GB", { dateStyle: "long" });
    return html`<h1>${presence(who.here)} ${who.name}</h1>
      <p class="dim">Here since ${day}. <a href="#/people">All players</a></p>
      <section aria-labelledby="ratings">
        <h2 id="ratings">Ratings</h2>
        ${
          who.standings.length
            ? html`<table>
              <thead><tr><th class="words">System</th><th>Rating</th><th>Doubt</th><th>Games</th><th>Won</th><th>Drawn</th></tr></thead>
              <tbody>${who.standings.map((one) => html`<tr><td class="words">${one.system_name}</td>${this.figures(one)}</tr>`)}</tbody>
            </table>`
            : html`<p class="dim">No rated game has ended yet.</p>`
        }
      </section>
      <section aria-labelledby="games">
        <h2 id="games">Last games</h2>
        ${
          games.length
            ? html`<table>
              <thead><tr><th class="words">Result</th><th>Scenario</th><th class="words">Side</th><th><span class="sr">Rated</span></th><th>Ended</th></tr></thead>
              <tbody>${games.map((one) => this.game(one))}</tbody>
            </table>`
            : html`<p class="dim">${count(0, "game")} that everybody may know of.</p>`
        }
      </section>
      ${account()?.name === who.name ? html`<p class="dim">This is you. Letters and notifications are set in the preferences.</p>` : nothing}`;
  }

  protected override render(): TemplateResult {
    if (this.failed)
      return html`<div class="page"><h1>Players</h1><p role="alert">${this.failed}</p><a href="#/people">All players</a></div>`;
    const shown = this.name
      ? this.profile && this.one(this.profile)
      : this.people && this.everybody(this.people);
    return html`<div class="page">${shown ?? html`<p class="dim" role="status">Asking around…</p>`}</div>`;
  }
}
