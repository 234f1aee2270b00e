/** Cards as one sees them: Action cards, men and machines, and the strips of cards that lie on a group. */
import { css, html, nothing, type TemplateResult } from "lit";
import { look } from "../app/look.js";
import type {
  ActionCardView,
  CardUse,
  Figure,
  FigureRow,
  LaidView,
  UnitCardView,
} from "../generated/protocol.js";
import { icon } from "../styles/icons.js";
import { glyph, portrait } from "./glyphs.js";

/** How a thing on the table stands to the question. */
export interface Standing {
  readonly can: boolean;
  readonly picked: boolean;
  readonly about: boolean;
  readonly hinted: boolean;
}

export const IDLE: Standing = { can: false, picked: false, about: false, hinted: false };

export function standingClasses({ can, picked, about, hinted }: Standing): string {
  return `${can ? "can" : ""} ${picked ? "picked" : ""} ${about ? "about" : ""} ${hinted ? "hinted" : ""}`;
}

/** A sign for a use: the terrain's own where it is terrain. */
function signOf(use: CardUse): string {
  return use.kind === "terrain" ? use.name.split(" ")[0]?.toLowerCase() || "open" : use.kind;
}

/** The Random Number: black adds, red takes away; the shape tells it too. */
export function randomNumber(card: { readonly number: number; readonly red: boolean }): TemplateResult {
  return html`<span class="rnc ${card.red ? "red" : "black"}">${card.red ? "−" : "+"}${card.number}</span>`;
}

function titleOf(use: CardUse | undefined): string {
  return use?.name.replace(/ -?\d+$| All$/, "") ?? "";
}

/** A long name is written smaller, so that it can be read to its end. */
function fitted(name: string): ReturnType<typeof look> {
  return look({ "--letters": String(Math.max(1, name.length)) });
}

/** Two words stand below each other. */
function titleView(title: string): TemplateResult {
  const words = title.split(" ");
  const longest = words.reduce((most, word) => (word.length > most.length ? word : most), "");
  return html`<span class="title ${words.length > 1 ? "two" : ""}" ${fitted(longest)}>${title}</span>`;
}

export function actionFace(card: ActionCardView): TemplateResult {
  const [first, ...more] = card.uses;
  return html`<span aria-hidden="true" class="face kind-${first ? first.kind : "none"} ${card.cower ? "cower" : ""}">
    ${titleView(titleOf(first))}
    <span class="middle">
      ${first ? glyph(signOf(first), 34) : nothing}
      ${first?.value ? html`<b class="value">${first.value.replace("-", "−")}</b>` : nothing}
    </span>
    <span class="detail">${first?.detail.replace("needs ", "FP ").replace(" firepower", "")}</span>
    ${more.map(
      (use) =>
        html`<span class="second ${use.usable ? "" : "unusable"}" ${fitted(use.name)}
          >${glyph(signOf(use), 14)} ${use.name.replace("-", "−")}</span
        >`,
    )}
    <span class="foot">
      ${randomNumber(card)}
      ${
        card.cower
          ? html`<span class="tag">Cower</span>`
          : card.marks.map((mark) => html`<span class="tag">${mark.text}</span>`)
      }
    </span>
  </span>`;
}

/** How a weapon's name reads on a small card. */
const SHORT: Readonly<Record<string, string>> = {
  "machine pistol": "MP",
  "submachine gun": "SMG",
  "assault rifle": "Assault rifle",
  "anti-tank rifle": "AT rifle",
  "infantry gun": "Gun",
};

const BADGES: Readonly<Record<string, TemplateResult | string>> = {
  wound: icon("aid"),
  hero: icon("star"),
  malfunction: icon("cross"),
  unarmed: icon("barred"),
  berserk: "!!",
  infiltrates: icon("through"),
  transfers: icon("right"),
  crews: icon("crew"),
  captured: icon("swap"),
  guards: icon("chain"),
  stun: "~",
  immobilized: icon("barred"),
  bogged: icon("waves"),
  crew: icon("lost"),
  acquired: icon("target"),
};

/** The rows that a small card has room for: what counts now, both gun and machine gun of a vehicle. */
function rowsNow(unit: UnitCardView): readonly FigureRow[] {
  const now = unit.rows.filter((row) => row.now);
  const found = now.length ? now : unit.rows;
  return unit.kind === "man" ? found.slice(0, 1) : found.slice(0, 2);
}

function figureRowOf(row: FigureRow, named: boolean, range: number | null): TemplateResult {
  return html`<span class="row ${named ? "named" : ""} ${row.id === "range" ? "ranges-row" : ""}"
    >${named ? html`<em>${row.label.replace(" back", "")}</em>` : nothing}${row.values.map(
      (value, i) => html`<i class=${i === range ? "at" : ""}>${value.replace("-", "–")}</i>`,
    )}</span
  >`;
}

export function unitFace(unit: UnitCardView, nation: string, range: number | null): TemplateResult {
  const machine = unit.kind !== "man";
  return html`<span aria-hidden="true" class="face nation-${nation} ${unit.pinned ? "pinned" : ""}">
    <span class="name" ${fitted(unit.name)}>${unit.name}</span>
    ${machine ? machineBody(unit, nation, range) : manBody(unit, nation, range)}
  </span>`;
}

function manBody(unit: UnitCardView, nation: string, range: number | null): TemplateResult {
  return html`${figureArea(unit, nation)}
    <span class="weapon">${SHORT[unit.weapon] ?? unit.weapon}</span>
    <span class="figures">${figuresOf(unit, unit.figures.slice(0, 3), (figure) => figure.label.charAt(0))}</span>
    ${rowsNow(unit).map((row) => figureRowOf(row, false, range))}`;
}

/** A vehicle or a gun: what it looks like, what is printed on it, and its tables with their ranges. */
function machineBody(unit: UnitCardView, nation: string, range: number | null): TemplateResult {
  const rows = rowsNow(unit);
  return html`${figureArea(unit, nation)}
    <span class="figures">${figuresOf(unit, unit.figures, (figure) => figure.label)}</span>
    ${rows.length ? figureRowOf(RANGES, true, range) : nothing}
    ${rows.map((row) => figureRowOf(row, true, range))}`;
}

const RANGES: FigureRow = { id: "range", label: "Range", values: ["0", "1", "2", "3", "4", "5"], now: false };

function figuresOf(
  unit: UnitCardView,
  figures: readonly Figure[],
  label: (figure: Figure) => string,
): TemplateResult[] {
  const counts = unit.pinned ? "panic" : "morale";
  return figures.map(
    (figure) =>
      html`<span class="${figure.id === counts ? "counts" : ""} ${figure.changed ? "changed" : ""}"
        ><small>${label(figure)}</small>${figure.value.replaceAll("-", "−")}</span
      >`,
  );
}

function figureArea(unit: UnitCardView, nation: string): TemplateResult {
  const states = unit.states.filter((mark) => mark.id !== "pin");
  return html`<span class="figure-area">
    ${portrait(nation, unit.kind, unit.weapon_kind, unit.name, unit.role !== "")}
    ${unit.role ? html`<b class="role">${unit.role}</b>` : nothing}
    <i class="place">${unit.position ? html`<b>${unit.position}</b>` : nothing} <span class="rank">${unit.rank}</span></i>
    ${
      states.length
        ? html`<span class="badges"
          >${states.slice(0, 4).map((mark) => html`<i class="badge mark-${mark.id}">${BADGES[mark.id] ?? mark.text.charAt(0).toUpperCase()}</i>`)}</span
        >`
        : nothing
    }
    ${unit.pinned ? html`<b class="down">${unit.states.find((mark) => mark.id === "pin")?.text ?? "pinned"}</b>` : nothing}
  </span>`;
}

/** A card on a group: terrain as a card of its own, others as strips. One sees what it is, and how a Movement card lies. */
export function laidStrip(laid: LaidView): TemplateResult {
  const sign = laid.face_down ? "open" : laid.kind === "terrain" ? laid.name.toLowerCase() : laid.kind;
  const name =
    laid.kind === "movement"
      ? { advance: "Advance", retreat: "Fall back", sideways: "Sideways" }[laid.mode]
      : laid.name;
  return html`<li class="strip kind-${laid.kind} ${laid.pending ? "pending" : ""}" title=${laid.words}>
    ${glyph(sign, laid.kind === "terrain" ? 26 : 17, laid.mode)} <span>${name ?? laid.name}${laid.pending ? "?" : ""}</span>
    ${laid.value ? html`<b>${laid.value.replace("-", "−")}</b>` : nothing}
  </li>`;
}

export const faceStyles = css`
  .nation-german {
    --nation: var(--german);
    --nation-ink: var(--german-ink);
  }
  .nation-american {
    --nation: var(--american);
    --nation-ink: var(--american-ink);
  }
  .nation-russian {
    --nation: var(--russian);
    --nation-ink: var(--russian-ink);
  }
  .thing {
    position: relative;
    display: block;
    padding: 0;
    border: 0;
    border-radius: 8px;
    background: none;
    color: inherit;
    text-align: inherit;
    cursor: default;
    flex: none;
  }
  .thing.can {
    cursor: pointer;
  }
  .thing .face {
    position: relative;
    display: flex;
    flex-direction: column;
    height: 100%;
    border-radius: 7px;
    border: 1.5px solid #14170e;
    background: #f1ead6;
    color: #23241c;
    overflow: hidden;
    box-shadow: 0 2px 5px rgb(0 0 0 / 0.4);
    line-height: 1.15;
    user-select: none;
    -webkit-user-select: none;
  }
  .thing.can .face {
    box-shadow:
      0 0 0 2px #fff3c4,
      0 2px 6px rgb(0 0 0 / 0.5);
  }
  .thing.picked .face {
    box-shadow:
      0 0 0 4px var(--accent),
      0 4px 10px rgb(0 0 0 / 0.5);
  }
  .thing.about .face {
    box-shadow:
      0 0 0 3px var(--danger),
      0 2px 6px rgb(0 0 0 / 0.5);
  }
  .thing.hinted .face {
    box-shadow:
      0 0 0 4px #7fd4ff,
      0 4px 10px rgb(0 0 0 / 0.5);
  }

  /* Action cards. */
  .action {
    width: var(--card-width, 92px);
    height: var(--card-height, 130px);
    touch-action: pan-x;
    transition: transform 0.12s;
  }
  @media (prefers-reduced-motion: reduce) {
    .action {
      transition: none;
    }
  }
  .action.can:hover,
  .action.picked {
    transform: translateY(-8px);
  }
  .action .face {
    padding: 5px 6px 4px;
    background: linear-gradient(#f7f2e3, #e9e0c6);
    border-top: 6px solid var(--kind, #8d8a78);
  }
  .kind-fire {
    --kind: #b5371f;
  }
  .kind-movement {
    --kind: #3f6db3;
  }
  .kind-rally,
  .kind-hero {
    --kind: #b58a12;
  }
  .kind-concealed {
    --kind: #4b6f45;
  }
  .kind-terrain,
  .kind-minefield {
    --kind: #6d5a35;
  }
  .kind-smoke {
    --kind: #7c8087;
  }
  .kind-wire,
  .kind-sniper,
  .kind-radio {
    --kind: #4d4658;
  }
  .action .title {
    font-weight: 800;
    font-size: clamp(
      8px,
      calc((var(--card-width, 92px) - 13px) / (var(--letters) * 0.72)),
      var(--title-most, 12.5px)
    );
    line-height: 15px;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .action .title.two {
    --title-most: 10px;
    line-height: 1;
    white-space: normal;
    flex: none;
  }
  .action .middle {
    flex: 1;
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 5px;
    min-height: 0;
  }
  .action .glyph {
    fill: var(--kind, #4d4a3a);
    flex: none;
  }
  .action .value {
    font-size: 25px;
    font-weight: 800;
    letter-spacing: -0.03em;
  }
  .action .detail {
    font-size: 10.5px;
    text-align: center;
    color: #45432f;
  }
  .action .second {
    display: flex;
    align-items: center;
    gap: 3px;
    margin-top: 2px;
    padding: 1px 3px;
    border-radius: 4px;
    background: #ddd3b4;
    font-size: clamp(8px, calc((var(--card-width, 92px) - 38px) / (var(--letters) * 0.58)), 10.5px);
    font-weight: 600;
    white-space: nowrap;
  }
  .action .second .glyph {
    fill: #4d4a3a;
  }
  .unusable {
    text-decoration: line-through;
    color: #57533f;
  }
  .action .foot {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 4px;
    margin-top: 3px;
    min-height: 20px;
  }
  .rnc {
    display: inline-grid;
    place-items: center;
    min-width: 24px;
    height: 19px;
    padding: 0 3px;
    font: 800 12px/1 var(--font);
    color: #fff;
    background: #23241c;
    border-radius: 10px;
  }
  .rnc.red {
    background: #b3261e;
    border-radius: 3px;
  }
  .tag {
    font-size: 9.5px;
    font-weight: 700;
    padding: 1px 3px;
    border-radius: 4px;
    background: #23241c;
    color: #f1ead6;
  }
  .face.cower .title,
  .face.cower .middle,
  .face.cower .detail {
    opacity: 0.55;
  }
  .face.cower {
    background: repeating-linear-gradient(135deg, #e6dec6 0 8px, #d8cfb4 8px 16px);
  }

  /* Men and machines. */
  .unit {
    width: var(--man-width, 72px);
    height: var(--man-height, 104px);
  }
  .unit .face {
    background: #ece5d0;
  }
  .unit .name {
    display: block;
    padding: 2px 2px 1px;
    background: var(--nation, var(--other));
    color: var(--nation-ink, var(--other-ink));
    font: 700 10.5px / 14px var(--font);
    font-size: clamp(7px, calc((var(--man-width, 72px) - 8px) / (var(--letters) * 0.6)), 10.5px);
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
    letter-spacing: -0.04em;
  }
  .unit .figure-area {
    position: relative;
    flex: 1;
    min-height: 0;
    display: block;
    background: linear-gradient(#ded6bd, #ece5d0);
  }
  .portrait {
    position: absolute;
    inset: 0;
    margin: auto;
    height: 100%;
    width: 100%;
    fill: #3b3a2c;
  }
  .portrait .bust {
    fill: #6b6752;
  }
  .portrait .feature {
    fill: #3a2d20;
    fill-opacity: 0.72;
  }
  .portrait .mouth {
    fill: none;
    stroke: #5a3526;
    stroke-width: 1;
    stroke-linecap: round;
  }
  .portrait .glasses {
    fill: #22221a;
  }
  .portrait .held {
    fill: #1b1b13;
    stroke: #ece5d0;
    stroke-width: 1.6;
    paint-order: stroke;
  }
  .role,
  .place {
    position: absolute;
    top: 2px;
    font: 700 9.5px/1.2 var(--font);
  }
  .role {
    right: 2px;
    padding: 1px 3px;
    border-radius: 3px;
    background: #23241c;
    color: #ffd766;
  }
  .place {
    left: 3px;
    color: #55523f;
    font-style: normal;
    font-weight: 500;
    text-shadow: 0 0 3px #ded6bd;
  }
  .place b {
    display: block;
    font-weight: 800;
    font-size: 11px;
    color: #23241c;
  }
  .badges {
    position: absolute;
    right: 2px;
    bottom: 2px;
    display: flex;
    gap: 1px;
  }
  .badge {
    display: grid;
    place-items: center;
    min-width: 15px;
    height: 15px;
    border-radius: 8px;
    background: #23241c;
    color: #fff;
    font: 700 10px/1 var(--font);
  }
  .badge.mark-wound,
  .badge.mark-malfunction {
    background: #b3261e;
  }
  .badge.mark-hero {
    background: #8a6400;
  }
  .down {
    position: absolute;
    left: 0;
    right: 0;
    top: 50%;
    transform: translateY(-50%) rotate(-8deg);
    background: #b3261e;
    color: #fff;
    text-align: center;
    font: 800 10.5px/1.5 var(--font);
    letter-spacing: 0.06em;
    text-transform: uppercase;
  }
  .face.pinned .figure-area,
  .face.pinned {
    background: repeating-linear-gradient(135deg, #d8d1bd 0 6px, #c9c1a9 6px 12px);
  }
  .face.pinned .portrait {
    opacity: 0.45;
  }
  .unit .weapon {
    padding: 0 4px;
    font-size: 9.5px;
    text-align: center;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
    color: #45432f;
  }
  .unit .figures {
    display: flex;
    justify-content: space-evenly;
    font: 700 12.5px/1.2 var(--font);
    color: #55523f;
  }
  .unit .figures small {
    font-size: 8.5px;
    font-weight: 500;
    margin-right: 1px;
  }
  .unit .counts {
    color: #14150d;
    border-bottom: 2px solid #14150d;
  }
  .unit .changed {
    font-style: italic;
  }
  .unit .row {
    display: grid;
    grid-template-columns: repeat(6, 1fr);
    padding: 1px 2px;
    background: #23241c;
    color: #f1ead6;
    font: 600 9.5px/1.3 var(--font);
    text-align: center;
    gap: 0;
  }
  .unit .row i {
    font-style: normal;
    white-space: nowrap;
    letter-spacing: -0.04em;
  }
  .unit .row.named {
    grid-template-columns: 40px repeat(6, 1fr);
  }
  .unit .row em {
    font-style: normal;
    font-weight: 500;
    text-align: left;
    white-space: nowrap;
  }
  /* A vehicle or a gun is as wide as its group lets it be, and as high as its tables need. */
  .unit.machine {
    width: min(100%, 236px);
    height: auto;
    min-height: var(--machine-low, 136px);
  }
  .machine .face {
    min-height: inherit;
  }
  .machine .name {
    padding: 2px 6px;
    font-size: 12px;
  }
  .machine .figure-area {
    flex: 1 1 26px;
    min-height: 26px;
  }
  .machine .portrait {
    padding: 2px 0 1px;
  }
  .machine .figures {
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 1px 7px;
    padding: 1px 6px 2px;
    font-size: 13px;
    line-height: 1.1;
  }
  .machine .figures > span {
    display: grid;
    justify-items: center;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  .machine .figures small {
    margin: 0;
    font-size: 9.5px;
    font-weight: 600;
    color: #45432f;
  }
  .machine .row {
    font-size: 11.5px;
    padding: 1px 4px;
  }
  .machine .row i {
    font-variant-numeric: tabular-nums;
  }
  @container (max-width: 184px) {
    .machine .figures {
      gap: 1px 4px;
      padding-inline: 4px;
      font-size: 11.5px;
    }
    .machine .figures small {
      font-size: 8.5px;
    }
    .machine .row {
      font-size: 10.5px;
      padding-inline: 3px;
    }
    .unit .row.named {
      grid-template-columns: 33px repeat(6, 1fr);
    }
  }
  .machine .ranges-row {
    background: #3a3b2f;
    color: #cfcab4;
    font-size: 10px;
    font-weight: 500;
  }
  .unit .row .at {
    background: var(--accent);
    color: #221c05;
    border-radius: 2px;
  }

  /* Cards on a group. */
  .strips {
    list-style: none;
    margin: 0;
    padding: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 3px;
  }
  .strip {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-height: 23px;
    padding: 1px 7px 1px 5px;
    border: 1px solid #14170e;
    border-left: 5px solid var(--kind, #6d5a35);
    border-radius: 5px;
    background: #f1ead6;
    color: #23241c;
    font-size: 12px;
    font-weight: 600;
    box-shadow: 0 1px 3px rgb(0 0 0 / 0.35);
  }
  .strip .glyph {
    fill: var(--kind, #4d4a3a);
  }
  .strip.kind-terrain {
    min-height: 38px;
    gap: 7px;
    padding: 1px 9px 1px 6px;
    border: 1.5px solid #14170e;
    border-top: 5px solid var(--kind);
    border-radius: 6px;
    background: linear-gradient(#f7f2e3, #e9e0c6);
    font-size: 12.5px;
  }
  .strip.kind-terrain b {
    font-size: 17px;
    font-weight: 800;
    letter-spacing: -0.03em;
  }
  .strip.pending,
  .strip.kind-terrain.pending {
    border-style: dashed;
    border-color: var(--accent);
    outline: 2px dashed var(--accent);
  }
`;
