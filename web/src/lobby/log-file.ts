/** The scenario of the game in a file, as its first line says; empty where it does not. */
export function scenarioIn(log: string): string {
  const first = log.slice(0, 4000).split("\n", 1)[0] ?? "";
  return /"scenario"\s*:\s*"([^"]+)"/.exec(first)?.[1] ?? "";
}
