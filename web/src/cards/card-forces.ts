/** Beside a card table: how victory stands, who has fallen, and which cards have been seen. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { look } from "../app/look.js";
import type { CardScene } from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { ui } from "../styles/ui.js";
import { forcesStyles, scrolls, sidesTable, victoryWords } from "../table/side-panels.js";

@customElement("df-card-forces")
export class CardForces extends LitElement {
  static override styles = [ui, emblemStyles, forcesStyles, styles()];

  @property({ attribute: false }) scene!: CardScene;

  override connectedCallback(): void {
    super.connectedCallback();
    scrolls(this, "Forces and victory");
  }

  protected override render(): TemplateResult {
    const { sides, victory, fallen } = this.scene;
    const nation = (side: string): string => sides.find((one) => one.id === side)?.nation ?? side;
    return html`<section>${victoryWords(victory)}</section>
      ${sidesTable(
        ["Cards", "Pinned", "Lost", "Hand", "VP"],
        sides.map(
          (side) =>
            html`<tr>
                <th scope="row">
                  ${emblem(side.nation, 18)} ${side.name}
                  <small class="dim">${[side.troops, ...side.words].join(", ")}</small>
                </th>
                <td>${side.cards}</td>
                <td>${side.pinned}</td>
                <td title="The squad breaks at ${side.breaks_at}">${side.lost}<small>/${side.breaks_at}</small></td>
                <td>${side.hand}<small>/${side.hand_limit}</small></td>
                <td>${side.points}</td>
              </tr>`,
        ),
      )}
      ${
        fallen.length
          ? html`<section>
            <h3>Out of the fight</h3>
            <ul class="fallen">
              ${fallen.map(
                (one) =>
                  html`<li>${emblem(nation(one.side), 16)} ${one.name} <span class="dim">${one.text}${one.turn ? `, turn ${one.turn}` : ""}</span></li>`,
              )}
            </ul>
          </section>`
          : nothing
      }`;
  }
}

@customElement("df-seen-cards")
export class SeenCardsPanel extends LitElement {
  static override styles = [ui, forcesStyles, styles()];

  @property({ attribute: false }) scene!: CardScene;

  override connectedCallback(): void {
    super.connectedCallback();
    scrolls(this, "Cards seen so far");
  }

  protected override render(): TemplateResult {
    return html`${this.scene.piles.map(
      (pile) =>
        html`<section>
          <h3>${this.scene.piles.length > 1 ? `Table ${pile.table}: deck` : "Deck"} ${pile.deck} of ${pile.decks}</h3>
          <p class="dim">What has come out of this deck, or is in your own hand. The rest is in the pile or with the others.</p>
          <ul class="seen">
            ${pile.seen.map(
              (one) =>
                html`<li>
                  <span>${one.name}</span>
                  <span class="bar" aria-hidden="true"><i ${look({ width: `${(100 * one.seen) / one.of}%` })}></i></span>
                  <span class="of">${one.seen} of ${one.of}</span>
                </li>`,
            )}
          </ul>
        </section>`,
    )}`;
  }
}

function styles() {
  return css`
    th:first-child {
      padding-left: 0;
    }
    th small {
      display: block;
      font-weight: 400;
    }
    td small {
      color: var(--dim);
    }
    .fallen,
    .seen {
      list-style: none;
      padding: 0;
      color: inherit;
      display: grid;
      gap: 4px;
    }
    .seen li {
      display: grid;
      grid-template-columns: 96px 1fr 64px;
      gap: 10px;
      align-items: center;
    }
    .seen .bar {
      height: 10px;
      border-radius: 3px;
      background: var(--raised);
      overflow: hidden;
    }
    .seen .bar i {
      display: block;
      height: 100%;
      background: var(--accent);
    }
    .seen .of {
      text-align: right;
      color: var(--dim);
      font-variant-numeric: tabular-nums;
    }
  `;
}
