/** How far a pupil has come in a lesson, and what the other side answers him. */
import { idleAnswer } from "../game/verbs.js";
import type {
  BoardScene,
  CardScene,
  EventView,
  LessonGoal,
  LessonStep,
  LessonView,
  Prompt,
} from "../generated/protocol.js";

/** Where a pupil is: the step, how many events there were when it began, and how many replies have been given. */
export interface Progress {
  readonly step: number;
  readonly since: number;
  readonly replied: number;
}

export const BEGINNING: Progress = { step: 0, since: 0, replied: 0 };

export interface Position {
  readonly scene: BoardScene | CardScene;
  readonly prompt: Prompt | null;
  readonly events: readonly EventView[];
}

export function stepOf(lesson: LessonView, { step }: Progress): LessonStep | null {
  return lesson.steps[step] ?? null;
}

/** Only words are left: the lesson has been completed. */
export function isComplete(lesson: LessonView, progress: Progress): boolean {
  const step = stepOf(lesson, progress);
  return !step || (step.until === null && progress.step === lesson.steps.length - 1);
}

export function reached(goal: LessonGoal, { scene, prompt, events }: Position, since: number): boolean {
  const fresh = events.slice(Math.min(since, events.length));
  const name = scene.phases.find((phase) => phase.id === goal.phase)?.name ?? goal.phase;
  const announced = (event: EventView): boolean => event.sign === "phase" && event.text.startsWith(name);
  return (
    (!goal.event || fresh.some((event) => event.kind === goal.event)) &&
    (!goal.offered || (prompt?.options.some((option) => option.verb === goal.offered) ?? false)) &&
    (!goal.hex || isIn(scene, goal.unit, goal.hex)) &&
    (!goal.phase || scene.phase === goal.phase || fresh.some(announced))
  );
}

/** A counter in a hex; a card in a group, on it by its name, or picked from the hand. */
function isIn(scene: BoardScene | CardScene, unit: string, hex: string): boolean {
  if (scene.kind === "cards") {
    if (hex === "picked") return scene.hand.some((card) => card.id === unit && card.picked);
    const group = scene.groups.find((one) => one.id === hex);
    const things = [
      ...(group?.members ?? []).map((one) => one.id),
      ...(group?.laid ?? []).map((one) => one.name),
    ];
    return things.includes(unit);
  }
  const stack = scene.stacks.find((one) => one.hex === hex);
  return stack?.counters.some((counter) => counter.id === unit) ?? false;
}

/** The progress after what has happened; the same object where nothing has changed. */
export function onward(lesson: LessonView, progress: Progress, now: Position): Progress {
  let { step, since } = progress;
  for (;;) {
    const goal = lesson.steps[step]?.until;
    if (!goal || !reached(goal, now, since)) break;
    step += 1;
    since = now.events.length;
  }
  return step === progress.step ? progress : { ...progress, step, since };
}

/** The other side's answer, and whether it was the next of its list. When the list has nothing for the moment it does
 * as little as it can. */
export function reply(
  lesson: LessonView,
  progress: Progress,
  prompt: Prompt,
): { readonly action: string; readonly listed: boolean } | null {
  const next = lesson.replies[progress.replied];
  if (next && prompt.options.some((option) => option.action === next)) return { action: next, listed: true };
  const option = idleAnswer(prompt) ?? prompt.options.at(-1);
  return option ? { action: option.action, listed: false } : null;
}
