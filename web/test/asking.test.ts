import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Table } from "../src/game/table.js";

const ANSWER_WITHIN = 15_000;

/** A line to a server that says what the test tells it to. */
class Line {
  static readonly OPEN = 1;
  static last: Line;
  readonly readyState = Line.OPEN;
  readonly asked: { readonly type: string; readonly id?: string }[] = [];
  onopen = (): void => undefined;
  onmessage = (_: { data: string }): void => undefined;

  constructor() {
    Line.last = this;
  }

  send(text: string): void {
    this.asked.push(JSON.parse(text));
  }

  close(): void {}

  answer(message: object): void {
    this.onmessage({ data: JSON.stringify({ ...message, id: this.asked.at(-1)?.id }) });
  }
}

describe("a course", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Line);
    vi.stubGlobal("location", { protocol: "http:", host: "here" });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is asked for again where the server had no time for it", async () => {
    const table = new Table("g", ["t"]);
    const found = table.course("move a1", null, []);
    await vi.advanceTimersByTimeAsync(ANSWER_WITHIN + 2000);
    expect(Line.last.asked.filter((one) => one.type === "course")).toHaveLength(2);
    Line.last.answer({ type: "refused", code: "too_fast", reason: "So many messages at once.", rule: "" });
    await vi.advanceTimersByTimeAsync(2000);
    expect(Line.last.asked.filter((one) => one.type === "course")).toHaveLength(3);
    Line.last.answer({ type: "course", course: { action: "move a1" } });
    expect(await found).toEqual({ action: "move a1" });
  });

  it("is not asked for again where it was refused, nor after one has left", async () => {
    const table = new Table("g", ["t"]);
    const found = table.course("move a1", null, []);
    Line.last.answer({ type: "refused", code: "stale", reason: "It is not your turn.", rule: "" });
    expect(await found).toBeNull();
    const another = table.course("move a2", null, []);
    table.close();
    await vi.advanceTimersByTimeAsync(10 * ANSWER_WITHIN);
    expect(await another).toBeNull();
    expect(Line.last.asked.filter((one) => one.type === "course")).toHaveLength(2);
  });
});
