/** The end of a game: who won and why, losses, luck, how it stood over the turns and where it turned. */
import { css, html, LitElement, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { percent, sideName, signed, trim } from "../app/words.js";
import type { Spot } from "../board/viewport.js";
import type { Table } from "../game/table.js";
import type { Luck, Reckoning, TurningPoint } from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { api } from "../net/api.js";
import { ui } from "../styles/ui.js";
import "./analysis.js";
import { turnMarks } from "./analysis-graph.js";

const WIDTH = 640;
const HEIGHT = 150;
const LEFT = 6;
const RADIUS = 8;

@customElement("df-ending")
export class Ending extends LitElement {
  static override styles = [ui, emblemStyles, styles()];

  @property({ attribute: false }) table!: Table;
  @property({ attribute: false }) token = "";
  /** Changes whenever the table does. */
  @property({ attribute: false }) tick = 0;
  @state() private found: Reckoning | null = null;
  @state() private failed = "";
  private asked = "";

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const game = this.table.game?.id ?? "";
    if (!this.table.result || this.asked === game) return;
    this.asked = game;
    void this.load(game);
  }

  private async load(game: string): Promise<void> {
    try {
      this.found = await api.account(game, this.token);
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private tell(what: string, detail?: number): void {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }

  // -- losses ------------------------------------------------------------------------------------------------

  private losses(): TemplateResult | typeof nothing {
    const { board, cards } = this.table;
    if (board) {
      return html`<table class="losses">
        <caption class="sr">Losses</caption>
        <thead><tr><th scope="col"><span class="sr">Side</span></th><th scope="col">Lost</th><th scope="col">Left</th><th scope="col">Broken</th><th scope="col">Leaders</th></tr></thead>
        <tbody>${board.sides.map(
          (side) =>
            html`<tr><th scope="row">${emblem(side.id, 16)} ${side.name}</th><td>${squads(side.lost)}</td><td>${squads(side.squads)}</td><td>${side.broken}</td><td>${side.leaders}</td></tr>`,
        )}</tbody>
      </table>`;
    }
    if (!cards) return nothing;
    return html`<table class="losses">
      <caption class="sr">Losses</caption>
      <thead><tr><th scope="col"><span class="sr">Side</span></th><th scope="col">Lost</th><th scope="col">In play</th><th scope="col">Pinned</th><th scope="col">Points</th></tr></thead>
      <tbody>${cards.sides.map(
        (side) =>
          html`<tr><th scope="row">${emblem(side.id, 16)} ${side.name}</th><td>${side.lost}</td><td>${side.cards}</td><td>${side.pinned}</td><td>${side.points}</td></tr>`,
      )}</tbody>
    </table>`;
  }

  // -- luck --------------------------------------------------------------------------------------------------

  private luck(one: Luck): TemplateResult {
    const words =
      one.better_than > 0.9
        ? "very lucky"
        : one.better_than > 0.65
          ? "lucky"
          : one.better_than < 0.1
            ? "very unlucky"
            : one.better_than < 0.35
              ? "unlucky"
              : "as expected";
    return html`<li>
      <b>${emblem(one.side, 16)} ${sideName(one.side)}: ${words}</b>
      <span class="dim">${one.throws} throws, mean ${one.mean.toFixed(2)} where ${one.expected} is to be expected; dice fall better in ${percent(1 - one.better_than)} of games</span>
      <meter min="0" max="1" .value=${one.better_than} aria-label="Luck of ${sideName(one.side)}"></meter>
    </li>`;
  }

  // -- the graph ---------------------------------------------------------------------------------------------

  private graph(found: Reckoning): TemplateResult | typeof nothing {
    const { graph, moments } = found;
    if (graph.length < 2) return nothing;
    const most = Math.max(2, ...graph.map((point) => Math.abs(point.value)));
    const x = (moment: number): number => LEFT + (moment / Math.max(1, moments)) * (WIDTH - 2 * LEFT);
    const y = (value: number): number => HEIGHT / 2 - (value / most) * (HEIGHT / 2 - 12);
    const line = graph.map((point) => `${x(point.moment).toFixed(1)} ${y(point.value).toFixed(1)}`).join("L");
    const first = x(graph[0]?.moment ?? 0);
    const last = x(graph.at(-1)?.moment ?? moments);
    const [own, other = ""] = this.table.seats.map((seat) => seat.side);
    return html`<figure>
      <figcaption>How it stood, in the computer's eyes <span class="dim">(${found.unit})</span></figcaption>
      <div class="plot">
        <span class="up">${emblem(own ?? "", 14)} ${sideName(own ?? "")}</span>
        <span class="down">${emblem(other, 14)} ${sideName(other)}</span>
        <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${this.spoken(found)}>
          ${turnMarks(
            graph.filter((point) => point.turn),
            x,
            HEIGHT,
            HEIGHT - 4,
          )}
          <path class="zero" d="M0 ${HEIGHT / 2}H${WIDTH}"/>
          <path class="area" d="M${first} ${HEIGHT / 2}L${line}L${last} ${HEIGHT / 2}Z"/>
          <path class="line" d="M${line}"/>
          ${this.numbers(found, x, y).map(
            (spot, i) =>
              svg`<circle cx=${spot.x} cy=${spot.y} r=${RADIUS}/><text class="number" x=${spot.x} y=${spot.y + 4}>${i + 1}</text>`,
          )}
        </svg>
      </div>
    </figure>`;
  }

  /** Where the numbers of the turning points stand: beside each other where two are close, and none over the edge. */
  private numbers(
    { graph, turning }: Reckoning,
    x: (at: number) => number,
    y: (value: number) => number,
  ): Spot[] {
    const spots: Spot[] = [];
    for (const { moment } of turning) {
      const spot = {
        x: Math.min(WIDTH - RADIUS - 1, Math.max(RADIUS + 1, x(moment))),
        y: y(graph.findLast((one) => one.moment <= moment)?.value ?? 0),
      };
      const last = spots.at(-1);
      if (last && Math.hypot(spot.x - last.x, spot.y - last.y) < 2 * RADIUS) {
        const down = last.y < HEIGHT / 2 ? 1 : -1;
        spot.y = last.y + down * Math.sqrt((2 * RADIUS) ** 2 - (spot.x - last.x) ** 2);
      }
      spots.push(spot);
    }
    return spots;
  }

  private spoken({ graph, side, unit }: Reckoning): string {
    const turns = graph.filter((point) => point.turn);
    return turns.map((point) => `${point.turn}: ${sideName(side)} ${signed(point.value)} ${unit}`).join(", ");
  }

  private turning(point: TurningPoint): TemplateResult {
    const sides = this.table.seats.map((seat) => seat.side);
    const better = (point.change > 0 ? sides[0] : sides[1]) ?? "";
    return html`<li>
      <button class="moment" data-moment=${point.moment} @click=${() => this.tell("seek", point.moment)}>
        <b>${point.turn}</b> ${point.text}
        <span class="dim">${signed(Math.abs(point.change))} for ${sideName(better)}</span>
      </button>
    </li>`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { result } = this.table;
    if (!result || result.how === "pinned") return nothing;
    const { found } = this;
    return html`<section aria-labelledby="end">
      <header>
        <div>
          <p class="dim">The game is over</p>
          <h2 id="end">${result.winner ? html`${emblem(result.winner, 22)} ${sideName(result.winner)} won` : "A draw"}</h2>
          <p>${result.why}</p>
        </div>
        <button class="btn small" @click=${() => this.tell("leave")}>${this.table.cards ? "Look at the table" : "Look at the map"}</button>
      </header>
      ${this.losses()}
      ${
        found
          ? html`${found.luck.length ? html`<h3>Luck</h3><ul class="luck">${found.luck.map((one) => this.luck(one))}</ul>` : nothing}
            ${this.graph(found)}
            ${found.turning.length ? html`<h3>Where it turned</h3><ol class="turning">${found.turning.map((one) => this.turning(one))}</ol>` : nothing}`
          : html`<p class="dim" role="status">${this.failed || "The account is being made up…"}</p>`
      }
      <df-analysis .table=${this.table}></df-analysis>
      <div class="row foot">
        <button class="btn primary" data-replay @click=${() => this.tell("replay")}>Watch the replay</button>
        <button class="btn" @click=${() => this.tell("share")}>Link to the replay</button>
        ${this.table.spectating ? nothing : html`<button class="btn" data-rematch @click=${() => this.table.askRematch()}>Play again</button>`}
      </div>
    </section>`;
  }
}

function squads(n: number): string {
  return n ? trim(n) : "none";
}

function styles() {
  return css`
    :host {
      position: absolute;
      inset: 0;
      z-index: 4;
      overflow: auto;
      display: grid;
      align-items: start;
      justify-items: center;
      padding: 16px;
      background: color-mix(in srgb, var(--bg) 62%, transparent);
    }
    :host([hidden]) {
      display: none;
    }
    section {
      width: min(700px, 100%);
      display: grid;
      gap: 10px;
      padding: 18px 20px;
      border: 1px solid var(--edge);
      border-radius: 14px;
      background: var(--card);
      box-shadow: var(--shadow);
    }
    header {
      display: flex;
      gap: 12px;
      justify-content: space-between;
      align-items: start;
    }
    header .btn {
      flex: none;
    }
    h2 {
      font-size: 24px;
      display: flex;
      align-items: center;
      gap: 8px;
    }
    h3 {
      font-size: 14px;
      color: var(--dim);
    }
    .losses {
      border-collapse: collapse;
      font-variant-numeric: tabular-nums;
    }
    .losses th,
    .losses td {
      padding: 4px 10px;
      text-align: right;
    }
    .losses thead th {
      font-weight: 500;
      font-size: 13px;
      color: var(--dim);
    }
    .losses tbody th {
      text-align: left;
      padding-left: 0;
    }
    .losses tbody tr {
      border-top: 1px solid var(--edge);
    }
    .luck {
      list-style: none;
      margin: 0;
      padding: 0;
      display: grid;
      gap: 6px;
    }
    .luck li {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 130px;
      gap: 0 14px;
      align-items: center;
    }
    .luck span {
      grid-row: 2;
      grid-column: 1 / -1;
      font-size: 13px;
    }
    meter {
      width: 100%;
      height: 12px;
    }
    figure {
      margin: 0;
    }
    figcaption {
      font-size: 14px;
      font-weight: 600;
      color: var(--dim);
      margin-bottom: 4px;
    }
    .plot {
      position: relative;
      border: 1px solid var(--edge);
      border-radius: 9px;
      background: var(--bg);
      overflow: hidden;
    }
    .plot span {
      position: absolute;
      left: 8px;
      font-size: 12px;
      color: var(--dim);
      display: flex;
      gap: 5px;
      align-items: center;
    }
    .up {
      top: 5px;
    }
    .down {
      bottom: 20px;
    }
    .plot > svg {
      display: block;
      width: 100%;
    }
    .plot text {
      font: 500 11px var(--font);
      fill: var(--dim);
    }
    .turn,
    .zero {
      stroke: var(--edge);
    }
    .zero {
      stroke-dasharray: 4 4;
    }
    .line {
      fill: none;
      stroke: var(--accent);
      stroke-width: 2.4;
      stroke-linejoin: round;
    }
    .area {
      fill: var(--accent);
      fill-opacity: 0.14;
    }
    .plot > svg > circle {
      fill: var(--card);
      stroke: var(--accent);
      stroke-width: 2;
    }
    .plot .number {
      fill: var(--ink);
      font-weight: 700;
      text-anchor: middle;
    }
    .turning {
      margin: 0;
      padding-left: 22px;
      display: grid;
      gap: 2px;
    }
    .moment {
      display: block;
      width: 100%;
      padding: 5px 8px;
      border: 0;
      border-radius: 7px;
      background: none;
      text-align: left;
      line-height: 1.35;
      cursor: pointer;
    }
    .moment:hover,
    .moment:focus-visible {
      background: var(--raised);
    }
    .moment .dim {
      white-space: nowrap;
    }
    /* What comes next is in view, however long the account is. */
    .foot {
      position: sticky;
      bottom: -16px;
      margin: 0 -20px -18px;
      padding: 10px 20px 12px;
      border-top: 1px solid var(--edge);
      border-radius: 0 0 14px 14px;
      background: var(--card);
    }
    @media (max-width: 620px) {
      .foot {
        bottom: -8px;
        margin: 0 -12px -12px;
        padding: 8px 12px 10px;
      }
      :host {
        padding: 8px;
      }
      section {
        padding: 12px;
      }
      header {
        flex-wrap: wrap;
      }
      .losses th,
      .losses td {
        padding: 4px 5px;
      }
    }
  `;
}
