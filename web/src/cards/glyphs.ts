/** Small signs for what cards do and what men carry; drawn here, 24 by 24. */
import { html, svg, type TemplateResult } from "lit";

const SIGNS: Readonly<Record<string, string>> = {
  fire: "M12 1.5l2 6.2 5.4-3.6-3 5.8 6.1 2.1-6.1 2.1 3 5.8-5.4-3.6-2 6.2-2-6.2-5.4 3.6 3-5.8L1.5 12l6.1-2.1-3-5.8L10 7.7z",
  movement: "M3 9h9V4l9 8-9 8v-5H3z",
  rally: "M5 2h2.2v20H5zM8 3q4-2 7 0t6-.4v9Q18 13.6 15 12t-7 .4z",
  concealed: "M3 20Q3 6 20 3q1.4 15-11 16-2 .2-3.6-1L4.6 21zM7 16.6q3-5.6 8.4-8.6-6 1.4-9.4 7z",
  hero: "M12 1.8l3.1 6.6 7.1.9-5.2 5 1.3 7.1-6.3-3.5-6.3 3.5 1.3-7.1-5.2-5 7.1-.9z",
  sniper:
    "M11 1h2v3.1A8 8 0 0 1 19.9 11H23v2h-3.1A8 8 0 0 1 13 19.9V23h-2v-3.1A8 8 0 0 1 4.1 13H1v-2h3.1A8 8 0 0 1 11 4.1zm0 5.1A6 6 0 0 0 6.1 11H9v2H6.1a6 6 0 0 0 4.9 4.9V15h2v2.9a6 6 0 0 0 4.9-4.9H15v-2h2.9A6 6 0 0 0 13 6.1V9h-2z",
  smoke:
    "M7 20a5 5 0 0 1-1-9.9A5.5 5.5 0 0 1 16.4 8 4.6 4.6 0 0 1 18 17q-.8 3-4 3zM4 5.4a2.6 2.6 0 1 1 3.4 2.4A6.6 6.6 0 0 0 5 9.2 2.6 2.6 0 0 1 4 5.4z",
  wire: "M1 11h3l2.2-4h2l-2.1 4h3.8l2.2-4h2l-2.1 4h3.8l2.2-4h2l-2.1 4H23v2h-3l-2.2 4h-2l2.1-4h-3.8l-2.2 4h-2l2.1-4H8.2L6 17H4l2.1-4H1z",
  radio:
    "M11 9.5V3h2v6.5a3 3 0 1 1-2 0zM5.2 4l1.5 1.3a9 9 0 0 0 0 11.4L5.2 18a11 11 0 0 1 0-14zm13.6 0a11 11 0 0 1 0 14l-1.5-1.3a9 9 0 0 0 0-11.4z",
  brush:
    "M11 21v-7L6 9l1.2-1.3L11 11.4V3h2v9.2l4-4.2 1.3 1.3-5.3 5.6V21zM3 20q1-5 5 0zM16 20q4-5 5 0zM4 7a2 2 0 1 1 3 0zM17 6a2 2 0 1 1 3 0z",
  buildings: "M2 21V9l6-4 6 4v2h8v10h-6v-5h-3v5H9v-4H6v4zM6 11h3v3H6z",
  gully:
    "M1 6h6q2 0 2.6 3l1.2 6q.4 2 1.2 2t1.2-2l1.2-6Q15 6 17 6h6v3h-5.4q-.6 0-.8 1l-1.3 6.4Q14.8 20 12 20t-3.5-3.6L7.2 10q-.2-1-.8-1H1z",
  hill: "M1 20Q5 7 9.4 7q3 0 5 5 1.4-2 3-2 3.6 0 5.6 10zM7 13q1-3 2.4-3 1 0 1.8 1.6-2.4-.4-4.2 1.4z",
  marsh:
    "M2 17h6v2H2zm8 0h5v2h-5zm7 0h5v2h-5zM5 21h7v1.6H5zm9 0h6v1.6h-6zM6 15q-.6-6-3-9 3.6 2 4 6 .2-6 2-10 1 5-.4 13zm11 0q-1-4 .4-9 1.4 2 1.2 5 1-2 2.8-3-2 3-2.2 7z",
  minefield:
    "M12 7a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM11 2h2v4h-2zM4.6 5.4L6 4l2.6 2.6L7.2 8zM18 4l1.4 1.4L16.8 8l-1.4-1.4zM9 13h6v2H9z",
  pillbox: "M2 20v-8l4-5h12l4 5v8zm4-8.5V14h12v-2.500z",
  stream:
    "M1 7q3-3 5.500 0t5.500 0 5.500 0T23 7v3q-3 3-5.500 0T12 10t-5.500 0T1 10zm0 7q3-3 5.500 0t5.500 0 5.500 0 5.500 0v3q-3 3-5.500 0T12 17t-5.500 0T1 17z",
  walls: "M1 7h6v4H1zm8 0h6v4H9zm8 0h6v4h-6zM1 13h3v4H1zm5 0h6v4H6zm8 0h6v4h-6zm8 0h1v4h-1zM1 19h22v1.500H1z",
  woods:
    "M8 22v-4H2.500l3.600-5H4l3-4.600H5.200L9 2l3.800 6.400H11l3 4.600h-2.100l1.700 2.400 1.300-1.900h-1.200l2.200-3.300h-1.200L17 5.500l3.300 4.700h-1.200l2.200 3.300h-1.200l2.700 4H18.200V22h-2v-4.500h-2.700l.4.500H10v4z",
  open: "M2 19h20v2H2zM6 17q-.4-3-2-4.600Q6.400 13 7 15q.4-3 1.600-4.600-.2 3.600-.6 6.600zm9 0q-.4-2-1.400-3 1.800.2 2.200 1.600.2-2 1.400-3.400 0 2.600-.4 4.800z",
  card: "M5 2h14a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V4q0-2 2-2zm1.500 3v14h11V5z",
};

const TURNS: Readonly<Record<string, number>> = { advance: -90, retreat: 90, sideways: 0 };

export function glyph(kind: string, size = 24, mode = ""): TemplateResult {
  const turn = mode ? (TURNS[mode] ?? 0) : 0;
  return html`<svg class="glyph glyph-${kind}" width=${size} height=${size} viewBox="0 0 24 24" aria-hidden="true">
    <path d=${SIGNS[kind] ?? SIGNS.card ?? ""} transform="rotate(${turn} 12 12)" />
  </svg>`;
}

// -- men, vehicles and guns ------------------------------------------------------------------------------------

const HELMETS: Readonly<Record<string, string>> = {
  german: "M18 17q-1-13 12-13t12 13l3.500 5.500-4.500.500-2.500-3h-17l-2.500 3-4.500-.500z",
  american: "M17 19Q17 4 30 4t13 15l2.500 1.800h-31z",
  russian: "M18.500 19.500Q17 4 30 4t11.500 15.500l1.500 1.300H17z",
};
const SHOULDERS = "M10 52q0-12 9-14.500l5.500-1.500q2 4 5.500 4t5.500-4l5.500 1.500Q50 40 50 52z";
/** Those who lead have binoculars on a strap. */
const BINOCULARS = "M24 38l4 8h-2.500l-3-7zM36 38l-4 8h2.500l3-7zM25.500 45h4v5h-4zM30.500 45h4v5h-4z";

const SKINS = ["#c9a384", "#b98f70", "#d6b496", "#ab8263"];
const MOUTHS = [
  "M27 32.300q3 1.200 6 0",
  "M27.400 32.800h5.200",
  "M27 33q3-1.400 6 0",
  "M28 32.400q2.600 1.600 4.600-.6",
];
/** What sets a face apart: nothing, a moustache, stubble, a scar, a heavy brow. */
const FEATURES = [
  "",
  "M26.400 30.800q3.600-1.800 7.200 0l-.4 1.300q-3.200-1.300-6.400 0z",
  "M24.200 30q1 5.600 5.800 5.600t5.800-5.600q-.6 3.400-5.800 3.600T24.200 30z",
  "M34.600 25.400l.9.300-1.200 5-.8-.2z",
  "M25 22.700l4 .9v1l-4-.6zM35 22.700l-4 .9v1l4-.6z",
];

/** A number that belongs to a name: the same man always looks the same. */
function traitOf(name: string): number {
  let found = 7;
  for (const letter of name) found = (found * 31 + (letter.codePointAt(0) ?? 0)) % 99_991;
  return found;
}

/** Weapons as they lie under the man, 60 wide, with the muzzle to the right. */
const WEAPONS: Readonly<Record<string, string>> = {
  rifle: "M4 8l9-3h18l1-1h10v1h14v1.800H33l-1 1.200H17l-2 1-5 3H5z",
  carbine: "M9 8l8-3h16l1-1h7v1h9v1.800H34l-1 1.200H21l-2 1-4 3h-5z",
  "assault-rifle": "M7 8l8-3h14V4h12v1h11v1.800H34l3 6h-3.500l-3-5H20l-2 1-4 3H8z",
  "machine-pistol": "M10 6h22V4.500h9V6h9v1.800H31v6.200h-3V8h-8l-1.500 4H16l.8-4H10z",
  bar: "M4 8l8-3h18l1-1h11v1h14v1.800H46l3 5.700h-2l-3-5-3 5h-2l2-5.700H27v4h-3V8h-7l-6 4H5z",
  lmg: "M3 8l9-3h6V4h18v1h20v1.800H46l3.500 6.200h-2.200L44 7.500 40.700 13h-2.200L42 6.800H28V10h-3V8h-7l-7 4H4z",
  mmg: "M7 5h8V3h27v1.500h12v2H42V8h-8l9 6h-3.500L30 8.500V14h-2.400V8.500L18 14h-3.500L24 8h-9V6.800H7z",
  atr: "M2 8l9-3h14V4h6v1h27v1.600H42l2.500 6H42L39.500 7H18l-9 5H3z",
  flamethrower:
    "M6 2.500h5V13H6zM12.500 2.500h5V13h-5zM19 9q5 4 8-1t8-2v1.800Q30 7 28 10t-9 1zM35 4.800h11v2.600H35zM47 6q3-4 9-3.500-4 1.500-3 4t-6 2z",
  mortar: "M12 12.500h20v1.500H12zM16 12L38 1l1.600 2.400L20 13zM34 6l6 7h-2.400L32 7z",
  bazooka: "M4 4h4l2 1h44v4H10l-2 1H4zM22 9h3v4h-3zM31 9h3v4h-3z",
  panzerschreck: "M3 3.500h6V4h47v5H9v.5H3zM28 1h6v11h-6zM20 9h3v4h-3z",
  afv: "M2 8l5-3h12l2-4h14l2 2h21v1.600H38L37 5h13l6 4-3 4H7z",
  ig: "M8 12a4.500 4.500 0 1 1 9 0 4.500 4.500 0 0 1-9 0zM14 3h3v5l36-4.500v2.600L20 10.500l-4-.5zM2 13.500l8-3v1.500L3 14.500z",
};

/** A man by his name, nation, weapon and whether he leads; a vehicle or gun by its kind. */
export function portrait(
  nation: string,
  kind: string,
  weapon: string,
  name = "",
  leads = false,
): TemplateResult {
  const held = WEAPONS[weapon] ?? "";
  if (kind !== "man") {
    return html`<svg class="portrait" viewBox="0 -1 60 24" aria-hidden="true">
      <path d=${WEAPONS[kind] ?? held} transform="scale(1 1.7)" />
    </svg>`;
  }
  const trait = traitOf(name);
  const pick = <T>(from: readonly T[], by: number): T => from[Math.floor(trait / by) % from.length] as T;
  const wide = pick([6.6, 7.2, 7.8], 3);
  const long = pick([9.2, 10, 10.8], 7);
  const tilt = pick([-5, -2, 0, 3, 6], 11);
  const mirrored = pick([1, -1], 13);
  const aim = pick([0, -9, 7], 17);
  return html`<svg class="portrait" viewBox="0 0 60 52" aria-hidden="true">
    <path class="bust" d=${SHOULDERS} />
    <g transform="rotate(${tilt} 30 38) translate(30 0) scale(${mirrored} 1) translate(-30 0)">
      <ellipse cx="30" cy="26" rx=${wide} ry=${long} fill=${pick(SKINS, 1)} />
      <path class="feature" d="M26.200 25h2v1.500h-2zM31.800 25h2v1.500h-2zM29.700 26l1.500 3.600h-1.900z" />
      <path class="mouth" d=${pick(MOUTHS, 5)} />
      <path class="feature" d=${pick(FEATURES, 19)} />
      <path d=${HELMETS[nation] ?? HELMETS.american ?? ""} />
    </g>
    ${leads ? svg`<path class="glasses" d=${BINOCULARS} />` : ""}
    ${held ? svg`<path class="held" d=${held} transform="translate(0 38) rotate(${aim} 30 7)" />` : ""}
  </svg>`;
}
