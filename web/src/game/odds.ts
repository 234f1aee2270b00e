/** Odds as a bar: classes of results from the worst for the target to none, in four tones. */

export interface OddsPart {
  readonly name: string;
  readonly chance: number;
  readonly tone: 1 | 2 | 3 | 4;
  readonly words: string;
}

const CLASSES: readonly {
  readonly match: RegExp;
  readonly tone: OddsPart["tone"];
  readonly words: string;
}[] = [
  { match: /KIA/i, tone: 1, words: "somebody is eliminated" },
  { match: /^K|\bK\b|K\//, tone: 1, words: "casualties" },
  { match: /elim|kill/i, tone: 1, words: "eliminated" },
  { match: /reduc/i, tone: 1, words: "casualty reduction" },
  { match: /^(\d|N)MC$/, tone: 2, words: "morale check" },
  { match: /broken|breaks/i, tone: 2, words: "breaks" },
  { match: /PTC|pin/i, tone: 3, words: "pin check" },
  { match: /malf/i, tone: 3, words: "malfunctions" },
];

export function oddsParts(odds: Readonly<Record<string, number>>): OddsPart[] {
  const parts = Object.entries(odds)
    .filter(([, chance]) => chance > 0)
    .map(([name, chance]) => {
      const known = CLASSES.find((one) => one.match.test(name));
      const level = /^(\d)MC$/.exec(name)?.[1];
      const words = known ? (level ? `${known.words} at +${level}` : known.words) : none(name);
      return { name: label(name), chance, tone: known?.tone ?? 4, words } as OddsPart;
    });
  return parts.sort((a, b) => a.tone - b.tone || severity(b.name) - severity(a.name));
}

/** Among results of one tone: the more is added to the check, the worse; KIA is worse than K. */
function severity(name: string): number {
  if (/KIA/.test(name)) return 20;
  return Number(/^(\d)MC$/.exec(name)?.[1] ?? 0);
}

function label(name: string): string {
  return name === "-" || name === "" ? "none" : name;
}

function none(name: string): string {
  return name === "-" || name === "" || name === "none" ? "no effect" : name;
}

/** What was played out ahead: how often, and by how much it came out better than something else. */
export interface PlayedOut {
  readonly rounds: number;
  readonly edge: number;
}

/** Differences below this are noise to a reader. */
const ALIKE = 0.005;

export function edgeFigure({ rounds, edge }: PlayedOut): string {
  if (!rounds) return "–";
  if (Math.abs(edge) < ALIKE) return "±0";
  return `${edge > 0 ? "+" : "−"}${Math.abs(edge).toFixed(2)}`;
}

export function edgeWords({ rounds, edge }: PlayedOut, unit: string): string {
  if (!rounds) return "not played out";
  if (Math.abs(edge) < ALIKE) return "no difference";
  return `${Math.abs(edge).toFixed(2)} ${unit} ${edge > 0 ? "better" : "worse"}`;
}
