/** The course that a player has open: several answers that the table gives as one.
 *
 * What a course is made of, what it comes to and where it can lead is the server's word. Here is only which one is open, what
 * the player has changed in it, and which place he points at.
 */
import type { Course, Opening, Prompt, Taker, Way } from "../generated/protocol.js";
import type { Table } from "./table.js";

export class Coursing {
  /** The course that is open. */
  course: Course | null = null;
  /** It belongs to the question itself. */
  standing = false;
  /** Places to go over first. */
  via: readonly string[] = [];
  /** Where one was going to before something came between. */
  goal = "";
  /** What one points at would open. */
  glimpse: Course | null = null;

  private prompt: Prompt | null = null;
  private asked = 0;
  private underway = false;
  private pointed = "";
  private coming: Promise<void> = Promise.resolve();
  private readonly glimpses = new Map<string, Promise<Course | null>>();

  constructor(
    private readonly table: () => Table | null,
    private readonly changed: () => void,
  ) {}

  /** Another question is on the table. */
  take(prompt: Prompt | null): void {
    this.prompt = prompt?.yours ? prompt : null;
    this.glimpses.clear();
    this.glimpse = null;
    this.pointed = "";
    this.shut();
    const standing = this.openings.find((one) => one.standing);
    if (standing) this.ask(standing.action, null, []);
    // While somebody else is asked, one is still on the way.
    else if (!prompt || this.prompt) this.goal = "";
  }

  get openings(): readonly Opening[] {
    return this.prompt?.openings ?? [];
  }

  opens(action: string): boolean {
    return this.openings.some((one) => one.action === action);
  }

  openingOf(piece: string): Opening | undefined {
    return this.openings.find((one) => one.pieces.includes(piece));
  }

  /** When what was asked for last is here. */
  settled(): Promise<void> {
    return this.coming;
  }

  /** One is open, or was asked for and will be. */
  get isOpening(): boolean {
    return this.course !== null || this.underway;
  }

  get isOpen(): boolean {
    return this.course !== null && !this.standing;
  }

  private shut(): void {
    this.asked += 1;
    this.underway = false;
    this.course = null;
    this.standing = false;
    this.via = [];
  }

  /** Open what an option opens, with certain takers only where some are named. */
  open(action: string, picks: readonly string[] | null = null): Promise<void> {
    this.goal = "";
    return this.ask(action, picks, []);
  }

  /** Back to the question. */
  leave(): void {
    const standing = this.openings.find((one) => one.standing);
    this.shut();
    if (standing) this.ask(standing.action, null, []);
    this.changed();
  }

  private ask(action: string, picks: readonly string[] | null, via: readonly string[]): Promise<void> {
    const mine = ++this.asked;
    const prompt = this.prompt;
    this.underway = true;
    this.coming = (async () => {
      const found = (await this.table()?.course(action, picks, via)) ?? null;
      if (mine === this.asked) this.underway = false;
      if (mine !== this.asked || prompt !== this.prompt || !found) return;
      this.course = found;
      this.via = via;
      this.standing = this.openings.some((one) => one.standing && one.action === action);
      if (this.goal && !this.wayTo(this.goal)) this.goal = "";
      this.changed();
    })();
    return this.coming;
  }

  // -- takers ------------------------------------------------------------------------------------------------

  get takers(): readonly Taker[] {
    return this.course?.roles.flatMap((role) => role.takers) ?? [];
  }

  /** The taker that a counter stands for: one that it alone stands for comes first. */
  takerOf(piece: string): Taker | undefined {
    const mine = this.takers.filter((one) => one.pieces.includes(piece));
    return mine.find((one) => one.pieces.length === 1) ?? mine[0];
  }

  /** One comes in or goes out. Who is named first matters most, so that he takes the place of whom he excludes. */
  toggle(taker: Taker): void {
    const { course } = this;
    if (!course) return;
    const on = this.takers.filter((one) => one.on).map((one) => one.action);
    const picks = on.includes(taker.action)
      ? on.filter((one) => one !== taker.action)
      : [taker.action, ...on];
    void this.ask(course.action, picks, this.via);
  }

  /** A counter is taken up: what it would do is open now. */
  grab(piece: string): void {
    const opening = this.openingOf(piece);
    if (opening && opening.action !== this.course?.action) void this.open(opening.action);
  }

  /** These shall do something together: in the course that is open, else in what the first of them opens. Gives those
   * who could be somewhere in it and are not. */
  async gather(pieces: readonly string[]): Promise<readonly string[]> {
    const wanted = new Set(pieces);
    const able = pieces.map((id) => this.openingOf(id)).filter((one) => !!one);
    const inside = (one: Taker): boolean => one.pieces.length > 0 && one.pieces.every((id) => wanted.has(id));
    if (!this.takers.some(inside)) {
      const [first] = able;
      if (!first) return [];
      await this.open(first.action);
    }
    const { course } = this;
    if (!course) return [];
    const picks = this.takers.filter((one) => inside(one)).map((one) => one.action);
    await this.ask(course.action, picks, this.via);
    const taken = new Set([
      ...this.pieces,
      ...(this.openings.find((one) => one.action === course.action)?.pieces ?? []),
    ]);
    return able.flatMap((one) => one.pieces).filter((id) => wanted.has(id) && !taken.has(id));
  }

  /** The counters that take part. */
  get pieces(): ReadonlySet<string> {
    return new Set(this.takers.filter((one) => one.on).flatMap((one) => one.pieces));
  }

  // -- places ------------------------------------------------------------------------------------------------

  /** The place that ways begin at; empty where one comes from off the map. */
  get start(): string {
    return this.course?.start ?? "";
  }

  wayTo(hex: string): Way | undefined {
    return hex ? this.course?.ways.find((way) => way.hex === hex) : undefined;
  }

  /** Go over a place: from there on one chooses anew. */
  goOver(hex: string): void {
    const { course } = this;
    if (!course || !this.wayTo(hex)) return;
    const picks = this.takers.filter((one) => one.on).map((one) => one.action);
    void this.ask(course.action, picks, [...this.via, hex]);
  }

  // -- doing it ----------------------------------------------------------------------------------------------

  /** Take the course: as it stands, or to a place. */
  async go(hex = ""): Promise<void> {
    await this.coming;
    const { course } = this;
    const way = this.wayTo(hex);
    if (!course || (hex && !way)) return;
    const [first, ...then] = [...course.steps, ...(way?.steps ?? [])];
    if (!first) return;
    this.goal = hex;
    await this.table()?.act(first, then, !course.ways.length);
  }

  // -- pointing ----------------------------------------------------------------------------------------------

  /** Somebody points at a counter: show what it would open. */
  async point(piece: string): Promise<void> {
    const opening = this.isOpen ? undefined : this.openingOf(piece);
    const action = opening?.action ?? "";
    if (action === this.pointed) return;
    this.pointed = action;
    this.glimpse = null;
    if (!action) return this.changed();
    let found = this.glimpses.get(action);
    if (!found) {
      found = this.table()?.course(action, null, []) ?? Promise.resolve(null);
      this.glimpses.set(action, found);
    }
    const course = await found;
    if (this.pointed !== action) return;
    this.glimpse = course;
    this.changed();
  }
}
