/** What is marked on the ground for good: what is fought for, where forces come on and where they leave. And short effects. */
import { css, nothing, type SVGTemplateResult, svg } from "lit";
import type { AreaView, Box } from "../generated/protocol.js";
import { type HexIndex, outline } from "./hexes.js";

const NATIONS = new Set(["german", "american", "russian", "british"]);
const STAR = "M0-8l2.3 5.1 5.6.6-4.2 3.8 1.2 5.5-4.9-2.8-4.9 2.8 1.2-5.5-4.2-3.8 5.6-.6z";

export function areaMarks(
  area: AreaView,
  index: HexIndex,
  box: Box,
  side: number,
): (SVGTemplateResult | typeof nothing)[] {
  const nation = NATIONS.has(area.side) ? area.side : "other";
  return area.hexes.map((id) => {
    const hex = index.byId.get(id);
    if (!hex) return nothing;
    if (area.kind === "objective") {
      return svg`<g class="area objective"><title>${area.text}</title><polygon points=${outline(hex, side, 6)}/>
        <path d=${STAR} transform="translate(${hex.x + side * 0.66} ${hex.y - side * 0.1})"/></g>`;
    }
    if (area.kind === "blast" || area.kind === "aim") {
      return svg`<g class="area ${area.kind}"><title>${area.text}</title><polygon points=${outline(hex, side, 2)}/></g>`;
    }
    const turn = inward(hex, box) + (area.kind === "exit" ? 180 : 0);
    return svg`<g class="area ${area.kind} nation-${nation}"><title>${area.text}</title>
      <path class="arrow" d="M-9-7L0 2l9-9M-9 1L0 10l9-9" transform="translate(${hex.x} ${hex.y}) rotate(${turn}) translate(0 ${-side * 0.44})"/></g>`;
  });
}

/** Which way the map lies, seen from a hex at its edge: 0 is down. */
function inward({ x, y }: { readonly x: number; readonly y: number }, box: Box): number {
  const gaps: [number, number][] = [
    [y - box.top, 0],
    [box.left + box.width - x, 90],
    [box.top + box.height - y, 180],
    [x - box.left, 270],
  ];
  return gaps.reduce((near, one) => (one[0] < near[0] ? one : near))[1];
}

export const areaStyles = css`
  .areas {
    pointer-events: none;
  }
  .objective polygon {
    fill: none;
    stroke: #ffd23f;
    stroke-opacity: 0.75;
    stroke-width: 2.2;
    stroke-dasharray: 1 6;
    stroke-linecap: round;
  }
  .blast polygon {
    fill: #e0531c;
    fill-opacity: 0.3;
    stroke: #ff7a2e;
    stroke-width: 2.4;
    stroke-dasharray: 7 4;
  }
  .aim polygon {
    fill: #ffb03b;
    fill-opacity: 0.22;
    stroke: #ffb03b;
    stroke-width: 2.4;
    stroke-dasharray: 3 5;
  }
  .objective path {
    fill: #ffd23f;
    stroke: #14170e;
    stroke-width: 1.4;
    stroke-linejoin: round;
  }
  .area .arrow {
    fill: none;
    stroke: var(--face, #fff);
    stroke-width: 4;
    stroke-linecap: round;
    stroke-linejoin: round;
    paint-order: stroke;
    filter: drop-shadow(0 0 1.5px #14170e) drop-shadow(0 0 1px #14170e);
  }
`;

export const flashStyles = css`
  .flashes {
    pointer-events: none;
  }
  .flash > g {
    opacity: 0;
    transform: scale(0.4);
    animation: flash 0.9s ease-out both;
  }
  .burst {
    fill: #ffe08a;
    fill-opacity: 0.35;
    stroke: #ffe08a;
    stroke-width: 5;
  }
  .rays {
    fill: none;
    stroke: #ffe08a;
    stroke-width: 5;
    stroke-linecap: round;
  }
  .flash.break .burst {
    fill: #ffb03b;
    stroke: #ffb03b;
  }
  .flash.kill .burst {
    fill: #e5573f;
    fill-opacity: 0.6;
    stroke: #ff5a3c;
  }
  .flash.kill .rays {
    stroke: #ff5a3c;
  }
  .flash.pin .burst,
  .flash.rally .burst {
    fill: none;
    stroke: #fff;
  }
  .flash.pin .rays,
  .flash.rally .rays,
  .flash.smoke .rays {
    display: none;
  }
  .flash.smoke .burst {
    fill: #f4f4f1;
    stroke: #f4f4f1;
  }
  @keyframes flash {
    25% {
      opacity: 1;
      transform: scale(1);
    }
    to {
      opacity: 0;
      transform: scale(1.25);
    }
  }
  :host([still]) .flashes {
    display: none;
  }
  @media (prefers-reduced-motion: reduce) {
    .flashes {
      display: none;
    }
  }
`;
