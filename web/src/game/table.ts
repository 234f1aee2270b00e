/** A game as this browser knows it: what the server said, played back at a pace that one can follow.
 *
 * Updates can come faster than anybody can read: a computer opponent moves a whole side in a second. They are
 * therefore queued, and each is shown for as long as what happened in it deserves. Only the last one brings
 * the question to answer.
 */
import { shareIsDue } from "../app/dice-share.js";
import { keyOf } from "../app/keyring.js";
import { preferences } from "../app/preferences.js";
import type {
  Analysed,
  BoardScene,
  CardScene,
  ChatLine,
  ClockView,
  Course,
  CourseSeen,
  DecisionAgain,
  EventView,
  GameInfo,
  Hinted,
  Inspected,
  Inspection,
  LosSeen,
  LosView,
  Offer,
  Orders,
  Previewed,
  Prompt,
  Recalled,
  Result,
  Scene,
  SeatInfo,
  ServerMessage,
  Table as TableMessage,
  Tried,
  Update,
  WhyNot,
} from "../generated/protocol.js";
import { type LineState, NoAnswer, RefusedError, TableSocket } from "../net/table-socket.js";
import { Aftermath, type Flash, flashesOf } from "./aftermath.js";
import { AT_ONCE, type Timeline, timeline } from "./pace.js";

export interface Notice {
  readonly text: string;
  readonly rule: string;
  readonly tone: "refused" | "why" | "news";
}

export interface Rematch {
  readonly game: string;
  readonly sides: readonly string[];
}

const NEWS_WITHIN = 1000;
const ASK_AGAIN = 1000;
/** Milliseconds for which a notice stays: to see it, and for each letter. */
const READ_FIRST = 4000;
const READ_LETTER = 60;

export class Table extends EventTarget {
  line: LineState = "connecting";
  lineWords = "";
  game: GameInfo | null = null;
  side = "";
  holds: readonly string[] = [];
  step = 0;
  moment = 0;
  scene: Scene | null = null;
  /** The question on the table; null while something is still being shown, or when the game is over. */
  prompt: Prompt | null = null;
  events: readonly EventView[] = [];
  /** What happened in the update that is being shown. */
  latest: readonly EventView[] = [];
  chat: readonly ChatLine[] = [];
  unread = 0;
  offers: readonly Offer[] = [];
  clocks: readonly ClockView[] = [];
  clocksAt = 0;
  orders: Orders | null = null;
  seats: readonly SeatInfo[] = [];
  watching = 0;
  result: Result | null = null;
  seed = "";
  notice: Notice | null = null;
  rematch: Rematch | null = null;
  /** The side to which this screen must be handed before it can decide. */
  curtain = "";
  /** The table is covered until that side is there. */
  covered = false;
  /** An answer is on its way. */
  busy = false;
  /** What the others have done since one's own last decision. */
  readonly aftermath = new Aftermath();
  /** What flashes up on the board for what happens now. */
  flashes: readonly Flash[] = [];

  private readonly socket: TableSocket;
  private queue: Update[] = [];
  private shown: Update | null = null;
  /** The last step that this player has answered. */
  private answered = -1;
  private underway = 0;
  /** Nobody sits here any more. */
  private left = false;
  private fading: ReturnType<typeof setTimeout> | undefined;
  private undoing: Promise<void> = Promise.resolve();
  /** The last step that the server has told of. */
  private heard = 0;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private readonly previews = new Map<string, Promise<Previewed>>();

  constructor(id: string, tokens: readonly string[], name = "") {
    super();
    this.socket = new TableSocket(id, tokens, name, {
      message: (message) => this.take(message),
      state: (state, words) => this.change({ line: state, lineWords: words }),
    });
    this.socket.open();
  }

  close(): void {
    this.left = true;
    this.stopTimers();
    this.keep();
    this.socket.close();
  }

  hurry(): void {
    this.socket.hurry();
  }

  get board(): BoardScene | null {
    return this.scene?.kind === "board" ? this.scene : null;
  }

  get cards(): CardScene | null {
    return this.scene?.kind === "cards" ? this.scene : null;
  }

  /** A scene that has turns and phases. */
  get play(): BoardScene | CardScene | null {
    return this.board ?? this.cards;
  }

  get spectating(): boolean {
    return this.holds.length === 0;
  }

  /** Something is still being shown. */
  get showing(): boolean {
    return this.timers.length > 0;
  }

  get behind(): number {
    return this.queue.length;
  }

  private change(changes: Partial<Table>): void {
    Object.assign(this, changes);
    this.dispatchEvent(new Event("change"));
  }

  // -- what the server says --------------------------------------------------------------------------------

  private take(message: ServerMessage): void {
    switch (message.type) {
      case "table":
        return this.sit(message);
      case "update":
        this.heard = message.step;
        this.queue.push(message);
        if (!this.showing) this.next();
        else this.change({});
        return;
      case "seats":
        this.change({ seats: message.seats, watching: message.watching });
        return this.share();
      case "chat":
        return this.hear(message.line);
      case "offers":
        // An offer that is on the table speaks for itself.
        if (message.said && message.offers.length <= this.offers.length) {
          this.say({ text: message.said, rule: "", tone: "news" });
        }
        return this.change({ offers: message.offers });
      case "orders":
        return this.change({ orders: message.orders });
      case "rematch":
        return this.change({ rematch: { game: message.game, sides: message.sides } });
      case "refused":
        return this.say({ text: message.reason, rule: message.rule, tone: "refused" });
      default:
        return;
    }
  }

  private hear(line: ChatLine): void {
    if (this.chat.some((known) => known.n === line.n)) return;
    this.change({ chat: [...this.chat, line], unread: this.unread + 1 });
  }

  private sit(message: TableMessage): void {
    this.stopTimers();
    this.heard = message.step;
    this.queue = [];
    this.previews.clear();
    this.aftermath.clear();
    this.flashes = [];
    const kept = this.events.filter((event) => event.moment <= message.events_after);
    this.change({
      game: message.game,
      seats: message.game.seats,
      side: message.side,
      holds: message.holds,
      step: message.step,
      moment: message.moment,
      scene: message.scene,
      prompt: message.prompt,
      events: [...kept, ...message.events],
      latest: [],
      chat: message.chat,
      offers: message.offers,
      clocks: message.clocks,
      clocksAt: performance.now(),
      orders: message.orders,
      result: message.result,
      seed: message.seed,
      curtain: message.curtain,
      covered: message.curtain !== "" && !message.holds.includes(message.side),
      busy: false,
    });
    this.share();
  }

  /** Show what this player adds to the dice, once everybody has sat down. */
  private share(): void {
    if (!this.game || !shareIsDue(this.seats, this.holds)) return;
    const salt = keyOf(this.game.id)?.salt ?? "";
    // Refused where it was shown already, from another window.
    this.socket.ask({ type: "reveal", salt }).catch(() => undefined);
  }

  private stopTimers(): void {
    this.timers.forEach(clearTimeout);
    this.timers = [];
  }

  private next(): void {
    const update = this.queue.shift();
    if (!update) return;
    this.shown = update;
    this.previews.clear();
    this.aftermath.note(update.events, this.scene);
    this.flashes = flashesOf(update.events, this.scene);
    const times = this.timesOf(update);
    if (!times.ends) {
      this.finish([update]);
      if (this.queue.length) this.next();
      return;
    }
    this.change({ latest: update.events, prompt: null });
    update.events.forEach((event, i) => {
      this.later(times.at[i] ?? 0, () => this.change({ events: [...this.events, event] }));
    });
    this.later(times.changes, () => this.change({ scene: update.scene, side: update.side }));
    this.later(times.ends, () => this.rest(update));
  }

  private timesOf(update: Update): Timeline {
    if (document.hidden) return AT_ONCE;
    const own = this.prompt?.yours === true && this.queue.length === 0;
    return timeline(update.events, preferences().pace, own, this.queue.length);
  }

  private later(wait: number, work: () => void): void {
    if (wait > 0) this.timers.push(setTimeout(work, wait));
    else work();
  }

  /** What an update brought has been seen: go on, or ask. */
  private rest(update: Update): void {
    this.stopTimers();
    this.finish([update], true);
    if (this.queue.length) this.next();
  }

  /** Take updates over whole; the events of the first may have been shown already. */
  private finish(updates: readonly Update[], told = false): void {
    const update = updates.at(-1);
    if (!update) return;
    const events = updates.flatMap((one) => one.events);
    this.change({
      step: update.step,
      moment: update.moment,
      side: update.side,
      scene: update.scene,
      events: told ? this.events : [...this.events, ...events],
      latest: update.events,
      offers: update.offers,
      clocks: update.clocks,
      clocksAt: performance.now(),
      prompt: update.prompt,
      result: update.result,
      seed: update.seed,
      curtain: update.curtain,
    });
  }

  /** Show everything that waits at once. */
  skip(): void {
    if (!this.showing || !this.shown) return;
    this.stopTimers();
    const untold = this.shown.events.filter((event) => !this.events.includes(event));
    const waiting = [{ ...this.shown, events: untold }, ...this.queue];
    let before: Scene = this.shown.scene;
    for (const update of this.queue) {
      this.aftermath.note(update.events, before);
      before = update.scene;
    }
    this.queue = [];
    this.finish(waiting);
  }

  // -- what the player does --------------------------------------------------------------------------------

  /** A question is answered once: a second click before the answer is taken is the same answer. */
  async act(action: string, then: readonly string[] = [], whole = true): Promise<void> {
    if (this.answered === this.step) return;
    this.answered = this.step;
    // What was done in somebody else's turn stays to be seen until one's own.
    if (!this.board || this.board.attacker === this.side || !this.board.turn)
      this.aftermath.seenBy(this.side);
    if (!(await this.send({ type: "act", step: this.step, action, then, whole }))) this.answered = -1;
  }

  /** Set up as in another game, as far as it goes here. */
  async setUpAs(actions: readonly string[], mirrored: boolean): Promise<void> {
    await this.send({ type: "set-up", step: this.step, actions, mirrored });
  }

  /** The one at the screen leaves it to the side that is asked. */
  cover(): void {
    this.change({ covered: this.curtain !== "" });
  }

  /** A side has taken its place at the screen. */
  async look(side: string): Promise<void> {
    await this.send({ type: "look", side });
  }

  /** Taken back after what is still on its way, however quickly one asks for it again. */
  undo(steps = 1): Promise<void> {
    this.undoing = this.undoing.then(async () => {
      await this.until(() => !this.busy);
      await this.send({ type: "undo", step: this.step, steps });
    });
    return this.undoing;
  }

  async resign(): Promise<void> {
    await this.send({ type: "resign", step: this.step });
  }

  async offerDraw(): Promise<void> {
    await this.send({ type: "draw", step: this.step });
  }

  async answer({ kind, n }: Offer, agree: boolean): Promise<void> {
    if (kind !== "rematch") await this.send({ type: "answer", step: this.step, kind, offer: n, agree });
  }

  async talk(text: string): Promise<void> {
    await this.send({ type: "chat", text });
  }

  async giveOrders(orders: Orders): Promise<void> {
    const before = this.orders;
    this.change({ orders });
    if (!(await this.send({ type: "orders", orders }))) this.change({ orders: before });
  }

  async askRematch(): Promise<void> {
    await this.send({ type: "rematch" });
  }

  /** Whether it was taken. */
  private async send(message: Parameters<TableSocket["ask"]>[0]): Promise<boolean> {
    this.underway += 1;
    this.change({ busy: true, notice: null });
    try {
      const taken = await this.socket.ask(message);
      if (taken.type === "accepted") await this.heardOf(taken.step);
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    } finally {
      this.underway -= 1;
      this.change({ busy: this.underway > 0 });
    }
  }

  /** Until the news of a step that was taken is here: only then can the next question be answered. */
  private heardOf(step: number): Promise<void> {
    return this.until(() => this.heard >= step, NEWS_WITHIN);
  }

  private complain(error: unknown): void {
    if (error instanceof RefusedError) {
      this.say({ text: error.refused.reason, rule: error.refused.rule, tone: "refused" });
    } else if (error instanceof NoAnswer) {
      this.say({ text: error.message, rule: "", tone: "refused" });
    } else {
      throw error;
    }
  }

  /** A word that goes away by itself when there has been time to read it. */
  say(notice: Notice | null): void {
    this.change({ notice });
    this.letGo();
  }

  /** Somebody has a hand on the notice: it stays. */
  keep(): void {
    clearTimeout(this.fading);
  }

  letGo(): void {
    this.keep();
    const { notice } = this;
    if (!notice) return;
    const read = READ_FIRST + READ_LETTER * notice.text.length;
    this.fading = setTimeout(() => notice === this.notice && this.change({ notice: null }), read);
  }

  /** When the next question is on the table, or there will be none for now. */
  rested(): Promise<void> {
    return this.until(() => !this.showing && !this.queue.length);
  }

  private until(met: () => boolean, within?: number): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (met()) done();
      };
      const done = (): void => {
        clearTimeout(enough);
        this.removeEventListener("change", look);
        resolve();
      };
      const enough = within === undefined ? undefined : setTimeout(done, within);
      this.addEventListener("change", look);
      look();
    });
  }

  readChat(): void {
    if (this.unread) this.change({ unread: 0 });
  }

  // -- questions -------------------------------------------------------------------------------------------

  /** What an option would do. The same question is asked once. */
  preview(action: string): Promise<Previewed> {
    let found = this.previews.get(action);
    if (!found) {
      found = this.socket.ask<Previewed>({ type: "preview", step: this.step, action });
      this.previews.set(action, found);
      found.catch(() => this.previews.delete(action));
    }
    return found;
  }

  async why(action: string): Promise<WhyNot | null> {
    return this.answerOrNull(this.socket.ask<WhyNot>({ type: "why", step: this.step, action }));
  }

  async hint(): Promise<Hinted | null> {
    return this.answerOrNull(this.socket.ask<Hinted>({ type: "hint", step: this.step }));
  }

  /** After the game: what the last decision on the way to a moment was about. */
  thought(moment: number): Promise<Recalled> {
    return this.socket.ask<Recalled>({ type: "thought", moment: moment + 1 });
  }

  /** After the game: how far its analysis is; asking begins it. */
  analysis(): Promise<Analysed> {
    return this.socket.ask<Analysed>({ type: "analysis" });
  }

  /** A decision of a game that is over, to be taken once more. */
  again(moment: number): Promise<DecisionAgain> {
    return this.socket.ask<DecisionAgain>({ type: "again", moment });
  }

  /** What an answer to it would have been worth. */
  attempt(moment: number, action: string): Promise<Tried> {
    return this.socket.ask<Tried>({ type: "try", moment, action });
  }

  /** The course that an option opens; without one, the question itself. One cannot go on without it: while the
   * question stands, a server that had no time for it is asked again. */
  async course(
    action: string,
    picks: readonly string[] | null,
    via: readonly string[],
  ): Promise<Course | null> {
    const { step } = this;
    while (step === this.step && !this.left) {
      try {
        return (await this.socket.ask<CourseSeen>({ type: "course", step, action, picks, via })).course;
      } catch (error) {
        if (error instanceof RefusedError && error.refused.code !== "too_fast") return null;
        if (!(error instanceof RefusedError || error instanceof NoAnswer)) throw error;
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
      }
    }
    return null;
  }

  /** What the figures and marks of a piece mean. */
  async inspect(piece: string): Promise<Inspection | null> {
    const found = await this.answerOrNull(this.socket.ask<Inspected>({ type: "inspect", piece }));
    return found?.inspection ?? null;
  }

  async los(from: string, to: string): Promise<LosView | null> {
    const found = await this.answerOrNull(
      this.socket.ask<LosSeen>({ type: "los", from_hex: from, to_hex: to }),
    );
    return found?.los ?? null;
  }

  private async answerOrNull<T>(asked: Promise<T>): Promise<T | null> {
    try {
      return await asked;
    } catch (error) {
      this.complain(error);
      return null;
    }
  }
}
