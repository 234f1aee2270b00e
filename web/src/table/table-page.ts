/** A game: the board in the middle, the question and the log beside it. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { accountToken } from "../app/account.js";
import { addKey, keyOf } from "../app/keyring.js";
import { notify } from "../app/notify.js";
import { preferences } from "../app/preferences.js";
import { go, linkTo } from "../app/route.js";
import { capital, percent } from "../app/words.js";
import "../board/board-view.js";
import { type BoardView, NO_MARKS, type Pointed, type Shot } from "../board/board-view.js";
import type { Spot } from "../board/viewport.js";
import "../cards/card-table.js";
import type { CardTable, DroppedAt, PickedAt } from "../cards/card-table.js";
import { strengthTable } from "../cards/figures.js";
import "../cards/interrupt.js";
import { matching, type Picked } from "../cards/picking.js";
import { dropOn, inOrder, interrupts, narrowed, pointAt, type SeatAt } from "../cards/seat.js";
import { hexOf } from "../game/aftermath.js";
import { Coursing } from "../game/coursing.js";
import { chooseCounter, NO_SURFACE, type Surface, surfaceOf, wishAt, wishFor } from "../game/surface.js";
import { type Rematch, Table } from "../game/table.js";
import { type Looks, looksOf } from "../game/verbs.js";
import type {
  BoardScene,
  CardScene,
  CounterView,
  EventView,
  Handle,
  Inspection,
  MapInfo,
  MomentView,
  OptionView,
  Prompt,
  Taker,
} from "../generated/protocol.js";
import "../learn/coach-card.js";
import { LessonSession } from "../learn/lesson-session.js";
import { api } from "../net/api.js";
import { ui } from "../styles/ui.js";
import "./player-bar.js";
import "./set-ups-dialog.js";
import { Beforehand } from "./beforehand.js";
import { breakdownTable } from "./breakdown.js";
import type { SetUpsDialog } from "./set-ups-dialog.js";
import "./choice-menu.js";
import "./curtain.js";
import "./dice-tray.js";
import "./game-menu.js";
import "./minimap.js";
import "./prompt-panel.js";
import "./reserve.js";
import "./record-panel.js";
import "./table-head.js";
import type { Lit } from "./book-panel.js";
import { wayWords } from "./course-view.js";
import "./inspector.js";
import type { DiceTray } from "./dice-tray.js";
import type { GameMenu } from "./game-menu.js";
import { keyAction } from "./keys.js";
import { LookingBack } from "./looking-back.js";
import { aimed, firedBefore, goneBefore, marksOf, planned } from "./marks.js";
import type { MiniMap } from "./minimap.js";
import { noticeOf, offersOn, type Sighting, sightWords } from "./notices.js";
import { chime, thump } from "./sound.js";
import { actionRow, mapTools, placed, plainArea } from "./table-parts.js";
import { tableStyles } from "./table-styles.js";

interface OpenMenu {
  readonly options: readonly OptionView[];
  readonly at: Spot;
  readonly heading: string;
}

@customElement("df-table")
export class TablePage extends LitElement {
  static override styles = [ui, tableStyles];

  @property({ attribute: false }) game = "";
  @property({ attribute: false }) moment: number | null = null;

  @state() private tick = 0;
  @state() private map: MapInfo | null = null;
  @state() private failed = "";
  @state() private chosen: ReadonlySet<string> = new Set();
  @state() private hover: Pointed = { hex: "", counter: "" };
  @state() private touched: OptionView | null = null;
  @state() private menu: OpenMenu | null = null;
  @state() private hint: OptionView | null = null;
  @state() sighting: Sighting | null = null;
  @state() peek = false;
  /** What every gun covers is shown. */
  @state() private arcs = false;
  /** Hexes that the option which is pointed at would concern. */
  @state() private aim: readonly string[] = [];
  /** A counter that is looked at closely. */
  @state() private inspected: Inspection | null = null;
  /** What has been picked at a card table. */
  @state() private picked: Picked = [];

  @query("df-board") board!: BoardView | null;
  @query("df-card-table") private cardTable!: CardTable | null;
  @query("df-minimap") private minimap!: MiniMap | null;
  @query("df-set-ups") private setUps!: SetUpsDialog | null;
  @query("df-game-menu") private gameMenu!: GameMenu;
  @query("df-dice") private diceTray!: DiceTray | null;

  table: Table | null = null;
  private school: LessonSession | null = null;
  token = "";
  private step = -1;
  private begun = false;
  /** What was clicked or typed while an answer was on its way: it is meant for the question after it. */
  private meant: (() => void)[] = [];
  /** The place on the map that was answered with last. */
  private answeredAt = "";
  /** The piece whose grips are shown. */
  @state() private turning = "";
  /** What has happened last, as far as it has been looked at. */
  private seen: readonly EventView[] = [];
  private surface: Surface = NO_SURFACE;
  readonly back = new LookingBack(this);
  private readonly beforehand = new Beforehand(
    () => this.table,
    () => this.prompt,
  );
  readonly coursing = new Coursing(
    () => this.table,
    () => this.requestUpdate(),
  );
  private byId: ReadonlyMap<string, CounterView> = new Map();
  private own: ReadonlySet<string> = new Set();
  private readonly onKey = (event: KeyboardEvent) => keyAction(this, event);

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("keydown", this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.onKey);
    this.school?.close();
    this.table?.close();
  }

  // -- coming and going --------------------------------------------------------------------------------------

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("game")) this.sit();
    if (changed.has("moment") && this.table?.scene) void this.back.seek(this.moment);
    this.prepare();
  }

  private sit(): void {
    this.school?.close();
    this.table?.close();
    this.map = null;
    this.failed = "";
    this.begun = false;
    this.back.forget();
    const key = keyOf(this.game);
    const seats = key?.seats.map((seat) => seat.token) ?? [];
    const watches = key?.watch ? [key.watch, accountToken()].filter((token) => token) : [accountToken()];
    const tokens = seats.length ? seats : watches;
    this.token = tokens[0] ?? "";
    if (seats.length) this.token = seats.join(",");
    if (!tokens[0]) {
      this.failed = "This browser has no seat in that game. An invitation, or a link to watch, lets you in.";
      return;
    }
    this.table = new Table(this.game, tokens, preferences().name);
    this.table.addEventListener("change", () => this.changed());
    this.school = new LessonSession(this.game, this.table, () => this.requestUpdate());
  }

  /** The question, if it is this player's to see. */
  get prompt(): Prompt | null {
    const asked = this.table?.prompt ?? null;
    return this.school ? this.school.promptFor(asked) : asked;
  }

  /** The question with the answers that are still meant: at a card table, those that name what is picked. */
  get offered(): Prompt | null {
    const prompt = this.cards ? narrowed(this.prompt, this.picked) : null;
    return prompt ? { ...prompt, options: inOrder(prompt.options, looksOf(prompt)) } : this.prompt;
  }

  private changed(): void {
    const table = this.table;
    if (!table) return;
    this.tick++;
    this.school?.watch();
    if (table.line === "closed") this.failed = table.lineWords;
    if (table.board && table.game && !this.map) void this.loadMap(table.game.map);
    if (table.cards && !this.begun) this.beginCards(table);
    if (table.rematch) this.followRematch(table.rematch);
    if (table.latest !== this.seen) {
      this.seen = table.latest;
      if (this.seen.some((event) => event.sign === "shot")) thump();
      this.lookAtIt();
    }
    this.catchUp();
    const step = this.prompt?.step ?? -1;
    if (step === this.step) return;
    if (this.prompt?.yours && this.step !== -1) {
      chime();
      notify(`Your turn in ${table.game?.title ?? "a game"}`, this.game, linkTo("game", this.game));
    }
    this.step = step;
    this.chosen = new Set();
    this.picked = [];
    this.menu = null;
    this.hint = null;
    this.touched = null;
    this.coursing.take(this.prompt);
    this.beforehand.letPass();
    this.lookAtIt();
  }

  /** A card table needs no map: it is there with its scene. */
  private beginCards(table: Table): void {
    this.begun = true;
    document.title = `${table.game?.title ?? "Game"} · Defilade`;
    if (this.moment !== null) void this.back.seek(this.moment);
  }

  private async loadMap(id: string): Promise<void> {
    try {
      this.map = await api.map(id);
      document.title = `${this.table?.game?.title ?? "Game"} · Defilade`;
      if (this.moment !== null) await this.back.seek(this.moment);
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  /** The next game has the same players, so the same tokens open it. */
  private followRematch({ game, sides }: Rematch): void {
    const key = keyOf(this.game);
    if (game === this.game || !key) return;
    const seats = key.seats.map((seat, i) => ({ side: sides[i] ?? seat.side, token: seat.token }));
    addKey({ id: game, seats, watch: "", invites: [] });
    go(linkTo("game", game));
  }

  /** Bring into view what the question, or what just happened, is about. */
  private lookAtIt(): void {
    const prompt = this.prompt;
    const latest = this.table?.latest.map((event) => event.at).filter((at) => at) ?? [];
    const wanted = prompt?.yours && prompt.at ? [prompt.at, ...latest] : latest;
    void this.updateComplete.then(() => {
      const choices = [...this.surface.hexes.keys()];
      const board = this.board;
      this.cardTable?.show(prompt?.yours && prompt.at ? [prompt.at] : latest.slice(-2));
      if (!board) return;
      if (choices.length && !choices.some((hex) => board.inView(hex))) board.show(choices);
      else board.show(wanted.slice(-3));
    });
  }

  // -- what is shown -----------------------------------------------------------------------------------------

  /** The moment that is looked at; null: the present one. */
  get past(): MomentView | null {
    return this.back.past;
  }

  get scene(): BoardScene | null {
    const scene = this.past?.scene ?? this.table?.scene;
    return scene?.kind === "board" ? scene : null;
  }

  get cards(): CardScene | null {
    const scene = this.past?.scene ?? this.table?.scene;
    return scene?.kind === "cards" ? scene : null;
  }

  /** How the options of the question look. */
  get looks(): Looks {
    return looksOf(this.prompt);
  }

  private prepare(): void {
    if (!this.table) return;
    const scene = this.scene;
    const found = new Map<string, CounterView>();
    const groups = scene ? [...scene.stacks, ...scene.offmap] : [];
    for (const counter of groups.flatMap((group) => group.counters)) {
      found.set(counter.id, counter);
      for (const weapon of counter.weapons) found.set(weapon.id, weapon);
    }
    this.byId = found;
    const side = this.prompt?.side ?? "";
    this.own = new Set(
      [...found.values()].filter((counter) => counter.side === side).map((counter) => counter.id),
    );
    const live = this.past ? null : this.prompt;
    const hexes = new Set(this.map?.hexes.map((hex) => hex.id));
    this.surface = surfaceOf(live, (id) => hexes.has(id), this.chosen);
  }

  private shots(): Shot[] {
    const live = this.table?.showing ? this.table.latest : [];
    const events = this.past?.events ?? live;
    const now = events
      .filter((event) => event.sign === "shot" && event.at)
      .flatMap((event) =>
        [...new Set(event.who.map((id) => this.hexOf(id)))].map((from) => ({ from, to: event.at })),
      )
      .filter((shot) => shot.from && shot.from !== shot.to);
    return now.length || this.past || !this.table ? now : firedBefore(this.table.aftermath, this.table.side);
  }

  hexOf(counter: string): string {
    return hexOf(this.scene, counter);
  }

  // -- pointing and choosing ---------------------------------------------------------------------------------

  /** Do something with the next question, if there is one. */
  afterwards(work: () => void): void {
    this.meant.push(work);
  }

  private catchUp(): void {
    if (this.table?.busy || !this.meant.length) return;
    const [first, ...rest] = this.meant;
    this.meant = [];
    if (this.table?.showing || !this.prompt?.yours) return;
    void this.updateComplete.then(() => {
      first?.();
      if (this.table?.busy) this.meant = rest;
    });
  }

  private pointAt(pointed: Pointed): void {
    const { hex, counter, everything = false, further = false } = pointed;
    if (this.table?.busy) {
      // The second half of a double click means what the first did.
      if (hex !== this.answeredAt) this.afterwards(() => this.pointAt(pointed));
      return;
    }
    this.answeredAt = hex;
    this.menu = null;
    this.turning = this.turnedAt(hex, counter);
    if (this.sighting) return void this.sightTo(hex);
    const stack = this.board?.stackIn(hex);
    if (everything && counter && (this.past || !this.prompt?.yours)) return void this.inspect(counter);
    if (this.past || !this.prompt?.yours) {
      if (this.board) this.board.opened = stack && this.board.opened !== hex ? hex : "";
      return;
    }
    if (everything && counter && !this.surface.hexes.has(hex)) return void this.inspect(counter);
    const able =
      stack?.counters.flatMap((one) => [one, ...one.weapons]).filter((one) => this.offers(one.id)) ?? [];
    const way = everything ? undefined : this.coursing.wayTo(hex);
    const place = way !== undefined || this.surface.hexes.has(hex);
    if (able.length > 1 && this.board && this.board.opened !== hex && !place) {
      this.board.opened = hex;
      return;
    }
    const meant = counter && this.offers(counter) ? counter : able.length === 1 && !place ? able[0]?.id : "";
    if (meant) return this.pointAtCounter(meant, hex);
    if (this.turning && !place) return;
    if (way) return further ? this.coursing.goOver(hex) : void this.coursing.go(hex);
    const here = this.surface.hexes.get(hex);
    if (here) return this.offer(here, hex, everything);
    void this.whyNot(hex, counter);
  }

  /** Whose grips come up where one has clicked: the counter's, or of whoever stands there. */
  private turnedAt(hex: string, counter: string): string {
    const pieces = new Set(this.prompt?.handles.map((handle) => handle.piece));
    const there = this.board?.stackIn(hex)?.counters.flatMap((one) => [one, ...one.weapons]) ?? [];
    const ids = counter ? [counter, ...(this.byId.get(counter)?.weapons.map((one) => one.id) ?? [])] : [];
    return [...ids, ...there.map((one) => one.id)].find((id) => pieces.has(id)) ?? "";
  }

  /** What is on a counter. */
  async inspect(counter = this.hover.counter): Promise<void> {
    this.inspected = counter ? ((await this.table?.inspect(counter)) ?? null) : null;
  }

  private offers(counter: string): boolean {
    return (
      this.surface.counters.has(counter) ||
      this.surface.choosable.has(counter) ||
      this.coursing.takerOf(counter) !== undefined ||
      this.coursing.openingOf(counter) !== undefined
    );
  }

  private pointAtCounter(counter: string, hex: string): void {
    const taker = this.coursing.takerOf(counter);
    if (taker) return this.toggle(taker);
    const opening = this.coursing.openingOf(counter);
    if (opening && !this.surface.counters.has(counter)) return void this.coursing.open(opening.action);
    const options = this.surface.counters.get(counter) ?? [];
    if (this.surface.choosable.has(counter) && !options.length) {
      this.chosen = chooseCounter(counter, this.chosen, this.prompt?.options ?? []);
      return;
    }
    const weapons = this.byId.get(counter)?.weapons ?? [];
    const more = weapons.flatMap((weapon) => this.surface.counters.get(weapon.id) ?? []);
    this.offer([...new Set([...options, ...more])], hex);
  }

  /** Do what is plainly meant; where there are several things to choose from, show them. */
  private offer(options: readonly OptionView[], hex: string, everything = false): void {
    const usual = options.filter((option) => !this.looks(option.verb).rare);
    const [only] = usual.length && !everything ? usual : options;
    if ((usual.length === 1 && !everything) || options.length === 1) return void (only && this.choose(only));
    const at = this.board?.onPage(hex) ?? { x: innerWidth / 2, y: innerHeight / 2 };
    this.menu = { options, at, heading: this.board?.index.label(hex) ?? "" };
  }

  async choose(option: OptionView): Promise<void> {
    this.menu = null;
    if (this.board) this.board.opened = "";
    if (this.beforehand.shallAsk(option)) return;
    if (this.coursing.opens(option.action)) return this.follow(option.action);
    await this.table?.act(option.action);
  }

  /** What opens a course is opened first, and taken when it is chosen again. */
  private async follow(action: string): Promise<void> {
    const { coursing } = this;
    await coursing.settled();
    if (coursing.course?.action === action) await coursing.go();
    else await coursing.open(action);
  }

  /** A counter was carried somewhere. */
  private async putDown(hex: string): Promise<void> {
    await this.coursing.settled();
    if (this.coursing.wayTo(hex)) await this.coursing.go(hex);
    else await this.whyNot(hex, "");
  }

  /** Those in a box go, or fire, together as far as the rules let them. */
  private async frame(counters: readonly string[]): Promise<void> {
    const left = await this.coursing.gather(counters);
    const names = left.filter((id) => this.own.has(id)).map((id) => this.byId.get(id)?.name ?? id);
    if (names.length)
      this.table?.say({ text: `Not together with the others: ${names.join(", ")}.`, rule: "", tone: "news" });
  }

  /** One takes part in a course or does not; why somebody cannot is told. */
  private toggle(taker: Taker): void {
    if (taker.why && !taker.on) this.table?.say({ text: capital(taker.why), rule: taker.rule, tone: "why" });
    this.coursing.toggle(taker);
  }

  private async whyNot(hex: string, counter: string): Promise<void> {
    const table = this.table;
    const prompt = this.prompt;
    if (!table || !prompt?.yours) return;
    const own = counter && this.byId.get(counter)?.side === prompt.side;
    const wish = (own && wishFor(prompt, counter)) || wishAt(prompt, hex, this.chosen);
    if (!wish) return;
    const found = await table.why(wish);
    if (found && !found.allowed) {
      table.say({
        text: placed(this.board?.index.label(hex) ?? hex, found.reason),
        rule: found.rule,
        tone: "why",
      });
    }
  }

  private hovered(pointed: Pointed): void {
    this.hover = pointed;
    void this.coursing.point(pointed.counter);
    void this.aimAt();
  }

  /** What the one option that is pointed at would concern. */
  private async aimAt(): Promise<void> {
    const option = this.past ? null : this.pointed;
    const covers = this.past ? undefined : this.coursing.wayTo(this.hover.hex)?.covers;
    if (covers?.length) {
      this.aim = covers;
      return;
    }
    if (!option?.at) {
      if (this.aim.length) this.aim = [];
      return;
    }
    const found = await this.table?.preview(option.action).catch(() => null);
    if (this.pointed?.action === option.action) this.aim = found?.hexes ?? [];
  }

  /** Grips of the piece that the question is about, else of the one that was clicked. */
  private handles(): readonly Handle[] {
    const { prompt, coursing } = this;
    if (!prompt?.yours) return [];
    const opened = coursing.isOpen
      ? coursing.openings.filter((one) => one.action === coursing.course?.action).flatMap((one) => one.pieces)
      : [];
    const wanted = new Set([...prompt.about, ...opened, this.turning]);
    // Where every answer is a direction, nothing else can be meant.
    return prompt.handles.length === prompt.options.length
      ? prompt.handles
      : prompt.handles.filter((handle) => wanted.has(handle.piece));
  }

  private turn(action: string): void {
    const option = this.prompt?.options.find((one) => one.action === action);
    if (option) void this.choose(option);
  }

  /** The one option that is pointed at on the map. */
  private get pointed(): OptionView | null {
    if (this.touched) return this.touched;
    if (this.cards) {
      const left = this.picked.length ? matching(this.prompt?.options ?? [], this.picked) : [];
      return left.length === 1 ? (left[0] ?? null) : null;
    }
    const { hex, counter } = this.hover;
    const there = (counter && this.surface.counters.get(counter)) || this.surface.hexes.get(hex) || [];
    return there.length === 1 ? (there[0] ?? null) : null;
  }

  // -- things that keys and buttons do -------------------------------------------------------------------------

  async showHint(): Promise<void> {
    const found = await this.table?.hint();
    const option = this.prompt?.options.find((one) => one.action === found?.action) ?? null;
    this.hint = option;
    if (option && found) {
      // What is done is said once, whatever the reasons begin with.
      const reasons = found.reasons.filter((one) => one.replace(/\.$/, "") !== found.label);
      const why = reasons.length ? `. ${reasons.join(" ")}` : "";
      const stands = found.chance === null ? "" : ` You stand at about ${percent(found.chance)}.`;
      this.table?.say({ text: `The computer would: ${found.label}${why}${stands}`, rule: "", tone: "news" });
      if (option.at) this.board?.show([option.at]);
      if (option.who.length > 0 && option.at) this.chosen = new Set(option.who);
    }
  }

  undo(): void {
    void this.table?.undo();
  }

  skip(): void {
    this.table?.skip();
    this.diceTray?.skip();
  }

  openMenu(): void {
    this.gameMenu.open();
  }

  /** This player sets up just now. */
  get settingUp(): boolean {
    const scene = this.scene ?? this.cards;
    return (
      scene !== null &&
      scene.turn === 0 &&
      this.past === null &&
      (this.prompt?.yours ?? false) &&
      !this.school?.lesson
    );
  }

  openSetUps(): void {
    this.setUps?.show();
  }

  togglePeek(): void {
    this.peek = !this.peek;
  }

  toggleArcs(): void {
    this.arcs = !this.arcs;
  }

  toggleSight(): void {
    this.sighting = this.sighting ? null : { from: "", view: null };
  }

  private async sightTo(hex: string): Promise<void> {
    const now = this.sighting;
    if (!now || !hex) return;
    if (!now.from || now.view) {
      this.sighting = { from: hex, view: null };
      return;
    }
    const view = (await this.table?.los(now.from, hex)) ?? null;
    this.sighting = view ? { from: now.from, view } : null;
  }

  /** The next place where something can be done, for those who use keys. */
  cycle(by: number): void {
    if (this.cardTable) return this.cardTable.cycle(by);
    // Who is on the march goes from one place that he can reach to the next.
    const ways = this.coursing.isOpen ? (this.coursing.course?.ways ?? []).map((way) => way.hex) : [];
    const places = [
      ...ways,
      ...this.surface.hexes.keys(),
      ...[...this.surface.counters.keys(), ...this.surface.choosable]
        .map((id) => this.hexOf(id))
        .filter((hex) => hex),
    ];
    const all = [...new Set(places)];
    if (!all.length || !this.board) return;
    const at = all.indexOf(this.board.cursor);
    this.board.cursor = all[(at + by + all.length) % all.length] ?? "";
    this.board.shadowRoot?.querySelector<HTMLElement>(".screen")?.focus();
  }

  closeAll(): void {
    this.menu = null;
    this.inspected = null;
    this.sighting = null;
    if (this.coursing.isOpen) this.coursing.leave();
    this.chosen = new Set();
    this.picked = [];
    if (this.board) this.board.opened = "";
    this.table?.say(null);
  }

  // -- drawing -----------------------------------------------------------------------------------------------

  private caption(): string {
    const hex = this.board?.index?.byId.get(this.hover.hex);
    if (!hex) return "";
    const way = this.past ? undefined : this.coursing.wayTo(hex.id);
    if (way)
      return wayWords(
        way,
        this.coursing.course?.unit ?? "",
        (id) => this.board?.index.byId.get(id)?.label ?? id,
      );
    const stack = this.board?.stackIn(hex.id);
    const counter = this.hover.counter ? this.byId.get(this.hover.counter) : undefined;
    const tem = hex.tem && hex.tem !== "0" ? `, ${hex.tem} to be hit` : "";
    const ground = `${hex.terrain}${tem}`;
    const who = counter
      ? counter.words || counter.name
      : (stack?.counters.map((one) => one.name).join(", ") ?? "");
    return `${hex.label} · ${ground}${who ? ` · ${who}` : ""}`;
  }

  private boardArea(table: Table, scene: BoardScene, map: MapInfo): TemplateResult {
    const live = !this.past;
    const marks = live
      ? marksOf({
          prompt: this.prompt,
          surface: this.surface,
          chosen: this.chosen,
          coursing: this.coursing,
          hint: this.hint,
          focus: scene.focus,
          own: this.own,
          shown: this.school?.shown ?? [],
        })
      : NO_MARKS;
    return html`<df-board
        .map=${map}
        .scene=${scene}
        .marks=${marks}
        .shots=${[...this.shots(), ...(live ? aimed(this.coursing, this.hover.hex) : [])]}
        .trails=${live ? [...goneBefore(table.aftermath, table.side), ...planned(this.coursing, this.hover.hex, this.board?.index)] : []}
        .flashes=${live ? table.flashes : []}
        .handles=${live ? this.handles() : []}
        .aim=${live ? this.aim : []}
        .arcs=${this.arcs}
        @turn=${(event: CustomEvent<string>) => this.turn(event.detail)}
        .thread=${this.sighting?.view ?? null}
        .peek=${this.peek}
        @point=${(event: CustomEvent<Pointed>) => this.pointAt(event.detail)}
        @grab=${(event: CustomEvent<string>) => this.coursing.grab(event.detail)}
        @drop=${(event: CustomEvent<string>) => this.putDown(event.detail)}
        @framed=${(event: CustomEvent<string[]>) => this.frame(event.detail)}
        @hover=${(event: CustomEvent<Pointed>) => this.hovered(event.detail)}
        @looks=${(event: CustomEvent) => this.minimap?.looks(event.detail.view, event.detail.size, event.detail.corner)}
      ></df-board>
      <div class="over top reserve">
        ${
          live && this.prompt?.yours
            ? html`<df-reserve
              .groups=${scene.offmap}
              .turn=${scene.turn}
              .side=${this.prompt.side}
              .can=${marks.can}
              .chosen=${marks.chosen}
              @pick=${(event: CustomEvent<string>) => this.pointAtCounter(event.detail, "")}
              @hover=${(event: CustomEvent<string>) => this.hovered({ hex: "", counter: event.detail })}
            ></df-reserve>`
            : nothing
        }
      </div>
      <df-inspector
        .inspection=${this.inspected}
        .counter=${this.byId.get(this.inspected?.piece ?? "") ?? null}
        @leave=${() => (this.inspected = null)}
      ></df-inspector>
      <div class="over bottom">
        ${this.back.bar(table)}
        <div class="foot">
          ${mapTools(this, table)}
          <p class="caption">${this.caption()}</p>
          <df-minimap .map=${map} .scene=${scene} .choices=${[...marks.hexes.keys()]} @look=${(event: CustomEvent<Spot>) => this.board?.centre(event.detail)}></df-minimap>
        </div>
      </div>`;
  }

  private get seat(): SeatAt | null {
    const { table, cards: scene, prompt } = this;
    if (!table || !scene || !prompt?.yours || this.past) return null;
    return {
      table,
      scene,
      prompt,
      choose: (option) => void this.choose(option),
      menu: (options, { x, y }, heading) => (this.menu = { options, at: { x, y }, heading }),
    };
  }

  private pickThing(at: PickedAt): void {
    const { seat } = this;
    this.menu = null;
    if (seat) this.picked = pointAt(at, this.picked, seat);
  }

  /** Everything that can be done with a thing, also what is seldom wanted. */
  private showAll({ thing, x, y }: PickedAt): void {
    const { prompt } = this;
    const options = prompt?.yours && !this.past ? matching(prompt.options, [thing]) : [];
    if (options.length) this.menu = { options, at: { x, y }, heading: "All that can be done with it" };
  }

  private dropThing(at: DroppedAt): void {
    const { seat } = this;
    if (seat) this.picked = dropOn(at, this.picked, seat);
  }

  private cardArea(table: Table, scene: CardScene): TemplateResult {
    const prompt = this.past ? null : this.prompt;
    return html`<df-card-table
        .scene=${scene}
        .prompt=${prompt}
        .picked=${this.picked}
        .hint=${this.hint}
        .shown=${this.school?.shown ?? []}
        .touched=${this.touched}
        @pick=${(event: CustomEvent<PickedAt>) => this.pickThing(event.detail)}
        @all-of=${(event: CustomEvent<PickedAt>) => this.showAll(event.detail)}
        @leave=${() => this.closeAll()}
        @drop-on=${(event: CustomEvent<DroppedAt>) => this.dropThing(event.detail)}
        >${
          interrupts(scene, prompt)
            ? html`<df-interrupt
              slot="ask"
              .prompt=${prompt}
              .busy=${table.busy}
              @choose=${(event: CustomEvent<OptionView>) => this.choose(event.detail)}
              @touch=${(event: CustomEvent<OptionView>) => (this.touched = event.detail)}
            ></df-interrupt>`
            : nothing
        }</df-card-table
      >
      <div class="over bottom">${this.back.bar(table)}</div>`;
  }

  /** What has just come of something, beside the board: nothing lies on what one may want to click. */
  private told(table: Table, scene: BoardScene | CardScene | null): TemplateResult {
    return html`<div class="told">
      ${
        scene?.kind === "board"
          ? html`<df-dice .events=${this.past?.events ?? table.latest} .stays=${this.past !== null}></df-dice>`
          : nothing
      }
      ${noticeOf(table, this.hint, (option) => this.choose(option), this)} ${offersOn(table)}
      ${sightWords(
        this.sighting,
        (hex) => this.board?.index.label(hex) ?? hex,
        () => this.toggleSight(),
        this,
      )}
    </div>`;
  }

  private coach(): TemplateResult | typeof nothing {
    const school = this.school;
    if (!school?.lesson) return nothing;
    return html`<df-coach
      .lesson=${school.lesson}
      .progress=${school.progress}
      .hasNext=${school.hasNext}
      @onward=${() => school.readOn()}
      @again=${() => school.again()}
      @next=${() => school.next()}
      @leave=${() => go("#/learn")}
    ></df-coach>`;
  }

  private panel(table: Table, scene: BoardScene | CardScene | null): TemplateResult {
    const cards = scene?.kind === "cards";
    return html`<aside>
      <df-player-bar .table=${table} .tick=${this.tick}></df-player-bar>
      <section class="card prompt" aria-live="polite" aria-label="What is asked">
        ${this.coach()} ${this.back.beside(table)}
        <df-prompt
          ?hidden=${this.past !== null}
          .table=${table}
          .prompt=${this.offered}
          .tick=${this.tick}
          ?cards=${cards}
          .figures=${cards ? strengthTable : breakdownTable}
          .surface=${this.surface}
          .counters=${this.byId}
          .chosen=${this.chosen}
          .pointed=${this.pointed}
          .hint=${this.hint}
          .course=${this.past ? null : this.coursing.course}
          .unasked=${this.coursing.standing}
          .goal=${this.coursing.goal}
          .place=${(hex: string) => this.board?.index.label(hex) ?? hex}
          @choose=${(event: CustomEvent<OptionView>) => this.choose(event.detail)}
          @take=${(event: CustomEvent<string>) => this.coursing.go(event.detail)}
          @taker=${(event: CustomEvent<Taker>) => this.toggle(event.detail)}
          @leave=${() => this.coursing.leave()}
          @touch=${(event: CustomEvent<OptionView | null>) => this.touchFromPanel(event.detail)}
          @hold=${() => this.beforehand.holdFire()}
          @orders=${() => this.beforehand.askWhenAdjacent()}
          @repeat=${(event: CustomEvent<string>) => this.beforehand.repeat(event.detail)}
        ></df-prompt>
        ${actionRow(this, table)}
      </section>
      ${this.told(table, scene)}
      <section class="card record">
        <df-record
          .table=${table}
          .tick=${this.tick}
          .scene=${scene}
          .lit=${this.lit}
          .moment=${this.past?.moment ?? null}
          @seek=${(event: CustomEvent<number>) => this.back.seek(event.detail)}
        ></df-record>
      </section>
    </aside>`;
  }

  /** What of the reference card counts now. */
  private get lit(): Lit {
    const column = this.coursing.course?.prospects[0]?.breakdown.column;
    const ground = this.board?.index?.byId.get(this.hover.hex)?.terrain ?? "";
    return { column: column ? String(column) : "", ground };
  }

  private touchFromPanel(option: OptionView | null): void {
    if (this.cards) this.touched = option;
    if (!option) return;
    const hex = option.at || this.hexOf(option.who[0] ?? "");
    if (hex && this.board?.index.byId.has(hex)) this.board.show([hex]);
    void this.coursing.point(option.who[0] ?? "");
  }

  protected override render(): TemplateResult {
    const { table, scene, map, cards } = this;
    if (this.failed) {
      return html`<div class="trouble">
        <h1>This game cannot be shown</h1>
        <p role="alert">${this.failed}</p>
        <a class="btn primary" href="#/">To the lobby</a>
      </div>`;
    }
    const facts = table?.scene?.kind === "plain" ? table.scene.facts : null;
    if (!table || !(facts || cards || (scene && map))) {
      return html`<div class="trouble"><p class="dim" role="status">${table?.lineWords || "Setting the table…"}</p></div>`;
    }
    return html`<df-table-head .table=${table} .tick=${this.tick} .scene=${scene ?? cards} @menu=${() => this.openMenu()}></df-table-head>
      <div class="body ${cards ? "with-cards" : ""}">
        <div class="field ${this.past ? "past" : ""}">
          ${cards ? this.cardArea(table, cards) : scene && map ? this.boardArea(table, scene, map) : plainArea(facts ?? {})}
          ${this.back.ending(table, this.tick)}
        </div>
        ${this.panel(table, scene ?? cards)}
      </div>
      <df-choice-menu
        .options=${this.menu?.options ?? []}
        .at=${this.menu?.at ?? { x: 0, y: 0 }}
        .heading=${this.menu?.heading ?? ""}
        @choose=${(event: CustomEvent<OptionView>) => this.choose(event.detail)}
        @touch=${(event: CustomEvent<OptionView | null>) => (this.touched = event.detail)}
        @leave=${() => (this.menu = null)}
      ></df-choice-menu>
      <df-game-menu .table=${table} .tick=${this.tick} .map=${map} @set-ups=${() => this.openSetUps()}></df-game-menu>
      <df-set-ups .table=${table} .token=${this.token} .open=${this.settingUp}></df-set-ups>
      <df-curtain .table=${table} .tick=${this.tick}></df-curtain>`;
  }
}
