/** A lesson at the table: watches the game, keeps the pupil's place, answers for the other side. */

import { preferences } from "../app/preferences.js";
import { go, linkTo } from "../app/route.js";
import type { Table } from "../game/table.js";
import type { LessonView, Prompt } from "../generated/protocol.js";
import { api } from "../net/api.js";
import { BEGINNING, isComplete, onward, type Progress, reply, stepOf } from "./coach.js";
import { begin, completed, keepProgress, lessonOf } from "./pupil.js";

const ANSWERS_AFTER = 700;

export class LessonSession {
  lesson: LessonView | null = null;
  progress: Progress = BEGINNING;
  hasNext = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private answered = -1;

  constructor(
    private readonly game: string,
    private readonly table: Table,
    private readonly changed: () => void,
  ) {
    const known = lessonOf(game);
    if (known) {
      this.progress = known.progress;
      void this.load(known.lesson);
    }
  }

  private async load(id: string): Promise<void> {
    const { lessons } = await api.lobby();
    this.lesson = lessons.find((lesson) => lesson.id === id) ?? null;
    this.hasNext = this.following(lessons) !== undefined;
    this.watch();
    this.changed();
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** The question as the pupil sees it: that of the other side is not his. */
  promptFor(prompt: Prompt | null): Prompt | null {
    if (!this.lesson || !prompt || prompt.side === this.lesson.side) return prompt;
    return { ...prompt, yours: false, options: [], about: [] };
  }

  /** Counters and hexes that the coach points at. */
  get shown(): readonly string[] {
    return (this.lesson && stepOf(this.lesson, this.progress)?.show) ?? [];
  }

  /** The game has changed. */
  watch(): void {
    const { lesson, table } = this;
    const scene = table.play;
    if (!lesson || !scene || table.showing) return;
    const prompt = this.promptFor(table.prompt);
    this.take(onward(lesson, this.progress, { scene, prompt, events: table.events }));
    this.answer(lesson);
  }

  private take(progress: Progress): void {
    if (!this.lesson || progress === this.progress) return;
    this.progress = progress;
    if (isComplete(this.lesson, progress)) completed(this.game, this.lesson.id);
    else keepProgress(this.game, this.lesson.id, progress);
    this.changed();
  }

  private answer(lesson: LessonView): void {
    const { prompt } = this.table;
    if (!prompt?.yours || prompt.side === lesson.side || prompt.step === this.answered) return;
    // What there was to see stays on the board.
    if (isComplete(lesson, this.progress)) return;
    this.answered = prompt.step;
    clearTimeout(this.timer);
    const wait = preferences().pace === "instant" ? 0 : ANSWERS_AFTER;
    this.timer = setTimeout(() => {
      const given = reply(lesson, this.progress, prompt);
      if (!given) return;
      if (given.listed) this.take({ ...this.progress, replied: this.progress.replied + 1 });
      void this.table.act(given.action);
    }, wait);
  }

  /** The next lesson about the same game. */
  private following(lessons: readonly LessonView[]): LessonView | undefined {
    const course = lessons.filter((lesson) => lesson.system === this.lesson?.system);
    return course[course.findIndex((lesson) => lesson.id === this.lesson?.id) + 1];
  }

  /** The reader has read. */
  readOn(): void {
    this.take({ ...this.progress, step: this.progress.step + 1, since: this.table.events.length });
    this.watch();
  }

  async again(): Promise<void> {
    if (this.lesson) go(linkTo("game", await begin(this.lesson)));
  }

  async next(): Promise<void> {
    const { lessons } = await api.lobby();
    const following = this.following(lessons);
    go(following ? linkTo("game", await begin(following)) : "#/learn");
  }
}
