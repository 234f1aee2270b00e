/** Attacks of a card game explained: the strength line by line, and for each man what a drawn card can do to him. */
import { css, html, nothing, type TemplateResult } from "lit";
import { look } from "../app/look.js";
import { percent, signed, trim } from "../app/words.js";
import type { Breakdown } from "../generated/protocol.js";
import { figureRow } from "../table/breakdown.js";

export function strengthTable(breakdown: Breakdown, from: EventTarget): TemplateResult {
  const power = breakdown.lines.filter((line) => line.sign === "fp");
  const strength = breakdown.lines.filter((line) => line.sign !== "fp");
  const firepower = power.reduce((sum, line) => sum + line.value, 0);
  return html`<table class="breakdown">
    <caption class="sr">${breakdown.title}</caption>
    <tbody>
      ${power.map((line) => figureRow(line, from))}
      ${power.length ? total("Firepower", trim(firepower)) : nothing}
      ${strength.map((line) => figureRow(line, from))} ${total("Strength", signed(breakdown.total))}
    </tbody>
  </table>`;
}

function total(name: string, value: string): TemplateResult {
  return html`<tr class="sum">
    <th scope="row">${name}</th>
    <td class="value">${value}</td>
    <td></td>
  </tr>`;
}

export interface ManOdds {
  readonly name: string;
  readonly out: number;
  readonly pinned: number;
  /** What else comes to him, or without a name to anybody: by what it is called. */
  readonly others: readonly (readonly [string, number])[];
}

const ENDINGS: readonly (readonly ["out" | "pinned", RegExp])[] = [
  ["out", / out$/],
  ["pinned", / pinned$/],
];
/** What a man can come by instead of being lost. */
const SPARED = / (wounded|berserk)$/;

/** Odds of each man, in the order of their positions. */
export function oddsByMan(odds: Readonly<Record<string, number>>): ManOdds[] {
  const men = new Map<string, { out: number; pinned: number; others: [string, number][] }>();
  const of = (name: string): { out: number; pinned: number; others: [string, number][] } => {
    let man = men.get(name);
    if (!man) {
      man = { out: 0, pinned: 0, others: [] };
      men.set(name, man);
    }
    return man;
  };
  for (const [key, chance] of Object.entries(odds)) {
    const known = ENDINGS.find(([, ending]) => ending.test(key));
    const spared = SPARED.exec(key);
    if (known) of(key.replace(known[1], ""))[known[0]] = chance;
    else if (spared) of(key.replace(SPARED, "")).others.push([spared[1] ?? "", chance]);
    else of("").others.push([key, chance]);
  }
  return [...men].map(([name, man]) => ({ name, ...man }));
}

export function manOdds(odds: Readonly<Record<string, number>>): TemplateResult {
  return html`<ul class="men-odds" aria-label="Odds of the next cards">
    ${oddsByMan(odds).map(
      (man) =>
        html`${
          man.name
            ? html`<li>
              <span>${man.name}</span>
              ${bar(man.out, man.pinned)}
              <span class="said"
                >${percent(man.out)} out${man.pinned ? html`, ${percent(man.pinned)} pinned` : nothing}${man.others.map(
                  ([what, chance]) => html`, ${percent(chance)} ${what}`,
                )}</span
              >
            </li>`
            : man.others.map(
                ([what, chance]) =>
                  html`<li><span>${what}</span>${bar(0, chance)}<span class="said">${percent(chance)}</span></li>`,
              )
        }`,
    )}
  </ul>`;
}

function bar(out: number, pinned: number): TemplateResult {
  return html`<span class="chance" aria-hidden="true"
    ><i class="out" ${look({ width: `${100 * out}%` })}></i><i class="down" ${look({ width: `${100 * pinned}%` })}></i
  ></span>`;
}

export const manOddsStyles = css`
  .men-odds {
    list-style: none;
    margin: 10px 0 0;
    padding: 0;
    display: grid;
    gap: 5px;
    font-size: 13.5px;
  }
  .men-odds li {
    display: grid;
    grid-template-columns: minmax(90px, 1fr) 84px minmax(110px, auto);
    gap: 8px;
    align-items: center;
  }
  .men-odds .said {
    color: var(--dim);
    font-variant-numeric: tabular-nums;
    text-align: right;
  }
  .chance {
    display: flex;
    height: 12px;
    border-radius: 3px;
    overflow: hidden;
    background: var(--odds-4);
  }
  .chance .out {
    background: var(--odds-1);
  }
  .chance .down {
    background: repeating-linear-gradient(45deg, var(--odds-3) 0 4px, var(--odds-2) 4px 7px);
  }
`;
