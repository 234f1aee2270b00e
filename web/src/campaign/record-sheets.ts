/** The record sheets of a campaign: dates, situation, forces of both sides, and what a side writes down. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { openRule } from "../app/events.js";
import { sideName } from "../app/words.js";
import type { CampaignNote, CampaignSheets, SheetForces, SheetTable } from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { ui } from "../styles/ui.js";

@customElement("df-record-sheets")
export class RecordSheets extends LitElement {
  static override styles = [ui, emblemStyles, styles()];

  @property({ attribute: false }) sheets!: CampaignSheets;

  private note(note: CampaignNote): TemplateResult {
    return html`<li>
      ${note.side ? emblem(note.side, 16) : nothing} <span>${note.text}</span>
      <button class="rule" @click=${() => openRule(this, note.rule)}>${note.rule}</button>
    </li>`;
  }

  private forces(one: SheetForces): TemplateResult {
    return html`<div class="force" data-side=${one.side}>
      <h3>${emblem(one.side, 18)} ${sideName(one.side)}</h3>
      ${one.figures?.length ? html`<p class="figures">${one.figures.join(" · ")}</p>` : nothing}
      <dl>
        ${one.lines.map((line) => html`<dt>${line.place}</dt><dd>${line.units.join(", ")}</dd>`)}
      </dl>
      ${one.lines.length ? nothing : html`<p class="dim">Nobody that everybody has seen.</p>`}
    </div>`;
  }

  private table(one: SheetTable): TemplateResult {
    return html`<h3>
        ${emblem(one.side, 18)} ${one.title}
        <button class="rule" @click=${() => openRule(this, one.rule)}>${one.rule}</button>
      </h3>
      <div class="wide" tabindex="0" role="group" aria-label=${one.title}>
        <table>
          <thead>
            <tr>
              ${one.head.map((word) => html`<th scope="col">${word}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${one.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
          </tbody>
        </table>
      </div>`;
  }

  protected override render(): TemplateResult {
    const sheets = this.sheets;
    return html`<ol class="dates" aria-label="CG Dates">
        ${sheets.dates.map(
          (date) =>
            html`<li aria-current=${date.id === sheets.date ? "date" : "false"}><b>${date.id}</b> <span>${date.name}</span></li>`,
        )}
      </ol>
      <ul class="notes">
        ${sheets.situation.map((note) => this.note(note))}
      </ul>
      <div class="two">${sheets.forces.map((one) => this.forces(one))}</div>
      ${sheets.tables.map((one) => this.table(one))}
      ${
        sheets.notes.length
          ? html`<details>
            <summary>What has happened, ${sheets.notes.length} lines</summary>
            <ul class="notes">
              ${[...sheets.notes].reverse().map((note) => this.note(note))}
            </ul>
          </details>`
          : nothing
      }`;
  }
}

function styles() {
  return css`
    :host {
      display: grid;
      gap: 14px;
      min-width: 0;
    }
    .dates {
      list-style: none;
      margin: 0;
      padding: 0;
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(110px, 1fr));
      gap: 6px;
    }
    .dates li {
      display: grid;
      align-content: start;
      padding: 6px 10px;
      border: 1px solid var(--edge);
      border-radius: 8px;
      font-size: 13px;
    }
    .dates li[aria-current="date"] {
      border-color: var(--accent);
    }
    .dates li[aria-current="date"] b {
      color: var(--accent);
    }
    .dates span {
      color: var(--dim);
    }
    .notes {
      list-style: none;
      margin: 0;
      padding: 0;
      display: grid;
      gap: 4px;
    }
    .notes li {
      display: flex;
      align-items: baseline;
      gap: 8px;
    }
    .notes span {
      flex: 1;
    }
    .two {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(260px, 100%), 1fr));
      gap: 16px;
    }
    h3 {
      display: flex;
      align-items: center;
      gap: 8px;
      margin: 0;
      font-size: 16px;
    }
    .figures {
      margin: 4px 0;
      font-weight: 600;
    }
    dl {
      margin: 6px 0 0;
      font-size: 14px;
    }
    dt {
      color: var(--dim);
      font-size: 13px;
    }
    dd {
      margin: 0 0 6px;
    }
    .wide {
      overflow-x: auto;
    }
    table {
      border-collapse: collapse;
      font-size: 13px;
      width: 100%;
    }
    th,
    td {
      padding: 4px 8px;
      border-bottom: 1px solid var(--edge);
      text-align: left;
      vertical-align: top;
    }
    th {
      color: var(--dim);
      font-weight: 500;
    }
    summary {
      cursor: pointer;
    }
  `;
}
