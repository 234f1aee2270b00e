/** Markers that lie on a hex and belong to no counter. */
import { css, type SVGTemplateResult, svg } from "lit";
import type { MarkerView } from "../generated/protocol.js";
import type { Spot } from "./viewport.js";

export const markerStyles = css`
  .marker text {
    font: 800 13px var(--font);
    text-anchor: middle;
    fill: #2b2b28;
  }
  .puff {
    fill: #f4f4f1;
    opacity: 0.9;
    stroke: #8b8c86;
    stroke-width: 0.8;
  }
  .chit {
    fill: #f4d64e;
    stroke: #14170e;
    stroke-width: 1.1;
  }
  .residual .chit {
    fill: #e5573f;
  }
  .marker.residual text {
    fill: #fff;
    font-size: 12px;
  }
  .melee .chit {
    fill: #a3231b;
  }
  .marker.melee text,
  .marker.fortified text,
  .marker.dc text {
    font-size: 9.5px;
    fill: #fff;
  }
  .fortified .chit,
  .dc .chit {
    fill: #3d4150;
  }
  .control .pole {
    stroke: #14170e;
    stroke-width: 2;
    stroke-linecap: round;
  }
  .control .flag {
    stroke: #14170e;
    stroke-width: 1;
    fill: var(--face);
  }
  .aim .chit {
    fill: var(--face);
  }
  .aim .hair {
    stroke: #14170e;
    stroke-width: 1.6;
    stroke-linecap: round;
  }
  .marker.aim text {
    font-size: 10px;
    fill: var(--mark);
  }
  .burst .star {
    fill: #f08a24;
    stroke: #7a1d0c;
    stroke-width: 1.4;
  }
  .burst .chit {
    fill: var(--face);
  }
  .marker.burst text {
    font-size: 10.5px;
    fill: var(--mark);
  }
  .marker.control text {
    font-size: 8px;
    fill: var(--mark);
  }
`;

const NATIONS = new Set(["german", "american", "russian", "british"]);

/** `n` tells how many markers lie in the hex already. */
export function marker(view: MarkerView, centre: Spot, side: number, n: number): SVGTemplateResult {
  const at = `translate(${centre.x} ${centre.y})`;
  const nation = NATIONS.has(view.side) ? view.side : "other";
  switch (view.kind) {
    case "smoke":
      return svg`<g class="marker smoke" transform=${at}><g transform="translate(0 ${-side * 0.1})">
        <path class="puff" d="M-30 14q-10-2-9-12 0-9 9-10 1-13 15-14 7-9 18-3 13-3 17 8 13 1 13 13 0 10-10 12-4 10-15 8-10 7-19 0-14 6-19-2z"/>
        <text y=${-side * 0.2}>${view.text}</text></g></g>`;
    case "residual":
      return svg`<g class="marker residual" transform="translate(${centre.x + side * 0.62} ${centre.y - side * 0.34})">
        <path class="chit" d="M-12-8h24v16h-24z"/><text y="4.4">${view.text}</text></g>`;
    case "control":
      return svg`<g class="marker control nation-${nation}" transform="translate(${centre.x - side * 0.8} ${centre.y + side * 0.14})">
        <path class="pole" d="M0 4V-15"/><path class="flag" d="M0-15q7-4 14 0v9q-7-3-14 0z"/>
        <text x="7" y="-7.6">${view.side.charAt(0).toUpperCase()}</text></g>`;
    case "aim":
      return svg`<g class="marker aim nation-${nation}" transform="translate(${centre.x + side * 0.58} ${centre.y - side * 0.1})">
        <circle class="chit" r="9.5"/><path class="hair" d="M-13 0h7M6 0h7M0-13v7M0 6v7"/><text y="3.6">${view.text}</text></g>`;
    case "burst":
      return svg`<g class="marker burst nation-${nation}" transform="translate(${centre.x} ${centre.y - side * 0.5})">
        <path class="star" d="M0-17l4.2 8.4 8.4-5-2.4 9.4 9.6 1.6-8.2 5.4 5.6 8-9.6-1.6L5.4 18 0 10.6-5.4 18l-2.2-8.8-9.6 1.6 5.6-8-8.2-5.4 9.6-1.6-2.4-9.4 8.4 5z"/>
        <rect class="chit" x="-19" y="-8" width="38" height="15" rx="3"/><text y="3.4">${view.text}</text></g>`;
    default: {
      const width = 12 + view.text.length * 6.4;
      const y = centre.y - side * 0.62 + n * 14;
      return svg`<g class="marker ${view.kind}" transform="translate(${centre.x} ${y})">
        <rect class="chit" x=${-width / 2} y="-8" width=${width} height="15" rx="3"/>
        <text y="3.2">${view.text}</text></g>`;
    }
  }
}

/** Smoke lies over the ground but under counters; all else on top of them. */
export function isGround(view: MarkerView): boolean {
  return view.kind === "smoke" || view.kind === "control";
}
