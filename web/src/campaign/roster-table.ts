/** One side's roster: who is there, what he has become, and what he has earned. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { count } from "../app/words.js";
import type { CampaignMan, CampaignSide } from "../generated/protocol.js";
import { ui } from "../styles/ui.js";

const ELAN_STEP = 5;

/** Those of whom there is something to tell: changed, hurt, decorated. */
function hasStory(man: CampaignMan): boolean {
  return (
    man.state !== "there" ||
    man.elan + man.survival + man.promotion + man.replaced > 0 ||
    man.morale !== man.printed_morale ||
    man.panic !== man.printed_panic
  );
}

function stateWords(man: CampaignMan): string {
  if (man.state === "lost") return "lost";
  if (man.state === "wounded") return `back in game ${man.back_in}`;
  return man.replaced ? "replacement" : "";
}

@customElement("df-roster")
export class RosterTable extends LitElement {
  static override styles = [ui, styles()];

  @property({ attribute: false }) side!: CampaignSide;
  @state() private all = false;

  private value(now: number, printed: number): TemplateResult {
    const change = now > printed ? "better" : now < printed ? "worse" : "";
    const words = change ? html`<span class="sr"> (printed ${printed})</span>` : nothing;
    return html`<span class=${change}>${now}${words}</span>`;
  }

  private line(man: CampaignMan): TemplateResult {
    const slashes = man.survival + man.promotion;
    return html`<tr class=${man.state} data-man=${man.id}>
      <th scope="row">
        ${man.name}${man.personal ? html` <span class="you">you</span>` : nothing}
        <span class="under">${[man.rank, man.role, man.weapon].filter((word) => word).join(" · ")}</span>
      </th>
      <td class="values">${this.value(man.morale, man.printed_morale)}/${this.value(man.panic, man.printed_panic)}</td>
      <td>${man.kia}</td>
      <td>
        <span class="elan" title="${count(man.elan, "Elan point")}; ${ELAN_STEP} buy Morale or Panic">
          ${Array.from({ length: ELAN_STEP }, (_, n) => html`<i class=${n < man.elan ? "on" : ""}></i>`)}<b>${man.elan}</b>
        </span>
      </td>
      <td title="${count(man.survival, "scenario")} survived, ${count(man.promotion, "improvement")}; ten are a promotion">
        ${slashes || ""}
      </td>
      <td class="what">${stateWords(man)}</td>
    </tr>`;
  }

  protected override render(): TemplateResult {
    const told = this.side.men.some(hasStory);
    const story = told ? this.side.men.filter((man) => hasStory(man) || man.personal) : [];
    const shown = this.all || !story.length ? this.side.men : story;
    const rest = this.side.men.length - story.length;
    return html`<div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Man</th>
              <th scope="col"><abbr title="Morale and Panic">M/P</abbr></th>
              <th scope="col">KIA</th>
              <th scope="col">Elan</th>
              <th scope="col"><abbr title="Slashes for survival and promotion">Sl.</abbr></th>
              <th scope="col"><span class="sr">State</span></th>
            </tr>
          </thead>
          <tbody>
            ${shown.map((man) => this.line(man))}
          </tbody>
        </table>
      </div>
      ${
        story.length && rest
          ? html`<button class="btn quiet small" aria-expanded=${this.all} @click=${() => (this.all = !this.all)}>
            ${this.all ? "Only those with a story" : `${count(rest, "other man", "other men")} as printed`}
          </button>`
          : nothing
      }`;
  }
}

function styles() {
  return css`
    :host {
      display: block;
    }
    .scroll {
      overflow-x: auto;
    }
    table {
      width: 100%;
      border-collapse: collapse;
      font-size: 14px;
    }
    thead th {
      padding: 4px 8px;
      color: var(--dim);
      font-size: 12px;
      font-weight: 500;
      text-align: left;
    }
    abbr {
      text-decoration: none;
    }
    td,
    tbody th {
      padding: 6px 8px;
      border-top: 1px solid var(--edge);
      text-align: left;
      vertical-align: top;
      font-variant-numeric: tabular-nums;
    }
    tbody th {
      font-weight: 600;
    }
    .under {
      display: block;
      color: var(--dim);
      font-size: 12px;
      font-weight: 400;
    }
    .you {
      padding: 0 6px;
      border-radius: 99px;
      background: var(--accent);
      color: var(--on-accent);
      font-size: 11px;
    }
    .values {
      white-space: nowrap;
    }
    .better {
      color: var(--good);
      font-weight: 700;
    }
    .worse {
      color: var(--danger);
      font-weight: 700;
    }
    .elan {
      display: inline-flex;
      align-items: center;
      gap: 2px;
    }
    .elan i {
      width: 7px;
      height: 11px;
      border: 1px solid var(--edge);
      border-radius: 2px;
    }
    .elan i.on {
      background: var(--accent);
      border-color: var(--accent);
    }
    .elan b {
      margin-left: 5px;
      font-weight: 500;
    }
    .what {
      color: var(--dim);
      font-size: 13px;
    }
    tr.lost th,
    tr.lost td {
      color: var(--dim);
    }
    tr.lost th {
      text-decoration: line-through;
      text-decoration-thickness: 1px;
    }
    tr.lost .under {
      display: inline-block;
      width: 100%;
      text-decoration: none;
    }
    button {
      margin-top: 6px;
    }
    @media (max-width: 480px) {
      .elan i {
        display: none;
      }
      .elan b {
        margin: 0;
      }
      td,
      tbody th {
        padding: 6px 5px;
      }
    }
  `;
}
