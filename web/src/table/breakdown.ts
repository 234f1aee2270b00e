/** A number explained: firepower and modifiers line by line with their rules, and the odds as a bar. */
import { css, html, nothing, type TemplateResult } from "lit";
import { openRule } from "../app/events.js";
import { look } from "../app/look.js";
import { shares, signed, trim } from "../app/words.js";
import type { Breakdown, Likely, Line } from "../generated/protocol.js";

export function ruleButton(id: string, from: EventTarget): TemplateResult | typeof nothing {
  if (!id) return nothing;
  return html`<button class="rule" type="button" title="What does ${id} say?" @click=${(event: Event) => {
    event.stopPropagation();
    openRule(from, id);
  }}>${id}</button>`;
}

function shownValue(line: Line): string {
  if (line.sign === "x") return `×${line.value === 0.5 ? "½" : trim(line.value)}`;
  if (line.sign === "=") return trim(line.value);
  return line.sign === "fp" && line.value >= 0 ? trim(line.value) : signed(line.value);
}

export function figureRow(line: Line, from: EventTarget): TemplateResult {
  return html`<tr>
    <th scope="row">${line.label}</th>
    <td class="value">${shownValue(line)}</td>
    <td class="cite">${ruleButton(line.rule, from)}</td>
  </tr>`;
}

export function breakdownTable(breakdown: Breakdown, from: EventTarget): TemplateResult {
  const facts = breakdown.lines.filter((line) => line.sign === "=");
  const strength = breakdown.lines.filter((line) => line.sign !== "+" && line.sign !== "=");
  const stated = !breakdown.column || facts.some((line) => line.value === breakdown.column);
  const drms = breakdown.lines.filter((line) => line.sign === "+");
  const drm = drms.reduce((sum, line) => sum + line.value, 0);
  return html`<table class="breakdown">
    <caption class="sr">${breakdown.title}</caption>
    <tbody>
      ${strength.map((line) => figureRow(line, from))}
      ${
        strength.length
          ? html`<tr class="sum">
            <th scope="row">${stated ? "In all" : `Firepower, column ${breakdown.column}`}</th>
            <td class="value">${trim(breakdown.total)}</td>
            <td></td>
          </tr>`
          : nothing
      }
      ${facts.map((line) => figureRow(line, from))}
      ${drms.map((line) => figureRow(line, from))}
      ${
        drms.length
          ? html`<tr class="sum">
            <th scope="row">Dice modifier</th>
            <td class="value">${signed(drm)}</td>
            <td></td>
          </tr>`
          : nothing
      }
    </tbody>
  </table>`;
}

export function oddsBar(parts: readonly Likely[]): TemplateResult {
  const told = shares(parts.map((part) => part.chance));
  const spoken = parts.map((part, i) => `${told[i]} ${part.words}`).join(", ");
  return html`<div class="odds" role="img" aria-label="Odds: ${spoken}">
      ${parts.map(
        (part, i) =>
          html`<i class="tone-${part.tone}" ${look({ "flex-grow": String(part.chance) })}
            ><span>${part.chance >= 0.19 ? `${part.name} ${told[i]}` : part.chance >= 0.09 ? part.name : ""}</span></i
          >`,
      )}
    </div>
    <ul class="legend" aria-hidden="true">
      ${parts.map(
        (part, i) =>
          html`<li><i class="tone-${part.tone}"></i><b>${told[i]}</b> ${part.name === part.words ? part.name : `${part.name}: ${part.words}`}</li>`,
      )}
    </ul>`;
}

export const breakdownStyles = css`
  .breakdown {
    width: 100%;
    border-collapse: collapse;
    font-size: 14px;
  }
  .breakdown th {
    text-align: left;
    font-weight: 400;
    padding: 3px 8px 3px 0;
  }
  .breakdown td {
    padding: 3px 0;
  }
  .breakdown .value {
    text-align: right;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .breakdown .cite {
    text-align: right;
    padding-left: 10px;
    width: 1%;
    white-space: nowrap;
  }
  .breakdown .sum th,
  .breakdown .sum td {
    border-top: 1px solid var(--edge);
    font-weight: 700;
    padding: 5px 8px 5px 0;
  }
  .breakdown .sum .value {
    padding-right: 0;
  }
  .odds {
    display: flex;
    height: 28px;
    margin: 10px 0 6px;
    border-radius: 7px;
    overflow: hidden;
    gap: 1px;
    background: var(--bg);
  }
  .odds i {
    flex-basis: 0;
    min-width: 3px;
    overflow: hidden;
    text-align: center;
    font: 700 12px/28px var(--font);
    color: var(--odds-ink);
    white-space: nowrap;
  }
  .tone-1 {
    background: var(--odds-1);
  }
  .tone-2 {
    background: var(--odds-2);
  }
  .tone-3 {
    background: repeating-linear-gradient(135deg, var(--odds-3) 0 7px, color-mix(in srgb, var(--odds-3) 80%, #000) 7px 8px);
  }
  .tone-4 {
    background: repeating-linear-gradient(45deg, var(--odds-4) 0 5px, color-mix(in srgb, var(--odds-4) 80%, #000) 5px 6px);
  }
  .legend {
    list-style: none;
    margin: 0;
    padding: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 1px 14px;
    color: var(--dim);
    font-size: 13px;
  }
  .legend i {
    display: inline-block;
    width: 10px;
    height: 10px;
    margin-right: 5px;
    border-radius: 3px;
  }
  .legend b {
    color: var(--ink);
  }
`;
