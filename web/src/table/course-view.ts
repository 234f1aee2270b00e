/** A course on the panel: who takes part, what it comes to, and what becomes of whom. */
import { css, html, nothing, type TemplateResult } from "lit";
import { look } from "../app/look.js";
import { shares, trim } from "../app/words.js";
import { counterIcon } from "../board/counter-icon.js";
import type { CounterView, Course, Fate, Likely, Prospect, Role, Taker, Way } from "../generated/protocol.js";
import { breakdownTable, ruleButton } from "./breakdown.js";

interface Shown {
  readonly course: Course;
  readonly counters: ReadonlyMap<string, CounterView>;
  readonly busy: boolean;
  readonly from: EventTarget;
  readonly toggle: (taker: Taker) => void;
}

export function courseView(shown: Shown): TemplateResult {
  const { course, from } = shown;
  return html`<div class="course">
    ${course.roles.map((role) => roleView(role, shown))}
    ${course.prospects.map((one) => prospectView(one, course.prospects.length > 1, from, targetOf(course) === one))}
    ${course.note ? html`<p class="note">${course.note} ${ruleButton(course.rule, from)}</p>` : nothing}
  </div>`;
}

function roleView(role: Role, { counters, busy, toggle }: Shown): TemplateResult {
  return html`<div class="role" role="group" aria-label=${role.heading}>
    <h3>${role.heading}</h3>
    <ul>
      ${role.takers.map((taker) => {
        const [piece] = taker.pieces.map((id) => counters.get(id)).filter((one) => !!one);
        return html`<li>
          <button
            class="taker ${taker.on ? "on" : ""} ${taker.why ? "barred" : ""}"
            data-taker=${taker.action}
            aria-pressed=${taker.on}
            title=${taker.why}
            ?disabled=${busy}
            @click=${() => toggle(taker)}
          >
            ${piece ? counterIcon(piece, 30) : nothing}<span>${taker.label}</span>
          </button>
        </li>`;
      })}
    </ul>
  </div>`;
}

/** The only one whom a course concerns, if there is one: its odds stand where they are always in view. */
export function targetOf(course: Course): Prospect | undefined {
  const targets = course.prospects.filter((one) => !one.step);
  return targets.length === 1 ? targets[0] : undefined;
}

function prospectView(one: Prospect, several: boolean, from: EventTarget, only: boolean): TemplateResult {
  return html`${several ? html`<h4>${one.label}</h4>` : nothing} ${breakdownTable(one.breakdown, from)}
    ${several && !only ? chances(one) : nothing}`;
}

/** The odds of one target stand where they are always in view; several have theirs with their figures. */
export function chances(one: Prospect): TemplateResult {
  return html`${likelyBar(one.odds)} ${one.fates.map((fate) => fateLine(fate, one.fates.length > 1))}`;
}

export function likelyBar(odds: readonly Likely[]): TemplateResult {
  const told = shares(odds.map((part) => part.chance));
  const spoken = odds.map((part, i) => `${told[i]} ${part.words}`).join(", ");
  return html`<div class="odds" role="img" aria-label="Odds: ${spoken}">
    ${odds.map(
      (part, i) =>
        html`<i class="tone-${part.tone}" title="${part.words} ${told[i]}" ${look({ "flex-grow": String(part.chance) })}
          ><span>${part.chance >= 0.19 ? `${part.name} ${told[i]}` : part.chance >= 0.08 ? part.name : ""}</span></i
        >`,
    )}
  </div>`;
}

function fateLine(fate: Fate, named: boolean): TemplateResult {
  const told = shares(fate.ends.map((end) => end.chance));
  // The sum is that of the parts as they are told, so that it adds up.
  const sum = fate.ends.reduce(
    (all, end, i) => all + (end.counts ? Number.parseInt(told[i] ?? "0", 10) || 0 : 0),
    0,
  );
  return html`<p class="fate" title="Leaders' help with the checks is not counted.">
    ${named ? html`<b class="who">${fate.name}</b>` : nothing}
    ${fate.ends.map(
      (end, i) => html`<span><i class="tone-${end.tone}"></i>${end.words} <b>${told[i]}</b></span>`,
    )}
    ${fate.sum_words ? html`<span class="sum">${fate.sum_words} <b>${sum}%</b></span>` : nothing}
  </p>`;
}

/** A way in words: what it costs and leaves, and where one is seen. */
export function wayWords(way: Way, unit: string, label: (hex: string) => string): string {
  const where = way.place || label(way.hex);
  if (!unit) return where;
  const seen = way.seen.map((one) => `${label(one.hex)} (from ${one.by.map(label).join(", ")})`);
  const danger = seen.length ? ` · in sight in ${seen.join("; ")}` : " · out of sight";
  return `${where}: ${trim(way.cost)} ${unit}, ${trim(way.left)} left${danger}`;
}

export const courseStyles = css`
  .course {
    display: grid;
    gap: 8px;
    margin-top: 8px;
  }
  .role {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 4px 10px;
    align-items: start;
  }
  .role h3 {
    margin: 0;
    line-height: 38px;
  }
  .role ul {
    list-style: none;
    margin: 0;
    padding: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 5px;
  }
  .taker {
    min-height: 38px;
    display: flex;
    align-items: center;
    gap: 7px;
    padding: 2px 10px 2px 5px;
    border: 1px solid var(--edge);
    border-radius: 9px;
    background: var(--raised);
    font-size: 13.5px;
    line-height: 1.2;
    text-align: left;
    color: var(--dim);
    cursor: pointer;
  }
  .taker:not(.on) .icon {
    opacity: 0.55;
  }
  .taker.on {
    color: var(--ink);
    border-color: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
  }
  .taker.barred {
    border-style: dashed;
  }
  .taker:hover {
    border-color: var(--dim);
  }
  .course .breakdown {
    font-size: 13px;
  }
  .course .breakdown th,
  .course .breakdown td {
    padding-block: 1px;
  }
  .course h4 {
    font-size: 13.5px;
  }
  .note {
    font-size: 13.5px;
    color: var(--dim);
  }
  .fate {
    display: flex;
    flex-wrap: wrap;
    gap: 1px 12px;
    font-size: 13px;
    line-height: 1.35;
    color: var(--dim);
  }
  .fate b {
    color: var(--ink);
    font-variant-numeric: tabular-nums;
  }
  .fate .who {
    min-width: 44px;
  }
  .fate i {
    display: inline-block;
    width: 9px;
    height: 9px;
    margin-right: 5px;
    border-radius: 3px;
  }
  .fate .sum {
    color: var(--ink);
    font-weight: 600;
  }
`;
