/** Counters beside the board: in lists, cards and panels. */
import { css, html, type TemplateResult } from "lit";
import type { CounterView } from "../generated/protocol.js";
import { classesOf, counterStyles, face, SHAPES, tags } from "./counter-art.js";

/** Put this once into the root that shows counters. */
export function shapes(): TemplateResult {
  return html`<svg class="shapes" width="0" height="0" aria-hidden="true"><defs>${SHAPES}</defs></svg>`;
}

export function counterIcon(counter: CounterView, size = 46, withTags = false): TemplateResult {
  const box = withTags ? "-7 -12 70 70" : "-2 -2 60 60";
  return html`<svg class="icon" viewBox=${box} width=${size} height=${size} aria-hidden="true">
    <g class=${classesOf(counter)}>${face(counter)}${withTags ? tags(counter.states, 64) : ""}</g>
  </svg>`;
}

export const iconStyles = [
  counterStyles,
  css`
    .shapes {
      position: absolute;
    }
    .icon {
      display: block;
      flex: none;
    }
    .icon .counter {
      cursor: inherit;
    }
  `,
];
