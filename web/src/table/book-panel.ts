/** Beside the board: the scenario card, and the tables of the reference card with what counts now lit up. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { capital, count } from "../app/words.js";
import type { Chart, GameInfo, RuleView, ScenarioView } from "../generated/protocol.js";
import { api } from "../net/api.js";
import { ui } from "../styles/ui.js";
import { ruleButton } from "./breakdown.js";

/** What lights up in the charts. */
export interface Lit {
  /** The column of an attack, as it is headed. */
  readonly column: string;
  /** The ground that one points at, in words. */
  readonly ground: string;
}

@customElement("df-book")
export class BookPanel extends LitElement {
  static override styles = [ui, styles()];

  @property({ attribute: false }) game: GameInfo | null = null;
  @property({ attribute: false }) lit: Lit = { column: "", ground: "" };
  @state() private charts: readonly Chart[] = [];
  @state() private card: ScenarioView | null = null;
  @state() private special: readonly RuleView[] = [];
  private asked = "";

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const scenario = this.game?.scenario ?? "";
    if (!scenario || scenario === this.asked) return;
    this.asked = scenario;
    void this.load(scenario, this.game?.map ?? scenario);
  }

  private async load(scenario: string, map: string): Promise<void> {
    const [lobby, charts] = await Promise.all([api.lobby(), api.charts(map).catch(() => ({ charts: [] }))]);
    this.charts = charts.charts;
    this.card = lobby.scenarios.find((one) => one.id === scenario) ?? null;
    const rules = this.card?.details.special_rules ?? [];
    this.special = await Promise.all(rules.map((id) => api.rule(id)));
  }

  private chart(chart: Chart): TemplateResult {
    const column = chart.lights === "column" ? chart.columns.indexOf(this.lit.column) : -1;
    const ground = chart.lights === "ground" ? this.lit.ground : "";
    return html`<details open class="chart" data-chart=${chart.id}>
      <summary>${chart.title}</summary>
      <div class="wide" tabindex="0" role="region" aria-label=${chart.title}>
        <table>
          <thead>
            <tr>
              <th scope="col">${chart.corner || html`<span class="sr">${chart.title}</span>`}</th>
              ${chart.columns.map((name, i) => html`<th scope="col" class=${i === column ? "lit" : ""}>${name || html`<span class="sr">Column ${i + 1}</span>`}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${chart.rows.map((row) => {
              const here = ground.toLowerCase().startsWith(row.label.toLowerCase()) && ground !== "";
              return html`<tr class=${here ? "lit" : ""}>
                <th scope="row">${row.label}</th>
                ${row.cells.map((cell, i) => html`<td class=${i === column ? "lit" : ""}>${cell}</td>`)}
              </tr>`;
            })}
          </tbody>
        </table>
      </div>
      ${ruleButton(chart.rule, this)}
    </details>`;
  }

  private scenario(card: ScenarioView): TemplateResult {
    const { details } = card;
    return html`<details class="scenario" ?open=${!this.charts.length}>
      <summary>Scenario card: ${card.title}</summary>
      <p class="dim">${[card.place, card.date].filter((one) => one).join(", ")}</p>
      ${details.situation ? html`<p>${details.situation}</p>` : nothing}
      <p><b>Victory</b> ${card.victory}</p>
      <p><b>Length</b> ${details.length || count(card.turns, "turn")}${details.moves_first ? `; ${capital(details.moves_first)} moves first` : ""}</p>
      ${details.forces.map(
        (force) =>
          html`<p><b>${capital(force.side)}${force.name ? `, ${force.name}` : ""}</b> ${[...force.counters.map((one) => `${one.count} × ${one.counter.name}`), ...force.cards.map((one) => one.name)].join(", ")}. <span class="dim">${force.comes}</span></p>`,
      )}
      ${
        this.special.length
          ? html`<h3>Special rules</h3>
            <ul>${this.special.map((rule) => html`<li><b>${rule.title}</b>: ${rule.gist} ${ruleButton(rule.id, this)}</li>`)}</ul>`
          : nothing
      }
    </details>`;
  }

  protected override render(): TemplateResult {
    return html`<div class="scroll">
      ${this.card ? this.scenario(this.card) : nothing} ${this.charts.map((one) => this.chart(one))}
      <p><a href="#/rules">The rulebook, by contents</a></p>
    </div>`;
  }
}

function styles() {
  return css`
    :host {
      display: block;
      min-height: 0;
    }
    .scroll {
      height: 100%;
      overflow: auto;
      display: grid;
      gap: 10px;
      align-content: start;
      font-size: 14px;
    }
    summary {
      cursor: pointer;
      font-weight: 600;
      padding: 4px 0;
    }
    .scenario p,
    .scenario li {
      margin-top: 6px;
      line-height: 1.4;
    }
    h3 {
      font-size: 13px;
      color: var(--dim);
      margin-top: 8px;
    }
    ul {
      margin: 0;
      padding-left: 18px;
    }
    .wide {
      overflow-x: auto;
    }
    table {
      border-collapse: collapse;
      font-size: 12px;
      font-variant-numeric: tabular-nums;
      width: 100%;
    }
    th,
    td {
      padding: 2px;
      text-align: center;
      white-space: nowrap;
      border-bottom: 1px solid color-mix(in srgb, var(--edge) 60%, transparent);
    }
    tbody th,
    thead th:first-child {
      text-align: left;
      font-weight: 500;
      color: var(--dim);
    }
    [data-chart="fire"] {
      margin-inline: -4px;
    }
    [data-chart="fire"] table {
      font-size: 11px;
      letter-spacing: -0.02em;
    }
    [data-chart="drm"] th,
    [data-chart="factors"] th,
    [data-chart="ground"] th {
      white-space: normal;
    }
    td.lit,
    th.lit,
    tr.lit td,
    tr.lit th {
      background: color-mix(in srgb, var(--accent) 26%, transparent);
      color: var(--ink);
      font-weight: 700;
    }
  `;
}
