/** The log as a story: turns, phases, and what happened in them. */
import type { EventView } from "../generated/protocol.js";

export interface PhaseChapter {
  readonly title: string;
  readonly events: readonly EventView[];
}

export interface TurnChapter {
  readonly title: string;
  readonly side: string;
  readonly phases: readonly PhaseChapter[];
}

/** One move is one line: the steps of a unit that follow each other, and its end. */
function continues(before: EventView | undefined, event: EventView): before is EventView {
  return (
    before !== undefined &&
    before.sign === "trail" &&
    (before.kind === event.kind || event.sign === "halt") &&
    !before.dice.length &&
    before.side === event.side &&
    before.who.join() === event.who.join()
  );
}

/** Two lines that begin alike as one: "4-6-7 enters L4 for 1 MF, M4 for 2 MF." */
function joined(before: EventView, event: EventView): EventView {
  const words = event.text.split(" ");
  const known = before.text.split(" ");
  let same = 0;
  while (same < words.length && words[same] === known[same]) same += 1;
  const text = `${before.text.replace(/\.$/, "")}, ${words.slice(same).join(" ")}`;
  return {
    ...event,
    kind: before.kind,
    sign: before.sign,
    text,
    rules: [...new Set([...before.rules, ...event.rules])],
  };
}

/** The same of another place, with nothing thrown: "German controls building K5." after "... building H5." */
function repeats(before: EventView | undefined, event: EventView): before is EventView {
  const [said, says] = [before?.text.split(" ") ?? [], event.text.split(" ")];
  return (
    before !== undefined &&
    before.kind === event.kind &&
    before.side === event.side &&
    before.sign === event.sign &&
    !event.who.length &&
    !before.dice.length &&
    !event.dice.length &&
    before.rules.join() === event.rules.join() &&
    says.length > 2 &&
    said.length >= says.length &&
    says.slice(0, -1).every((word, i) => word === said[i])
  );
}

interface OpenPhase {
  title: string;
  events: EventView[];
}

interface OpenTurn {
  title: string;
  side: string;
  phases: OpenPhase[];
}

/** Chapters in the order of play. A phase in which nothing happened is left out. */
export function story(events: readonly EventView[]): TurnChapter[] {
  const turns: OpenTurn[] = [
    { title: "Before the first turn", side: "", phases: [{ title: "", events: [] }] },
  ];
  for (const event of events) {
    const turn = turns[turns.length - 1] as OpenTurn;
    if (event.sign === "turn" || event.sign === "chapter") {
      turns.push({
        title: event.text.replace(/\.$/, ""),
        side: event.side,
        phases: [{ title: "", events: [] }],
      });
    } else if (event.sign === "phase") {
      turn.phases.push({ title: event.text.replace(/\.$/, ""), events: [] });
    } else {
      const { events: told } = turn.phases[turn.phases.length - 1] as OpenPhase;
      const before = told.at(-1);
      if (continues(before, event) || repeats(before, event)) told[told.length - 1] = joined(before, event);
      else told.push(event);
    }
  }
  return turns
    .map((turn) => ({ ...turn, phases: turn.phases.filter((phase) => phase.events.length) }))
    .filter((turn, i) => turn.phases.length || i === turns.length - 1);
}

export interface DiceRecord {
  readonly side: string;
  readonly throws: number;
  readonly mean: number;
  /** How often each sum came, from 2 to 12. */
  readonly sums: readonly number[];
  /** How often each face of a single die came, from 1 to 6. */
  readonly singles: readonly number[];
}

/** How the dice have been falling, by side. Two dice are a DR, one is a dr; other numbers are selections. */
export function diceRecords(events: readonly EventView[]): DiceRecord[] {
  const sides = new Map<string, { sums: number[]; singles: number[]; total: number; throws: number }>();
  for (const event of events) {
    const [first, second] = event.dice;
    if (first === undefined || event.dice.length > 2) continue;
    let record = sides.get(event.side);
    if (!record) {
      record = { sums: Array<number>(11).fill(0), singles: Array<number>(6).fill(0), total: 0, throws: 0 };
      sides.set(event.side, record);
    }
    if (second === undefined) {
      record.singles[first - 1] = (record.singles[first - 1] ?? 0) + 1;
    } else {
      const sum = first + second;
      record.sums[sum - 2] = (record.sums[sum - 2] ?? 0) + 1;
      record.total += sum;
      record.throws += 1;
    }
  }
  return [...sides].map(([side, { sums, singles, total, throws }]) => ({
    side,
    throws,
    mean: throws ? total / throws : 0,
    sums,
    singles,
  }));
}

/** The log as text, for a file. */
export function asText(title: string, events: readonly EventView[]): string {
  const lines = [title, ""];
  for (const turn of story(events)) {
    lines.push(turn.title, "=".repeat(turn.title.length));
    for (const phase of turn.phases) {
      if (phase.title) lines.push("", phase.title);
      for (const event of phase.events) {
        const dice = event.dice.length ? ` [${event.dice.join(", ")}]` : "";
        const rules = event.rules.length ? ` (${event.rules.join(", ")})` : "";
        lines.push(`  ${event.text}${dice}${rules}`);
      }
    }
    lines.push("");
  }
  return lines.join("\n");
}
