/** What else lies beside the board: forces and victory, chat, the dice so far. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { look } from "../app/look.js";
import { capital, count, trim } from "../app/words.js";
import { counterIcon, iconStyles, shapes } from "../board/counter-icon.js";
import { diceRecords } from "../game/story.js";
import type { Table } from "../game/table.js";
import type { BoardScene, ChatLine, EventView, OffMapView, VictoryView } from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { ui } from "../styles/ui.js";

/** What scrolls can be reached with keys, and has a name. */
export function scrolls(element: HTMLElement, name: string): void {
  element.tabIndex = 0;
  element.setAttribute("role", "region");
  element.setAttribute("aria-label", name);
}

/** Victory and forces as a table. */
export const forcesStyles = css`
  :host {
    display: grid;
    gap: 14px;
    overflow: auto;
    align-content: start;
  }
  h3 {
    font-size: 14px;
    display: flex;
    gap: 8px;
    align-items: center;
  }
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    text-align: right;
    padding: 4px 0 4px 8px;
    font-variant-numeric: tabular-nums;
  }
  th:first-child {
    text-align: left;
    font-weight: 600;
  }
  thead th {
    color: var(--dim);
    font-weight: 400;
    font-size: 12.5px;
  }
  ul {
    margin: 6px 0 0;
    padding-left: 18px;
    color: var(--dim);
  }
`;

/** A table with a line a side under these heads. */
export function sidesTable(heads: readonly string[], lines: readonly TemplateResult[]): TemplateResult {
  return html`<table>
    <thead>
      <tr>
        <th><span class="sr">Side</span></th>
        ${heads.map((head) => html`<th>${head}</th>`)}
      </tr>
    </thead>
    <tbody>${lines}</tbody>
  </table>`;
}

/** The victory condition, and how it stands. */
export function victoryWords({ text, progress }: VictoryView): TemplateResult {
  const standing = progress.filter((words) => !words.includes(text));
  return html`<h3>Victory</h3>
    <p>${text}</p>
    <ul>${standing.map((words) => html`<li>${words}</li>`)}</ul>`;
}

@customElement("df-forces")
export class ForcesPanel extends LitElement {
  static override styles = [
    ui,
    emblemStyles,
    ...iconStyles,
    forcesStyles,
    css`
      .waiting {
        display: flex;
        flex-wrap: wrap;
        gap: 3px;
        margin-top: 6px;
      }
    `,
  ];

  @property({ attribute: false }) scene!: BoardScene;

  override connectedCallback(): void {
    super.connectedCallback();
    scrolls(this, "Forces and victory");
  }

  private offMap(group: OffMapView): TemplateResult {
    const when = group.due
      ? `from turn ${group.due}`
      : group.edges.length
        ? "as the card says"
        : "to be set up";
    const where = group.edges.length ? ` over the ${group.edges.join(" or ")} edge` : "";
    return html`<section>
      <h3>${emblem(group.side, 18)} Off the map, ${when}${where}</h3>
      <div class="waiting">
        ${group.counters.map((counter) => html`<span title=${counter.words || counter.name}>${counterIcon(counter, 40)}</span>`)}
      </div>
    </section>`;
  }

  protected override render(): TemplateResult {
    const { sides, victory, offmap, weather, support } = this.scene;
    const guns = sides.some((side) => side.guns);
    const vehicles = sides.some((side) => side.vehicles);
    return html`${shapes()}
      <section>
        ${victoryWords(victory)}
        ${weather ? html`<p class="dim">${weather}</p>` : nothing}
      </section>
      ${sidesTable(
        [
          "Squads",
          "Leaders",
          ...(guns ? ["Guns"] : []),
          ...(vehicles ? ["Vehicles"] : []),
          "Broken",
          "Lost",
          "Exited",
        ],
        sides.map(
          (side) =>
            html`<tr>
                <th scope="row">${emblem(side.id, 18)} ${side.name}</th>
                <td>${trim(side.squads)}</td>
                <td>${side.leaders}</td>
                ${guns ? html`<td>${side.guns}</td>` : nothing} ${vehicles ? html`<td>${side.vehicles}</td>` : nothing}
                <td>${side.broken}</td>
                <td>${trim(side.lost)}</td>
                <td>${side.exited}</td>
              </tr>`,
        ),
      )}
      ${support.map(
        (one) =>
          html`<section>
            <h3>${emblem(one.side, 18)} ${one.name}</h3>
            <ul>${one.states.map((mark) => html`<li>${capital(mark.text)}</li>`)}</ul>
          </section>`,
      )}
      ${offmap.map((group) => this.offMap(group))}`;
  }
}

@customElement("df-chat")
export class ChatPanel extends LitElement {
  static override styles = [
    ui,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 8px;
        min-height: 0;
      }
      ol {
        flex: 1;
        overflow: auto;
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        gap: 6px;
        align-content: start;
      }
      b {
        margin-right: 6px;
      }
      form {
        display: flex;
        gap: 8px;
      }
    `,
  ];

  @property({ attribute: false }) table!: Table;
  @property({ attribute: false }) lines: readonly ChatLine[] = [];
  @query("input") private input!: HTMLInputElement;
  @query("ol") private list!: HTMLElement;

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("lines")) {
      this.list.scrollTop = this.list.scrollHeight;
      this.table.readChat();
    }
  }

  private async talk(event: Event): Promise<void> {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    this.input.value = "";
    await this.table.talk(text);
  }

  protected override render(): TemplateResult {
    return html`<ol aria-live="polite" aria-label="Chat" tabindex="0">
        ${
          this.lines.length
            ? this.lines.map(
                (line) =>
                  html`<li class=${line.by}><b>${line.by === "table" ? "Table" : line.name || capital(line.by)}</b>${line.by === "watching" ? html`<small class="dim">watching</small> ` : nothing}${line.text}</li>`,
              )
            : html`<li class="dim">Nobody has said anything.</li>`
        }
      </ol>
      ${
        this.table.spectating
          ? html`<p class="dim">Those who watch talk among themselves; players hear it when the game is over.</p>`
          : nothing
      }
      <form @submit=${this.talk}>
            <label class="sr" for="say">Say something</label>
            <input id="say" type="text" maxlength="500" autocomplete="off" placeholder="Say something" />
            <button class="btn">Send</button>
      </form>`;
  }
}

const WAYS = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

@customElement("df-dice-record")
export class DiceRecordPanel extends LitElement {
  static override styles = [
    ui,
    emblemStyles,
    css`
      :host {
        display: grid;
        gap: 16px;
        overflow: auto;
        align-content: start;
      }
      h3 {
        font-size: 14px;
        margin-bottom: 4px;
        display: flex;
        align-items: center;
        gap: 8px;
      }
      .bars {
        display: grid;
        grid-template-columns: repeat(11, 1fr);
        gap: 3px;
        height: 92px;
        align-items: end;
      }
      .bar {
        position: relative;
        height: 100%;
        display: flex;
        flex-direction: column;
        justify-content: end;
        text-align: center;
        font-size: 12px;
        color: var(--dim);
      }
      .bar i {
        display: block;
        background: var(--accent);
        border-radius: 3px 3px 0 0;
        min-height: 1px;
      }
      .bar u {
        position: absolute;
        left: 0;
        right: 0;
        border-top: 2px dashed var(--dim);
      }
    `,
  ];

  @property({ attribute: false }) events: readonly EventView[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    scrolls(this, "Dice so far");
  }

  protected override render(): TemplateResult {
    const records = diceRecords(this.events).filter((record) => record.throws);
    if (!records.length) return html`<p class="dim">No dice have fallen yet.</p>`;
    return html`${records.map((record) => {
      const most = Math.max(...record.sums, ...WAYS.map((ways) => (ways / 36) * record.throws));
      return html`<section>
          <h3>
            ${record.side ? emblem(record.side, 18) : nothing} ${capital(record.side) || "Table"}
            <span class="dim">${count(record.throws, "DR", "DRs")}, mean ${record.mean.toFixed(2)} (7 is usual)</span>
          </h3>
          <div class="bars" role="img" aria-label=${record.sums.map((n, i) => `${i + 2}: ${n}`).join(", ")}>
            ${record.sums.map(
              (n, i) =>
                html`<div class="bar" title="${i + 2}: ${n} times">
                  <u ${look({ bottom: `${16 + (70 * ((WAYS[i] ?? 0) / 36) * record.throws) / most}px` })}></u>
                  <i ${look({ height: `${(70 * n) / most}px` })}></i>${i + 2}
                </div>`,
            )}
          </div>
        </section>`;
    })}
      <p class="dim">Dashed: how often two fair dice would show it.</p>`;
  }
}
