/** How a player likes the table. Kept in the browser, the same for all games. */
import { keep, kept } from "./storage.js";

export interface Preferences {
  readonly name: string;
  readonly theme: "system" | "dark" | "light" | "contrast";
  /** Colours of counters and odds: as in the hobby, or told apart with any colour vision. */
  readonly colours: "hobby" | "safe";
  readonly map: "painted" | "pale" | "contrast";
  /** How long the moves of others are shown. */
  readonly pace: "calm" | "brisk" | "instant";
  readonly motion: "system" | "full" | "none";
  readonly sound: boolean;
  readonly names: boolean;
  readonly grid: boolean;
  readonly centres: boolean;
  readonly confirm: boolean;
  /** Tell by a notification of the browser that it is one's turn. */
  readonly notify: boolean;
  /** Seconds after which a short question is answered with no; 0: never. */
  readonly answer: "0" | "15" | "30" | "60";
}

export const DEFAULTS: Preferences = {
  name: "",
  theme: "dark",
  colours: "hobby",
  map: "painted",
  pace: "calm",
  motion: "system",
  sound: true,
  names: true,
  grid: true,
  centres: true,
  confirm: true,
  notify: false,
  answer: "0",
};

type Listener = (now: Preferences) => void;
const listeners = new Set<Listener>();
let current = { ...DEFAULTS, ...known(kept("preferences")) };

/** Only what we know, of the kind we expect: an older or newer page may have kept something else. */
export function known(stored: unknown): Partial<Preferences> {
  if (typeof stored !== "object" || stored === null) return {};
  const entries = Object.entries(stored).filter(
    ([name, value]) => name in DEFAULTS && typeof value === typeof DEFAULTS[name as keyof Preferences],
  );
  return Object.fromEntries(entries);
}

export function preferences(): Preferences {
  return current;
}

export function prefer(changes: Partial<Preferences>): void {
  current = { ...current, ...changes };
  keep("preferences", current);
  dress();
  for (const listener of listeners) listener(current);
}

export function onPreferences(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function stillness(): boolean {
  if (current.motion !== "system") return current.motion === "none";
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Put the theme on the page. */
export function dress(): void {
  const root = document.documentElement;
  root.dataset.theme = current.theme === "system" ? systemTheme() : current.theme;
  root.dataset.colours = current.colours;
  root.dataset.motion = stillness() ? "none" : "full";
}

function systemTheme(): Preferences["theme"] {
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}
