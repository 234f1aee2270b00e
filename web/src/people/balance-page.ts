/** How balanced a scenario is, and how strong the levels of the computer are. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { linkTo } from "../app/route.js";
import { count, sideName } from "../app/words.js";
import type { BalanceFigures, BalancePage, LevelStanding, SideShare } from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { ui } from "../styles/ui.js";
import { peopleApi } from "./people-api.js";

const WIDE = 400;
const HIGH = 22;

const inPercent = (share: number): string => `${Math.round(100 * share)}%`;

@customElement("df-balance")
export class BalancePageView extends LitElement {
  static override styles = [
    ui,
    emblemStyles,
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
      }
      h2 {
        font-size: 18px;
        margin-bottom: 4px;
      }
      .side {
        display: grid;
        grid-template-columns: 9em minmax(0, 1fr) 14.5em;
        gap: 12px;
        align-items: center;
        margin-top: 8px;
      }
      .side > span:first-child {
        display: flex;
        gap: 8px;
        align-items: center;
      }
      svg.bar {
        width: 100%;
        height: 22px;
        display: block;
      }
      .figures {
        white-space: nowrap;
        font-variant-numeric: tabular-nums;
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
      th:first-child,
      td:first-child {
        text-align: left;
      }
      thead th {
        color: var(--dim);
        font-weight: 400;
        font-size: 13px;
      }
      @media (max-width: 620px) {
        .side {
          grid-template-columns: 1fr auto;
        }
        .side svg {
          grid-column: 1 / -1;
          grid-row: 2;
        }
      }
    `,
  ];

  @property({ attribute: false }) scenario = "";
  @state() private found: BalancePage | null = null;
  @state() private failed = "";

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("scenario")) void this.load();
  }

  private async load(): Promise<void> {
    this.failed = "";
    this.found = null;
    try {
      this.found = await peopleApi.balance(this.scenario);
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private side({ side, wins, share, low, high }: SideShare): TemplateResult {
    const at = (part: number): number => part * WIDE;
    return html`<div class="side">
      <span>${emblem(side, 20)} ${sideName(side)}</span>
      <svg class="bar" viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" role="img"
        aria-label="${sideName(side)}: ${inPercent(share)}, between ${inPercent(low)} and ${inPercent(high)}">
        <rect x="0" y="5" width=${WIDE} height="12" rx="3" fill="var(--raised)" />
        <rect x=${at(0.4)} y="1" width=${at(0.2)} height="20" fill="var(--dim)" opacity="0.25" />
        <rect x=${at(low)} y="7" width=${Math.max(2, at(high - low))} height="8" fill="var(--accent)" opacity="0.55" />
        <rect x=${Math.max(0, at(share) - 2)} y="3" width="4" height="16" fill="var(--accent)" />
      </svg>
      <span class="figures">${inPercent(share)} <span class="dim">(${inPercent(low)} to ${inPercent(high)}), ${wins} won</span></span>
    </div>`;
  }

  private figures({ what, players, games, draws, sides }: BalanceFigures): TemplateResult {
    return html`<section>
      <h2>${what}</h2>
      <p class="dim">
        ${count(games, "game")} ${players === "people" ? "that counted for ratings" : `of ${players} against itself`}${draws ? `, ${draws} drawn` : nothing}
      </p>
      ${sides.map((one) => this.side(one))}
    </section>`;
  }

  private levels(levels: readonly LevelStanding[], over: readonly string[]): TemplateResult {
    return html`<section>
      <h2>Levels of the computer</h2>
      <p class="dim">Each against each, from both sides, over ${over.join(", ")}; openskill, everybody begins at 25.</p>
      <table>
        <thead><tr><th>Level</th><th>Rating</th><th>Doubt</th><th>Games</th><th>Won</th></tr></thead>
        <tbody>
          ${levels.map(
            (one) =>
              html`<tr><td>${one.level}</td><td>${one.rating.toFixed(1)}</td><td class="dim">± ${one.doubt.toFixed(1)}</td><td>${one.games}</td><td>${one.wins}</td></tr>`,
          )}
        </tbody>
      </table>
    </section>`;
  }

  protected override render(): TemplateResult {
    const { found } = this;
    if (this.failed) return html`<div class="page"><h1>Balance</h1><p role="alert">${this.failed}</p></div>`;
    if (!found) return html`<div class="page"><p class="dim" role="status">Counting…</p></div>`;
    return html`<div class="page">
      <h1>How balanced is ${found.title}?</h1>
      <p class="dim">
        ${found.system_name} · <a href=${linkTo("scenario", found.scenario)}>to its card</a>. The thin mark is the share of games that a side
        has won, the bar around it what that can mean (95%), the pale field what we call balanced.
      </p>
      ${found.figures.length ? found.figures.map((one) => this.figures(one)) : html`<p>Nobody has measured it yet.</p>`}
      ${this.levels(found.levels, found.measured_over)}
    </div>`;
  }
}
