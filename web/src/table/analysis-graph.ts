/** How likely a side was to win, over a game that was gone over, with faults and lucky throws on it. */
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { percent, sideName } from "../app/words.js";
import { points } from "../game/faults.js";
import type { Fault, GoneOver, Lucky } from "../generated/protocol.js";
import { emblem } from "../lobby/emblem.js";

const WIDTH = 640;
const HEIGHT = 190;
const LEFT = 6;
const EDGE = 8;
const NARROWEST = 44;
const RADIUS: Readonly<Record<string, number>> = { blunder: 8, mistake: 7, inaccuracy: 6 };

type Place = (moment: number) => number;

export function analysisGraph(
  found: GoneOver,
  sides: readonly string[],
  moments: number,
  open: (fault: Fault) => void,
): TemplateResult | typeof nothing {
  if (found.graph.length < 2) return nothing;
  const x: Place = (moment) => LEFT + (moment / Math.max(1, moments)) * (WIDTH - 2 * LEFT);
  const y = (chance: number): number => EDGE + (1 - chance) * (HEIGHT - 2 * EDGE);
  const at: Place = (moment) => y(found.graph.findLast((one) => one.moment <= moment)?.chance ?? 0.5);
  const after: Place = (moment) => y(found.graph.find((one) => one.moment >= moment)?.chance ?? 0.5);
  const line = found.graph.map((one) => `${x(one.moment).toFixed(1)} ${y(one.chance).toFixed(1)}`).join("L");
  const first = x(found.graph[0]?.moment ?? 0);
  const last = x(found.graph.at(-1)?.moment ?? moments);
  const [own = "", other = ""] = sides;
  return html`<figure class="chances">
    <figcaption>The chance of winning <span class="dim">(circles: faults; triangles: lucky throws)</span></figcaption>
    <div class="plot">
      <span class="up">${emblem(own, 14)} ${sideName(own)} 100%</span>
      <span class="down">${emblem(other, 14)} ${sideName(other)} 100%</span>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${spoken(found)}>
        ${turnMarks(turnsOf(found.graph), x, HEIGHT, HEIGHT / 2 - 4)}
        <path class="zero" d="M0 ${y(0.5)}H${WIDTH}" />
        <path class="area" d="M${first} ${y(0.5)}L${line}L${last} ${y(0.5)}Z" />
        <path class="line" d="M${line}" />
        ${found.luckiest.map((throw_) => triangle(throw_, x(throw_.moment), after(throw_.moment)))}
        ${found.faults.map((fault) => circle(fault, x(fault.moment), at(fault.moment), open))}
      </svg>
    </div>
  </figure>`;
}

/** Where turns begin. */
export interface Begins {
  readonly moment: number;
  readonly turn: string;
}

function turnsOf(graph: GoneOver["graph"]): GoneOver["graph"] {
  return graph.filter((one, i) => one.turn !== graph[i - 1]?.turn);
}

/** Lines at which turns begin, with the names of those that have room for it. */
export function turnMarks(
  begins: readonly Begins[],
  x: Place,
  height: number,
  line: number,
): SVGTemplateResult[] {
  let named = -NARROWEST;
  return begins.map((one) => {
    const place = x(one.moment);
    const told = place - named >= NARROWEST && place < WIDTH - NARROWEST;
    if (told) named = place;
    const words = told ? svg`<text x=${place + 3} y=${line}>${one.turn}</text>` : nothing;
    return svg`<path class="turn" d="M${place} 0V${height}"/>${words}`;
  });
}

function circle(fault: Fault, x: number, y: number, open: (fault: Fault) => void): SVGTemplateResult {
  const words = `${fault.turn}, ${sideName(fault.side)}: ${fault.kind}, ${points(fault.lost)} points`;
  return svg`<circle class="fault ${fault.kind}" data-fault=${fault.moment} cx=${x} cy=${y} r=${RADIUS[fault.kind] ?? 6}
    @click=${() => open(fault)}><title>${words}</title></circle>`;
}

function triangle(one: Lucky, x: number, y: number): SVGTemplateResult {
  const words = `${one.turn}: ${one.text} ${points(one.gave)} points for ${sideName(one.side)}`;
  return svg`<path class="lucky" d="M${x} ${y - 7}l6 11h-12z"><title>${words}</title></path>`;
}

function spoken({ graph, side }: GoneOver): string {
  return turnsOf(graph)
    .map((one) => `${one.turn}: ${sideName(side)} ${percent(one.chance)}`)
    .join(", ");
}
