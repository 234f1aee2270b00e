/** What the browser keeps of a pupil: lessons done, and games of lessons that are being played. */
import { addKey } from "../app/keyring.js";
import { keep, kept } from "../app/storage.js";
import type { LessonView } from "../generated/protocol.js";
import { api } from "../net/api.js";
import { BEGINNING, type Progress } from "./coach.js";

interface Kept {
  readonly done: readonly string[];
  readonly games: Readonly<Record<string, { readonly lesson: string; readonly progress: Progress }>>;
}

function read(): Kept {
  const stored = kept("lessons") as Partial<Kept> | undefined;
  return { done: stored?.done ?? [], games: stored?.games ?? {} };
}

export function lessonsDone(): ReadonlySet<string> {
  return new Set(read().done);
}

export function lessonOf(game: string): { lesson: string; progress: Progress } | null {
  return read().games[game] ?? null;
}

/** The game in which a lesson was left, if it was. */
export function gameOf(lesson: string): string | null {
  const found = Object.entries(read().games).find(([, game]) => game.lesson === lesson);
  return found?.[0] ?? null;
}

export function keepProgress(game: string, lesson: string, progress: Progress): void {
  const now = read();
  keep("lessons", { ...now, games: { ...now.games, [game]: { lesson, progress } } });
}

export function completed(game: string, lesson: string): void {
  const now = read();
  const games = Object.fromEntries(Object.entries(now.games).filter(([id]) => id !== game));
  keep("lessons", { done: [...new Set([...now.done, lesson])], games });
}

/** A new game of a lesson; the pupil has both sides, and the coach answers for the other one. */
export async function begin(lesson: LessonView): Promise<string> {
  const sides = lesson.sides;
  const created = await api.newGame({
    scenario: lesson.id,
    seats: sides.map((side) => ({ side, who: "mine" as const })),
    table: {
      undo: "free",
      clock: { kind: "none", seconds: 0, increment: 0 },
      mail: false,
      public: false,
      curtain: false,
      challenge: false,
      rated: false,
    },
  });
  addKey({ id: created.game.id, seats: created.seats, watch: created.watch, invites: [] });
  const others = Object.fromEntries(
    Object.entries(read().games).filter(([, game]) => game.lesson !== lesson.id),
  );
  keep("lessons", {
    ...read(),
    games: { ...others, [created.game.id]: { lesson: lesson.id, progress: BEGINNING } },
  });
  return created.game.id;
}
