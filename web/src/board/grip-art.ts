/** What is drawn around a piece on request: what it covers, what it has to do with elsewhere, and grips to turn it by. */
import { css, nothing, type SVGTemplateResult, svg } from "lit";
import type { CounterView, Handle } from "../generated/protocol.js";
import type { HexIndex } from "./hexes.js";
import type { Spot } from "./viewport.js";

const RAD = Math.PI / 180;

function away({ x, y }: Spot, bearing: number, distance: number): Spot {
  return { x: x + Math.sin(bearing * RAD) * distance, y: y - Math.cos(bearing * RAD) * distance };
}

/** The sectors that a piece covers; `side` is that of a hex. */
export function sectors(counter: CounterView, centre: Spot, side: number): SVGTemplateResult {
  return svg`${counter.arcs.map((arc) => {
    const reach = (arc.reach + 0.5) * side * Math.sqrt(3);
    const a = away(centre, arc.bearing - arc.width / 2, reach);
    const b = away(centre, arc.bearing + arc.width / 2, reach);
    const d = `M${centre.x} ${centre.y}L${a.x.toFixed(1)} ${a.y.toFixed(1)}A${reach} ${reach} 0 0 1 ${b.x.toFixed(1)} ${b.y.toFixed(1)}Z`;
    return svg`<path class="sector ${arc.tone}" d=${d}><title>${arc.text}</title></path>`;
  })}`;
}

/** Lines to what it has to do with. */
export function links(counter: CounterView, centre: Spot, index: HexIndex): SVGTemplateResult {
  return svg`${counter.links.map((link) => {
    const hex = index.byId.get(link.hex);
    if (!hex) return nothing;
    return svg`<path class="link" d="M${centre.x} ${centre.y}L${hex.x} ${hex.y}"/>
      <g class="badge told" transform="translate(${hex.x} ${hex.y - 40})"><rect x="-18" y="-10" width="36" height="20" rx="6"/><text y="4.6">${link.text}</text></g>`;
  })}`;
}

/** A grip beside a piece: an arrow in the way that it would point. */
export function grip(handle: Handle, centre: Spot, side: number): SVGTemplateResult {
  const { x, y } = away(centre, handle.bearing, side * (handle.ring === "outer" ? 1.46 : 1.02));
  return svg`<g class="grip ${handle.ring}" data-grip=${handle.action} transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">
    <title>${handle.text}</title><circle r=${handle.ring === "outer" ? 13 : 10.5}/>
    <path d="M0-7.4l6 7.2H2v6.8h-4V-.2h-4z" transform="rotate(${handle.bearing}) scale(${handle.ring === "outer" ? 1 : 0.82})"/>
    ${handle.badge ? svg`<g transform="translate(11 9)"><circle class="price" r="7"/><text y="3.4">${handle.badge}</text></g>` : nothing}</g>`;
}

export const gripStyles = css`
  .sectors {
    pointer-events: none;
  }
  .sector {
    fill-opacity: 0.15;
    stroke-width: 2.5;
    stroke-dasharray: 9 6;
  }
  .sector.gun {
    fill: #ff5a3c;
    stroke: #ff5a3c;
  }
  .sector.hull {
    fill: #5ab4ff;
    stroke: #5ab4ff;
  }
  .link {
    fill: none;
    stroke: #ffe08a;
    stroke-width: 3;
    stroke-dasharray: 2 7;
    stroke-linecap: round;
  }
  .grip {
    cursor: pointer;
  }
  .grip > circle {
    fill: #14170e;
    fill-opacity: 0.86;
    stroke: #ffe14a;
    stroke-width: 2;
  }
  .grip > path {
    fill: #ffe14a;
  }
  .grip.inner > circle {
    stroke: #fff;
  }
  .grip.inner > path {
    fill: #fff;
  }
  .grip:hover > circle {
    fill: #ffe14a;
    fill-opacity: 1;
  }
  .grip:hover > path {
    fill: #14170e;
  }
  .grip .price {
    fill: #fff;
    stroke: #14170e;
    stroke-width: 1;
  }
  .grip text {
    font: 800 9.5px var(--font);
    text-anchor: middle;
    fill: #14170e;
  }
`;
