/** Our counters: nationality, silhouettes, factors, weapons and the markers that lie on them.
 *
 * Everything is drawn from a few shapes that are defined once (`SHAPES`) and used many times, so that a
 * hundred counters stay cheap and are sharp at any zoom. A nation has its colour, but also its helmet and its
 * emblem: nothing hangs on colour alone.
 */
import { css, nothing, type SVGTemplateResult, svg } from "lit";
import type { CounterView, StateMark } from "../generated/protocol.js";
import { SILHOUETTES } from "./silhouettes.js";
import { COUNTER } from "./stacks.js";

type Drawing = SVGTemplateResult | typeof nothing;

const NATIONS = new Set(["german", "american", "russian", "british"]);

function nation(counter: CounterView): string {
  return NATIONS.has(counter.nationality) ? counter.nationality : "other";
}

// -- shapes ------------------------------------------------------------------------------------------------

const BODY =
  "M-2-5.2h4q3.6.2 4 3.2l.5 5-1.9.4-.9-3.7v3.5l1.6 8.8H2.1L0 4.6l-2.1 7.4h-3.2l1.6-8.8V-.3l-.9 3.7L-6.5 3l.5-5q.4-3 4-3.2z";
const HANDS_UP =
  "M-2-5.2h4l2.6-1.2 2-6.8 2 .6-2.2 8.4-2.7 2.6v4.8l1.6 8.8H2.1L0 4.6l-2.1 7.4h-3.2l1.6-8.8v-4.8l-2.7-2.6-2.2-8.4 2-.6 2 6.8z";
const RIFLE = "M-7.4 6.2l2-2.7 2 .1L5.9-6.2l1 .9-8.6 9.2-1.5.4L-5.6 7z";

export const SHAPES = svg`${SILHOUETTES}
  <g id="helmet-american"><path d="M-4.2-8.4a4.2 4.3 0 0 1 8.4 0l.8.8h-10z"/></g>
  <g id="helmet-german"><path d="M-3.9-8.8a3.9 4.2 0 0 1 7.8 0l1.5 2.5-1.7.3-1-1.2h-5.4l-1 1.2-1.7-.3z"/></g>
  <g id="helmet-russian"><path d="M-3.9-7.9q-.3-5.3 3.9-5.3t3.9 5.3l.5.6h-8.8z"/></g>
  <g id="helmet-british"><path d="M-6.2-7.8q.6-3.4 3-4.4 3.2-1 6.4 0 2.4 1 3 4.4z"/></g>
  <g id="helmet-other"><path d="M-4-8a4 4.6 0 0 1 8 0z"/></g>
  ${[...NATIONS, "other"].map(
    (name) => svg`
      <g id="man-${name}"><path d=${BODY}/><circle cy="-7.4" r="2.7"/><use href="#helmet-${name}"/>
        <path class="cut" d=${RIFLE}/></g>
      <g id="broken-${name}"><path d=${HANDS_UP}/><circle cy="-7.4" r="2.7"/><use href="#helmet-${name}"/></g>
      <g id="leader-${name}"><path d="M-12.5 12.5q0-9.5 7.2-10.8l2.7-.6h5.2l2.7.6q7.2 1.3 7.2 10.8z"/>
        <circle cy="-3.8" r="4.9"/><use href="#helmet-${name}" transform="translate(0 7.4) scale(1.72)"/>
        <path class="cut" d="M-3 2.2L0 6.6l3-4.4 1.6.3-4.6 7-4.6-7zM-10.6 6.4h4v1.2h-4zM-10.8 8.6h4.2v1.2h-4.2z"/></g>`,
  )}
  <g id="weapon-LMG"><path d="M-21-5.4l7.6.3.6-1.4h9.4V-5h9.6v-.9h3V-5H20v2H9.2v.4l4.4 9.2-1.8.9-4-8.4-4 8.4-1.8-.9L6.2-2.6H-4v1.9h-2.4l-1.3 4.9h-2.5l1-4.9h-3.6L-20.4.8z"/></g>
  <g id="weapon-MMG"><path d="M-19-7h3.2l.6 2h2.8v-2.4H.6v1.1H15V-5h5.4v2H15v1H2.6l8.9 12.3H9L-1.6-1.6-3.4 3l.7 7.3h-2.2l-.6-5.8-2.8 5.8h-2.5L-6-1.6h-6.4v-1.3h-2.9l-.7 2.1h-3l1-3.1z"/></g>
  <g id="weapon-HMG"><path d="M-19.5-8.4h3l.8 2.2h2.5v-2.6H-3v.8h15.4v1.2h8.4v2.6h-8.4v1.2H4l9.6 12.4h-3L-.4-2.6l-2.2 5.5.9 8.5h-2.7L-5 5.2l-3 6.2h-2.8l5.6-13.6h-8v-1.5h-2.5l-.8 2.3h-3l1-3.5z"/><path class="cut" d="M-.6-6.3h11.8v.9H-.6zM-.6-4.4h11.8v.9H-.6z"/></g>
  <g id="weapon-cycle"><circle class="line" cx="-11" cy="5" r="6"/><circle class="line" cx="11" cy="5" r="6"/><path class="line" d="M-11 5l6-9h9l7 9M-5-4l5 9h4l0-9M4-4l2.4-4.6h4"/><path d="M-9.6-7.4h8v2.2h-8z"/></g>
  <g id="weapon-bicycle"><circle class="line" cx="-11" cy="5" r="6"/><circle class="line" cx="11" cy="5" r="6"/><path class="line" d="M-11 5l6-9h10l6 9M-5-4l4 9L5-4M5-4l1.4-4.6h4"/></g>
  <g id="weapon-sidecar"><circle class="line" cx="-13" cy="5" r="5.4"/><circle class="line" cx="3" cy="5" r="5.4"/><path class="line" d="M-13 5l4.4-8h7L3 5M-1.6-3l1.8-4.6h4"/><path d="M3 .4Q3-6 10-6h3q6.4 0 6.4 6.4v2q-1 4-6 4h-5Q3 6.4 3 .4z"/><circle class="cut" cx="12" cy="4.6" r="2.2"/></g>
  <g id="weapon-horse"><path d="M-14 9l1.6-10q1-4 6-4.4l9-.2L9-13l4-1.4 1 2.4 4.6 4-2 2.6-4.6-1.2L9 1l.8 8H7L5.6 3l-9 .2L-6 9h-2.6l.6-6.6L-11 9z"/></g>
  <g id="weapon-FT"><path d="M-18-8q0-2.4 2.3-2.4t2.3 2.4V7.4q0 2.4-2.3 2.4T-18 7.4zM-12.4-8q0-2.4 2.3-2.4t2.3 2.4V7.4q0 2.4-2.3 2.4t-2.3-2.4z"/><path class="line" d="M-8 5.5q6 5 8-1.5t5-5.5h4.4"/><path d="M8.6-4h4v2.6h-4z"/><path d="M13.4-2.7q1.6-5.6 6-7-1.4 2.4.6 4.2 2.4 2-.2 5.2-2.6 3-6.4 0 1.6-.8 0-2.4z"/></g>
  <g id="weapon-DC"><rect x="-12" y="-7" width="4.6" height="16" rx="1"/><rect x="-6.6" y="-7" width="4.6" height="16" rx="1"/><rect x="-1.2" y="-7" width="4.6" height="16" rx="1"/><rect x="4.2" y="-7" width="4.6" height="16" rx="1"/><path class="cut" d="M-13-3.4H9.8v1.4H-13zM-13 3.6H9.8V5H-13z"/><path class="line" d="M-1.6-7q0-4.6 5-4.2t6.4-1.6"/><circle cx="11.2" cy="-13" r="1.9"/></g>
  <g id="emblem-german"><path d="M-1.1-3.6h2.2v2.5h2.5v2.2H1.1v2.5h-2.2V1.1h-2.5v-2.2h2.5z"/></g>
  <g id="emblem-american"><circle r="3.7" class="ring"/><path d="M0-3.1l.75 2.1 2.25.05-1.8 1.35.65 2.15L0 1.3l-1.85 1.25.65-2.15L-3-.95-.75-1z"/></g>
  <g id="emblem-russian"><path d="M0-4l1 2.75 2.9.1L1.6.65l.8 2.8L0 1.8l-2.4 1.65.8-2.8-2.3-1.8 2.9-.1z"/></g>
  <g id="emblem-british"><circle r="3.7" class="ring"/><circle r="1.7"/></g>
  <g id="emblem-other"></g>`;

export const counterStyles = css`
  .counter {
    cursor: pointer;
  }
  .nation-german {
    --face: var(--german);
    --mark: var(--german-ink);
  }
  .nation-american {
    --face: var(--american);
    --mark: var(--american-ink);
  }
  .nation-russian {
    --face: var(--russian);
    --mark: var(--russian-ink);
  }
  .nation-british {
    --face: var(--british);
    --mark: var(--british-ink);
  }
  .nation-other {
    --face: var(--other);
    --mark: var(--other-ink);
  }
  .counter .shade {
    fill: #0d1006;
    opacity: 0.42;
  }
  .counter .face {
    fill: var(--face);
    stroke: #14170e;
    stroke-width: 1.2;
  }
  .counter .light {
    fill: none;
    stroke: #fff;
    stroke-opacity: 0.42;
    stroke-width: 1;
  }
  .counter .ink,
  .counter text {
    fill: var(--mark);
  }
  /* Inside shapes that are used from elsewhere: only what lies in the shape itself can be told apart. */
  .cut {
    stroke: var(--face);
    stroke-width: 0.9;
  }
  .line,
  .ring {
    fill: none;
    stroke: var(--mark);
    stroke-width: 1.8;
  }
  .ring {
    stroke-width: 0.9;
  }
  .counter text {
    font-family: var(--font);
    font-weight: 700;
    pointer-events: none;
  }
  .counter .factor {
    font-size: 16.5px;
    font-weight: 800;
    text-anchor: middle;
  }
  .counter .over {
    font-size: 9.5px;
    text-anchor: middle;
  }
  .counter .class,
  .counter .letter,
  .counter .small {
    font-size: 9.5px;
  }
  .counter .class,
  .counter .right {
    text-anchor: end;
  }
  .counter .under {
    fill: var(--mark);
  }
  .counter.broken {
    --back: var(--face);
  }
  .counter.broken .face {
    fill: var(--broken);
  }
  .counter.broken .band {
    fill: var(--back);
  }
  .counter.broken {
    --mark: #23201a;
  }
  .counter .halo {
    paint-order: stroke;
    stroke: var(--face);
    stroke-width: 2.2;
    stroke-linejoin: round;
    font-size: 8px;
  }
  .counter .boxed {
    fill: none;
    stroke: var(--mark);
    stroke-width: 1.3;
  }
  .counter .cross {
    fill: none;
    stroke: #b3261e;
    stroke-width: 5;
    stroke-linecap: round;
    opacity: 0.85;
  }
  .tag rect {
    stroke: #14170e;
    stroke-width: 0.8;
    fill: #4a4f3d;
  }
  .counter .tag text,
  .tag text {
    fill: #fff;
    font: 800 8.8px var(--font);
    text-anchor: middle;
    letter-spacing: 0.02em;
  }
  .tone-bad rect {
    fill: #a3231b;
  }
  .tone-pin rect {
    fill: #7a3fa0;
  }
  .tone-tired rect {
    fill: #9a5b00;
  }
  .tone-wound rect {
    fill: #8c1d40;
  }
  .tone-moving rect {
    fill: #1d5c9c;
  }
  .tone-good rect {
    fill: #23682f;
  }
  .tone-calm rect {
    fill: #e9e6da;
  }
  .tone-fire rect {
    fill: #f4d64e;
  }
  .counter .tone-fire text,
  .counter .tone-calm text {
    fill: #241c00;
  }
  /* Seen from above: hull, what stands on it, and the way it points. */
  .plate {
    fill: color-mix(in oklab, var(--mark) 62%, var(--face));
  }
  .over {
    fill: var(--mark);
    stroke: var(--face);
    stroke-width: 0.9;
    paint-order: stroke;
  }
  .hatch {
    fill: var(--face);
    stroke: var(--mark);
    stroke-width: 0.9;
  }
  .hollow {
    fill: var(--face);
  }
  .thin {
    fill: none;
    stroke-width: 0.7;
    opacity: 0.6;
  }
  .counter .nose {
    fill: #d7261e;
    stroke: #14170e;
    stroke-width: 0.8;
  }
  .counter .open-hatch {
    fill: #f6c945;
    stroke: #14170e;
    stroke-width: 0.8;
  }
  .counter.wreck .face {
    fill: color-mix(in oklab, var(--face) 45%, #55524a);
  }
  .counter.wreck {
    --mark: #1a1917;
  }
  .counter .wreckage {
    fill: none;
    stroke: #1a1917;
    stroke-width: 1.6;
    stroke-linecap: round;
    opacity: 0.75;
  }
  .counter.secret .face {
    fill: color-mix(in oklab, var(--face) 55%, transparent);
    stroke-dasharray: 4 3;
  }
  .chip rect {
    fill: var(--face);
    stroke: #14170e;
    stroke-width: 1;
  }
  .counter .chip text {
    font-size: 9px;
    text-anchor: middle;
  }
  .chip .out-of-order {
    stroke: #a3231b;
    stroke-width: 1.8;
    stroke-linecap: round;
    opacity: 0.85;
  }
  .count circle {
    fill: #14170e;
    stroke: #fff;
    stroke-opacity: 0.75;
    stroke-width: 1;
  }
  .counter .count text {
    fill: #fff;
    font-size: 10.5px;
    text-anchor: middle;
  }
  .ring-mark {
    fill: none;
    stroke: none;
  }
  .counter.can .ring-mark {
    stroke: var(--can, #ffe14a);
    stroke-width: 2.6;
    stroke-dasharray: 5 3.4;
  }
  .counter.chosen .ring-mark {
    stroke: #ffe14a;
    stroke-width: 4;
    stroke-dasharray: none;
  }
  .counter.about .ring-mark {
    stroke: #ff5a3c;
    stroke-width: 3;
    stroke-dasharray: none;
  }
  .counter.spent:not(.broken) .face {
    fill: color-mix(in oklab, var(--face) 72%, #6f7064);
  }
`;

// -- the face of a counter ----------------------------------------------------------------------------------

interface Glyph {
  readonly text: string;
  readonly width: number;
  readonly kind: "factor" | "over";
  readonly underlined: boolean;
}

const DIGIT = 9.6;
const DASH = 6.2;

/** The printed factors one by one, so that an underline or a superscript sits where it belongs. */
export function factors(counter: CounterView): Glyph[] {
  const glyph = (text: string, underlined = false): Glyph => ({
    text,
    width: text.length * DIGIT,
    kind: "factor",
    underlined,
  });
  const dash: Glyph = { text: "-", width: DASH, kind: "factor", underlined: false };
  if (counter.kind === "leader") {
    const drm = counter.leadership ?? 0;
    const sign: Glyph = { ...dash, text: drm > 0 ? "+" : "-", width: drm > 0 ? DIGIT : DASH };
    return [glyph(String(counter.morale ?? "")), sign, glyph(String(Math.abs(drm)))];
  }
  if (counter.kind === "sw" && counter.fp === null && counter.range === null) return [glyph(counter.name)];
  const row: Glyph[] = [glyph(String(counter.fp ?? ""), counter.underlines.fp)];
  if (counter.smoke) row.push({ text: String(counter.smoke), width: 5.6, kind: "over", underlined: false });
  row.push(dash, glyph(String(counter.range ?? "")));
  if (counter.kind !== "sw") row.push(dash, glyph(String(counter.morale ?? ""), counter.underlines.morale));
  return row;
}

function factorRow(glyphs: readonly Glyph[], baseline: number): SVGTemplateResult {
  const whole = glyphs.reduce((sum, glyph) => sum + glyph.width, 0);
  const shrink = Math.min(1, (COUNTER - 5) / whole);
  let x = (COUNTER / shrink - whole) / 2;
  const drawn = glyphs.map((glyph) => {
    const middle = x + glyph.width / 2;
    x += glyph.width;
    const y = glyph.kind === "over" ? -6 : 0;
    return svg`<text class=${glyph.kind} x=${middle.toFixed(1)} y=${y}>${glyph.text}</text>${
      glyph.underlined
        ? svg`<rect class="under" x=${(middle - glyph.width / 2 + 0.8).toFixed(1)} y="1.6" width=${(glyph.width - 1.6).toFixed(1)} height="1.7"/>`
        : nothing
    }`;
  });
  return svg`<g transform="translate(0 ${baseline}) scale(${shrink.toFixed(3)} 1)">${drawn}</g>`;
}

const MEN: Readonly<Record<string, readonly (readonly [number, number, number])[]>> = {
  squad: [
    [12.2, 22.2, 0.9],
    [41.8, 22.2, 0.9],
    [27, 22.8, 1],
  ],
  half_squad: [
    [18.4, 22.6, 0.96],
    [35.6, 22.6, 0.96],
  ],
  crew: [
    [19.6, 24.4, 0.78],
    [34.4, 24.4, 0.78],
  ],
};

function men(counter: CounterView, shape: "man" | "broken"): Drawing {
  const who = nation(counter);
  if (counter.kind === "leader") {
    const at = counter.broken ? "translate(27 22) scale(.9)" : "translate(27 22.6)";
    const href = counter.broken ? `#broken-${who}` : `#leader-${who}`;
    return svg`<use class="ink" href=${href} transform=${at}/>`;
  }
  return svg`${MEN[counter.kind]?.map(
    ([x, y, scale]) =>
      svg`<use class="ink" href="#${shape}-${who}" transform="translate(${x} ${y}) scale(${scale})"/>`,
  )}`;
}

function goodSide(counter: CounterView): Drawing {
  return svg`${men(counter, "man")}
    <text class="class" x="51" y="10">${counter.kind === "leader" ? "" : counter.cls}</text>
    ${factorRow(factors(counter), 48.6)}`;
}

/** The back: pale, with a band of the nation's colour, the broken morale alone, in a box where it rallies alone. */
function brokenSide(counter: CounterView): Drawing {
  const morale = String(counter.broken_morale ?? counter.morale ?? "");
  const width = 10 + morale.length * DIGIT;
  return svg`<path class="band" d="M1.5 4.5a3 3 0 0 1 3-3H20L1.5 20zM52.5 34V49.5a3 3 0 0 1-3 3H34z"/>
    ${men(counter, "broken")}
    <text class="factor" x="27" y="50">${morale}</text>
    ${
      counter.boxed
        ? svg`<rect class="boxed" x=${27 - width / 2} y="36" width=${width} height="16.4" rx="1.5"/>`
        : nothing
    }`;
}

function weaponSide(counter: CounterView): Drawing {
  const breakdown = counter.breakdown;
  const broken = counter.states.some((state) => state.id === "malfunction");
  return svg`<use class="ink" href="#weapon-${counter.shape || counter.weapon}" transform="translate(27 21.6)"/>
    <text class="small" x="3.4" y="10">${counter.weapon}</text>
    <text class="small right" x="51" y="10">${counter.portage === null ? "" : `${counter.portage}PP`}</text>
    ${
      counter.rof
        ? svg`<rect class="boxed" x="3" y="26.4" width="10" height="11" rx="1"/><text class="small" x="8" y="35.3" text-anchor="middle">${counter.rof}</text>`
        : nothing
    }
    ${breakdown && breakdown < 12 ? svg`<text class="small right" x="51" y="36">B${breakdown}</text>` : nothing}
    ${factorRow(factors(counter), 50)}
    ${broken ? svg`<path class="cross" d="M10 10L44 44M44 10L10 44"/>` : nothing}`;
}

const MIDDLE = { x: 27, y: 29 };
const SPOTS: Readonly<Record<string, readonly [number, number, string]>> = {
  top: [3, 8.4, "start"],
  "top-right": [51, 8.4, "end"],
  left: [7, 19, "middle"],
  right: [51.4, 17.4, "end"],
  bottom: [2.6, 51.8, "start"],
  "bottom-right": [51.4, 51.8, "end"],
};
const WIDEST = 48;

/** Guns and vehicles: seen from above, each part turned its own way, with figures around it. */
function machine(counter: CounterView): Drawing {
  const at = `translate(${MIDDLE.x} ${MIDDLE.y})`;
  const flat = counter.bearing === null;
  const hull = `${at} rotate(${counter.bearing ?? 0}) scale(${flat ? 1 : 0.98})`;
  const out = counter.states.some((state) => state.id === "malfunction" || state.id === "malfunctioned");
  const exposed = counter.states.some((state) => state.id === "ce");
  return svg`<use class="ink" href="#hull-${counter.shape}" transform=${hull}/>
    ${
      counter.turret === null
        ? nothing
        : svg`<use class="ink" href="#turret-${counter.shape}" transform="${at} rotate(${counter.turret}) scale(.98)"/>`
    }
    ${exposed ? svg`<circle class="open-hatch" cx="-1.8" cy="1.7" r="2.4" transform="${at} rotate(${counter.turret ?? counter.bearing ?? 0})"/>` : nothing}
    ${flat ? nothing : svg`<path class="nose" d="M0-7l5.4 7.6h-10.8z" transform=${noseAt(counter.bearing ?? 0)}/>`}
    ${counter.prints.map((print) => printed(print))}
    ${counter.broken ? svg`<path class="wreckage" d="M14 18q4-6 1-10M22 14q5-5 1-11M31 15q5-6 0-11M38 20q4-5 1-9"/>` : nothing}
    ${counter.broken || out ? svg`<path class="cross" d="M13 15L41 43M41 15L13 43"/>` : nothing}`;
}

/** A mark on the edge of the counter, on the side that it faces. */
function noseAt(bearing: number): string {
  const half = COUNTER / 2;
  const [dx, dy] = [Math.sin((bearing * Math.PI) / 180), -Math.cos((bearing * Math.PI) / 180)];
  const reach = half / Math.max(Math.abs(dx), Math.abs(dy));
  return `translate(${(half + dx * reach).toFixed(1)} ${(half + dy * reach).toFixed(1)}) rotate(${bearing})`;
}

function printed(print: CounterView["prints"][number]): Drawing {
  const [x, y, anchor] = SPOTS[print.place] ?? [3, 10, "start"];
  const long = print.text.length * 4.9 > WIDEST ? WIDEST : undefined;
  return svg`${print.boxed ? svg`<rect class="boxed" x=${x - 4.2} y=${y - 7} width="8.4" height="9" rx="1"/>` : nothing}
    <text class="small halo" x=${x} y=${y} text-anchor=${anchor} textLength=${long ?? nothing} lengthAdjust="spacingAndGlyphs">${print.text}</text>`;
}

/** Guns and vehicles have their name where the first marker would lie. */
export function liftOf(counter: CounterView): number {
  return isMachine(counter) ? 4.5 : 0;
}

function isMachine(counter: CounterView): boolean {
  return counter.kind === "gun" || counter.kind === "vehicle";
}

/** The printed face of a counter, 54 wide and high. */
export function face(counter: CounterView): SVGTemplateResult {
  return svg`<rect class="shade" x="1.8" y="2.6" width=${COUNTER} height=${COUNTER} rx="4.5"/>
    <rect class="face" width=${COUNTER} height=${COUNTER} rx="4.5"/>
    <rect class="light" x="1.6" y="1.6" width=${COUNTER - 3.2} height=${COUNTER - 3.2} rx="3.2"/>
    ${isMachine(counter) ? machine(counter) : counter.kind === "sw" ? weaponSide(counter) : counter.broken ? brokenSide(counter) : goodSide(counter)}
    ${
      counter.kind === "sw" || isMachine(counter)
        ? nothing
        : svg`<use class="ink" href="#emblem-${nation(counter)}" transform="translate(6.6 6.8)"/>
          <text class="letter" x="12" y="10">${counter.letter}</text>`
    }`;
}

export function classesOf(counter: CounterView): string {
  const wreck = counter.broken && isMachine(counter);
  const broken = wreck ? " wreck" : counter.broken ? " broken" : "";
  return `counter nation-${nation(counter)}${broken}${counter.pale ? " spent" : ""}${counter.hidden ? " secret" : ""}`;
}

// -- what lies on a counter ---------------------------------------------------------------------------------

export function tags(
  states: readonly StateMark[],
  wide = COUNTER + 8,
  every = false,
  up = 0,
): SVGTemplateResult {
  let x = -5;
  let y = -7 - up;
  const drawn = states
    .filter((state) => every || state.tag)
    .map((state) => {
      const text = state.tag || state.text;
      const width = 7 + text.length * 6.3;
      if (x + width > wide) {
        x = -5;
        y -= 13;
      }
      const tag = svg`<g class="tag tone-${state.tone || "plain"}" transform="translate(${x.toFixed(1)} ${y})">
        <rect width=${width.toFixed(1)} height="12.4" rx="3"/><text x=${(width / 2).toFixed(1)} y="9.3">${text}</text></g>`;
      x += width + 2;
      return tag;
    });
  return svg`${drawn}`;
}

/** The weapons that a unit on top of a pile has, along its lower edge. */
export function chips(weapons: readonly CounterView[]): SVGTemplateResult {
  const width = 27;
  return svg`${weapons
    .filter((weapon) => !weapon.above)
    .slice(0, 2)
    .map((weapon, i) => {
      const bad = weapon.states.some((state) => state.id === "malfunction");
      return svg`<g class="chip nation-${nation(weapon)}" transform="translate(${COUNTER + 5 - (i + 1) * (width + 1)} ${COUNTER - 4})">
      <rect width=${width} height="12.6" rx="3"/><text x=${width / 2} y="9.6">${weapon.weapon}</text>
      ${bad ? svg`<path class="out-of-order" d="M3 2.5l${width - 6} 7.6M3 10.1l${width - 6}-7.6"/>` : nothing}</g>`;
    })}`;
}

export function pileCount(n: number): SVGTemplateResult {
  return svg`<g class="count" transform="translate(1 ${COUNTER - 1})"><circle r="7.6"/><text y="3.8">${n}</text></g>`;
}
