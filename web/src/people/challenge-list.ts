/** Tables at which a seat waits for anybody, and who is here. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { linkTo } from "../app/route.js";
import { ago, capital, count } from "../app/words.js";
import type { Challenges, ChallengeView } from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { clockWords } from "../lobby/table-terms.js";
import { ui } from "../styles/ui.js";
import { peopleApi } from "./people-api.js";
import { person, personStyles, rating } from "./standing.js";

@customElement("df-challenges")
export class ChallengeList extends LitElement {
  static override styles = [
    ui,
    emblemStyles,
    personStyles,
    css`
      h2 {
        font-size: 19px;
      }
      ul {
        list-style: none;
        margin: 10px 0 0;
        padding: 0;
        display: grid;
        gap: 8px;
      }
      li {
        display: grid;
        grid-template-columns: minmax(150px, 1.1fr) minmax(150px, 0.9fr) 2fr auto;
        gap: 4px 18px;
        align-items: center;
        padding: 9px 10px 9px 14px;
        border: 1px solid var(--edge);
        border-radius: 10px;
        background: var(--card);
      }
      .side {
        display: inline-flex;
        gap: 6px;
        align-items: center;
        white-space: nowrap;
      }
      .terms {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 14px;
        font-size: 14px;
      }
      .host {
        display: flex;
        gap: 9px;
        align-items: center;
      }
      .none {
        margin-top: 8px;
      }
      @media (max-width: 900px) {
        li {
          grid-template-columns: 1fr auto;
        }
        .terms {
          grid-row: 3;
          grid-column: 1 / -1;
        }
        li .btn {
          grid-row: 1 / span 2;
          grid-column: 2;
        }
      }
    `,
  ];

  @property({ attribute: false }) found: Challenges | null = null;

  private async withdraw(game: string): Promise<void> {
    await peopleApi.withdraw(game);
    this.dispatchEvent(new CustomEvent("again"));
  }

  private challenge({ game, sides, host, yours, length, created }: ChallengeView): TemplateResult {
    return html`<li data-challenge=${game.id}>
      <strong>${game.title}</strong>
      <span class="host">${person(host)} ${rating(host, game.system)}</span>
      <span class="terms">
        ${sides.map((side) => html`<span class="side">${emblem(side, 18)} ${yours ? `${capital(side)} is free` : `You play ${capital(side)}`}</span>`)}
        <span class="dim">${length}</span>
        <span class="dim">${clockWords(game.table.clock)}</span>
        ${game.table.rated ? html`<span>Rated</span>` : nothing}
        <span class="dim">${ago(created)}</span>
      </span>
      ${
        yours
          ? html`<button class="btn small" @click=${() => this.withdraw(game.id)} aria-label="Withdraw ${game.title}">Withdraw</button>`
          : html`<a class="btn small primary" href=${linkTo("challenge", game.id)} aria-label="Look at it: ${game.title} by ${host.name}">Look at it</a>`
      }
    </li>`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { found } = this;
    if (!found?.open) return nothing;
    return html`<section aria-labelledby="challenges">
      <div class="row spread">
        <h2 id="challenges">Open challenges</h2>
        <a class="btn small" href="#/people">${found.here ? `${count(found.here, "player")} here · ratings` : "Players and ratings"}</a>
      </div>
      ${
        found.challenges.length
          ? html`<ul>${found.challenges.map((one) => this.challenge(one))}</ul>`
          : html`<p class="dim none">Nobody waits for an opponent just now. Choose a scenario, and “Anybody here” as opponent, to be the first.</p>`
      }
    </section>`;
  }
}
