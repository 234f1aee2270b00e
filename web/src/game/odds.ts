/** What was played out ahead, in figures and words. */

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
