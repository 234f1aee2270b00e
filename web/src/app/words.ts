/** Small words that many panels need. */

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${trim(n)} ${n === 1 ? one : many}`;
}

/** Half squads as players write them. */
export function trim(n: number): string {
  const whole = Math.floor(n);
  if (n === whole) return String(n);
  return n - whole === 0.5 ? `${whole || ""}½` : String(Math.round(n * 100) / 100);
}

export function signed(n: number): string {
  return n > 0 ? `+${trim(n)}` : n < 0 ? `−${trim(-n)}` : "0";
}

export function percent(chance: number): string {
  const rounded = Math.round(chance * 100);
  if (chance > 0 && rounded === 0) return "<1%";
  if (chance < 1 && rounded === 100) return ">99%";
  return `${rounded}%`;
}

/** Parts of a whole in percent that add up to 100, however they are rounded. */
export function shares(chances: readonly number[]): string[] {
  const whole = chances.reduce((sum, chance) => sum + chance, 0) || 1;
  const exact = chances.map((chance) => (100 * chance) / whole);
  const rounded = exact.map(Math.floor);
  const missing = 100 - rounded.reduce((sum, part) => sum + part, 0);
  const order = exact.map((part, i) => [part - Math.floor(part), i] as const).sort((a, b) => b[0] - a[0]);
  for (const [, i] of order.slice(0, missing)) rounded[i] = (rounded[i] ?? 0) + 1;
  return rounded.map((part, i) => (part === 0 && (chances[i] ?? 0) > 0 ? "<1%" : `${part}%`));
}

const DAY = 86_400;

/** How long ago, roughly; `seconds` since the epoch as the server counts. */
export function ago(seconds: number, now = Date.now() / 1000): string {
  const past = Math.max(0, now - seconds);
  if (past < 90) return "just now";
  if (past < 5400) return `${Math.round(past / 60)} minutes ago`;
  if (past < 1.5 * DAY) return `${Math.round(past / 3600)} hours ago`;
  return `${Math.round(past / DAY)} days ago`;
}

export function duration(seconds: number): string {
  const left = Math.max(0, Math.round(seconds));
  if (left >= DAY) return `${Math.floor(left / DAY)}d ${Math.floor((left % DAY) / 3600)}h`;
  const pad = (n: number): string => String(n).padStart(2, "0");
  const hours = Math.floor(left / 3600);
  const rest = `${pad(Math.floor((left % 3600) / 60))}:${pad(left % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

/** A side as one says it: `german-2` is the German at the second table. */
export function sideName(side: string): string {
  const [nation = side, table] = side.split("-");
  return table ? `${capital(nation)}, table ${table}` : capital(nation);
}

const SHORT = 88;

/** What comes of something stands at the end of a line: a long one is told from its first colon on. */
export function gist(line: string): string {
  const at = line.indexOf(": ");
  return line.length > SHORT && at > 0 ? line.slice(at + 2) : line;
}
