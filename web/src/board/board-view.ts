/** The board: the painted map with counters, highlights and threads on it, to be panned, zoomed and clicked. */
import { css, html, LitElement, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { look } from "../app/look.js";
import { onPreferences, preferences, stillness } from "../app/preferences.js";
import type { Flash } from "../game/aftermath.js";
import type { BoardScene, CounterView, Handle, LosView, MapInfo, StackView } from "../generated/protocol.js";
import { api } from "../net/api.js";
import { ui } from "../styles/ui.js";
import { areaMarks, areaStyles, flashStyles } from "./area-art.js";
import { chips, classesOf, counterStyles, face, liftOf, pileCount, SHAPES, tags } from "./counter-art.js";
import { Gestures } from "./gestures.js";
import { grip, gripStyles, links, sectors } from "./grip-art.js";
import { type Heading, HexIndex, outline } from "./hexes.js";
import { highlightStyles } from "./highlight-styles.js";
import { type MapPicture, readPicture, repaint } from "./map-picture.js";
import { isGround, marker, markerStyles } from "./marker-art.js";
import { slide } from "./motion.js";
import { boxAround, COUNTER, inWords, layOut, type PlacedCounter } from "./stacks.js";
import * as port from "./viewport.js";

/** How a hex is marked, and the figure that it bears. */
export interface HexMark {
  readonly tone: "go" | "target" | "special" | "reach" | "hint" | "about";
  readonly badge?: string;
  readonly threatened?: boolean;
}

export interface Marks {
  readonly hexes: ReadonlyMap<string, HexMark>;
  /** Counters that can be clicked to do something. */
  readonly can: ReadonlySet<string>;
  readonly chosen: ReadonlySet<string>;
  /** Counters that the question is about. */
  readonly about: ReadonlySet<string>;
  /** Counters that can be taken up and put down elsewhere. */
  readonly drags: ReadonlySet<string>;
}

export interface Shot {
  readonly from: string;
  readonly to: string;
  /** Being fired, aimed at only, only seen, or fired a while ago. */
  readonly tone?: "aim" | "sight" | "past";
  /** What came of it. */
  readonly label?: string;
}

/** A way over the map: one that is planned, or one that was gone. */
export interface Trail {
  readonly hexes: readonly string[];
  readonly tone: "plan" | "past";
  readonly label?: string;
  /** Hexes in sight of the enemy. */
  readonly danger?: readonly string[];
}

export interface Pointed {
  readonly hex: string;
  readonly counter: string;
  /** All that can be done there is wanted, not only what is done most. */
  readonly everything?: boolean;
  /** One wants to go on from there. */
  readonly further?: boolean;
}

export const NO_MARKS: Marks = {
  hexes: new Map(),
  can: new Set(),
  chosen: new Set(),
  about: new Set(),
  drags: new Set(),
};

const OPENS_AFTER = 260;

@customElement("df-board")
export class BoardView extends LitElement {
  static override styles = [
    ui,
    counterStyles,
    markerStyles,
    areaStyles,
    flashStyles,
    highlightStyles,
    gripStyles,
    styles(),
  ];

  @property({ attribute: false }) map!: MapInfo;
  @property({ attribute: false }) scene!: BoardScene;
  @property({ attribute: false }) marks: Marks = NO_MARKS;
  @property({ attribute: false }) thread: LosView | null = null;
  @property({ attribute: false }) shots: readonly Shot[] = [];
  @property({ attribute: false }) trails: readonly Trail[] = [];
  @property({ attribute: false }) flashes: readonly Flash[] = [];
  /** Grips to turn pieces by. */
  @property({ attribute: false }) handles: readonly Handle[] = [];
  /** Hexes that what one points at would concern. */
  @property({ attribute: false }) aim: readonly string[] = [];
  /** Show what every piece covers, not only the one that is pointed at. */
  @property({ type: Boolean }) arcs = false;
  /** A stack that is shown side by side. */
  @property({ attribute: false }) opened = "";
  @property({ attribute: false }) cursor = "";
  @property({ type: Boolean, reflect: true }) peek = false;

  @state() private picture: MapPicture | null = null;
  @state() private failed = "";
  /** A box that is being drawn, on the screen. */
  @state() private frame: { readonly from: port.Spot; readonly to: port.Spot } | null = null;
  @query(".screen") private screen!: HTMLElement;
  @query(".stage") private stage!: HTMLElement;
  @query(".map") private mapHolder!: HTMLElement;

  index!: HexIndex;
  private view: port.Viewport | null = null;
  private size: port.Size = { width: 0, height: 0 };
  private readonly resized = new ResizeObserver(() => this.measure());
  private settle: ReturnType<typeof setTimeout> | undefined;
  private opening: ReturnType<typeof setTimeout> | undefined;
  private travel = 0;
  @state() private overCounter = "";
  private hovered: Pointed = { hex: "", counter: "" };
  private wasAt = new Map<string, { x: number; y: number; hex: string }>();
  private leave: (() => void) | undefined;
  private gestures: Gestures | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.leave = onPreferences(() => this.takePreferences());
    this.takePreferences();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.leave?.();
    this.resized.disconnect();
    this.gestures?.release();
    cancelAnimationFrame(this.travel);
  }

  private takePreferences(): void {
    const liked = preferences();
    this.setAttribute("map", liked.map);
    this.toggleAttribute("no-grid", !liked.grid);
    this.toggleAttribute("no-names", !liked.names);
    this.toggleAttribute("no-centres", !liked.centres);
    this.toggleAttribute("still", stillness());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("map")) {
      this.index = new HexIndex(this.map);
      this.view = null;
      void this.loadPicture(this.map);
    }
  }

  protected override firstUpdated(): void {
    this.resized.observe(this.screen);
    this.gestures = new Gestures(this.screen, {
      pan: (dx, dy) => this.look(this.view && port.panned(this.view, this.map.box, this.size, dx, dy)),
      zoom: (factor, at) => this.zoom(factor, at),
      tap: (at, target, further) => this.tap(at, target, { further }),
      press: (at, target) => this.tap(at, target, { everything: true }),
      grab: (target) => this.grab(target),
      carry: (at) => this.hover(at, null),
      drop: (at) => this.drop(at),
      frame: (from, to) => (this.frame = { from, to }),
      framed: (from, to) => this.framed(from, to),
      hover: (at, target) => this.hover(at, target),
      leave: () => this.hover(null, null),
    });
    this.measure();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (this.picture && this.mapHolder.firstElementChild !== this.picture.svg) {
      this.mapHolder.replaceChildren(this.picture.svg);
    }
    if (changed.has("scene")) {
      this.slideCounters();
    }
    if (changed.has("cursor") && this.cursor) this.show([this.cursor]);
  }

  private async loadPicture(map: MapInfo): Promise<void> {
    try {
      const picture = readPicture(await api.picture(map.svg));
      if (map !== this.map) return;
      const root = this.renderRoot as ShadowRoot;
      const own = root.adoptedStyleSheets.filter(
        (sheet) => sheet !== this.picture?.styles && sheet !== repaint(),
      );
      root.adoptedStyleSheets = [...own, picture.styles, repaint()];
      this.picture = picture;
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  // -- looking ---------------------------------------------------------------------------------------------

  private measure(): void {
    const { width, height } = this.screen.getBoundingClientRect();
    if (!width || !height) return;
    const before = this.size;
    this.size = { width, height };
    if (!this.view) {
      this.look(port.firstLook(this.map.box, this.size, this.middleOfThings()));
    } else {
      // What stands above the map comes and goes: the map stays where it was on the screen.
      const dx = (width - before.width) / 2;
      const dy = (height - before.height) / (dx ? 2 : 1);
      const { x, y, scale } = this.view;
      this.look(port.keepOnScreen({ scale, x: x + dx, y: y + dy }, this.map.box, this.size));
    }
  }

  private middleOfThings(): port.Spot {
    const hexes = this.scene.stacks.map((stack) => this.index.byId.get(stack.hex)).filter((hex) => !!hex);
    const { box } = this.map;
    if (!hexes.length) return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    return {
      x: hexes.reduce((sum, hex) => sum + hex.x, 0) / hexes.length,
      y: hexes.reduce((sum, hex) => sum + hex.y, 0) / hexes.length,
    };
  }

  private look(view: port.Viewport | null): void {
    if (!view) return;
    this.view = view;
    const { style } = this.stage;
    style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
    style.setProperty("--scale", String(view.scale));
    // While it moves the picture is a bitmap, which is quick; when it rests it is drawn anew, which is sharp.
    this.stage.classList.add("moves");
    clearTimeout(this.settle);
    this.settle = setTimeout(() => this.stage.classList.remove("moves"), 160);
    this.dispatchEvent(new CustomEvent("looks", { detail: { view, size: this.size, corner: this.corner } }));
  }

  private glide(to: port.Viewport): void {
    cancelAnimationFrame(this.travel);
    const from = this.view;
    if (!from || stillness()) {
      this.look(to);
      return;
    }
    const began = performance.now();
    const frame = (now: number): void => {
      const t = Math.min(1, (now - began) / 280);
      this.look(port.between(from, to, t));
      if (t < 1) this.travel = requestAnimationFrame(frame);
    };
    this.travel = requestAnimationFrame(frame);
  }

  private zoom(factor: number, at?: port.Spot): void {
    cancelAnimationFrame(this.travel);
    const middle = { x: this.size.width / 2, y: this.size.height / 2 };
    this.look(this.view && port.zoomedAt(this.view, this.map.box, this.size, factor, at ?? middle));
  }

  closer(): void {
    this.zoom(1.3);
  }

  farther(): void {
    this.zoom(1 / 1.3);
  }

  fit(): void {
    this.glide(port.wholeMap(this.map.box, this.size));
  }

  /** Look at a spot of the map, as from the small map. */
  centre(spot: port.Spot): void {
    if (this.view) this.look(port.centredOn(this.map.box, this.size, this.view.scale, spot));
  }

  /** Have these hexes in view. */
  show(hexes: readonly string[]): void {
    if (!this.view || this.gestures?.busy) return;
    const spots = hexes.map((hex) => this.index.byId.get(hex)).filter((hex) => !!hex);
    const view = port.broughtIntoView(this.view, this.map.box, this.size, spots);
    if (view) this.glide(view);
  }

  inView(hex: string): boolean {
    const found = this.index.byId.get(hex);
    if (!found || !this.view) return false;
    const { x, y } = port.toScreen(this.view, found);
    return x > 0 && y > 0 && x < this.size.width && y < this.size.height;
  }

  /** Where the board begins on the page. */
  private get corner(): port.Spot {
    const { left, top } = this.screen.getBoundingClientRect();
    return { x: left, y: top };
  }

  /** Where a hex is on the page. */
  onPage(hex: string): port.Spot | null {
    const found = this.index.byId.get(hex);
    if (!found || !this.view) return null;
    const { x, y } = this.corner;
    const spot = port.toScreen(this.view, found);
    return { x: x + spot.x, y: y + spot.y };
  }

  // -- pointing --------------------------------------------------------------------------------------------

  private pointedAt(at: port.Spot, target: Element | null): Pointed {
    const counter = target?.closest<SVGElement>("[data-counter]");
    if (counter) return { hex: counter.dataset.hex ?? "", counter: counter.dataset.counter ?? "" };
    const open = target?.closest<SVGElement>("[data-open]");
    if (open) return { hex: open.dataset.open ?? "", counter: "" };
    const hex = this.view && this.index.at(port.toMap(this.view, at));
    return { hex: hex?.id ?? "", counter: "" };
  }

  private tap(at: port.Spot, target: Element | null, how: Partial<Pointed>): void {
    const gripped = target?.closest<SVGElement>("[data-grip]")?.dataset.grip;
    if (gripped) {
      this.dispatchEvent(new CustomEvent("turn", { detail: gripped }));
      return;
    }
    const pointed = this.pointedAt(at, target);
    if (pointed.hex) this.dispatchEvent(new CustomEvent("point", { detail: { ...pointed, ...how } }));
  }

  private grab(target: Element | null): boolean {
    const counter = target?.closest<SVGElement>("[data-counter]")?.dataset.counter ?? "";
    if (!this.marks.drags.has(counter)) return false;
    this.opened = "";
    this.dispatchEvent(new CustomEvent("grab", { detail: counter }));
    return true;
  }

  private drop(at: port.Spot): void {
    const hex = this.view && this.index.at(port.toMap(this.view, at));
    this.dispatchEvent(new CustomEvent("drop", { detail: hex?.id ?? "" }));
  }

  /** Whoever stands in the box, the highest stack first. */
  private framed(from: port.Spot, to: port.Spot): void {
    this.frame = null;
    if (!this.view) return;
    const a = port.toMap(this.view, { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y) });
    const b = port.toMap(this.view, { x: Math.max(from.x, to.x), y: Math.max(from.y, to.y) });
    const inside = this.scene.stacks.filter((stack) => {
      const hex = this.index.byId.get(stack.hex);
      return hex && hex.x > a.x && hex.x < b.x && hex.y > a.y && hex.y < b.y;
    });
    inside.sort((one, other) => other.counters.length - one.counters.length);
    const counters = inside.flatMap((stack) => stack.counters.flatMap((one) => [one, ...one.weapons]));
    this.dispatchEvent(new CustomEvent("framed", { detail: counters.map((one) => one.id) }));
  }

  private hover(at: port.Spot | null, target: Element | null): void {
    const now = at ? this.pointedAt(at, target) : { hex: "", counter: "" };
    if (now.hex === this.hovered.hex && now.counter === this.hovered.counter) return;
    this.hovered = now;
    this.overCounter = now.counter;
    clearTimeout(this.opening);
    this.opening = setTimeout(() => this.openOnHover(now), OPENS_AFTER);
    this.dispatchEvent(new CustomEvent<Pointed>("hover", { detail: now }));
  }

  private openOnHover(now: Pointed): void {
    if (now.hex === this.opened) return;
    const stack = this.stackIn(now.hex);
    const opens =
      now.counter !== "" && !!stack && stack.counters.flatMap((c) => [c, ...c.weapons]).length > 1;
    this.opened = opens ? now.hex : "";
  }

  stackIn(hex: string): StackView | undefined {
    return this.scene.stacks.find((stack) => stack.hex === hex);
  }

  private onKey(event: KeyboardEvent): void {
    const headings: Readonly<Record<string, Heading>> = {
      ArrowUp: "up",
      ArrowDown: "down",
      ArrowLeft: "left",
      ArrowRight: "right",
    };
    const heading = headings[event.key];
    if (heading && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.moveCursor(heading);
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor) {
      event.preventDefault();
      event.stopPropagation();
      this.dispatchEvent(new CustomEvent<Pointed>("point", { detail: { hex: this.cursor, counter: "" } }));
    }
  }

  private moveCursor(heading: Heading): void {
    const next = this.cursor ? this.index.beside(this.cursor, heading) : this.firstCursor();
    if (!next) return;
    this.cursor = next.id;
    this.dispatchEvent(new CustomEvent<Pointed>("hover", { detail: { hex: next.id, counter: "" } }));
  }

  private firstCursor() {
    const first = this.marks.hexes.keys().next().value ?? this.scene.stacks[0]?.hex;
    return (first && this.index.byId.get(first)) || this.map.hexes[0];
  }

  // -- drawing ---------------------------------------------------------------------------------------------

  private placed(): PlacedCounter[] {
    const found: PlacedCounter[] = [];
    let open: PlacedCounter[] = [];
    for (const stack of this.scene.stacks) {
      const centre = this.index.byId.get(stack.hex);
      if (!centre) continue;
      if (stack.hex === this.opened) open = layOut(stack, centre, true);
      else found.push(...layOut(stack, centre, false));
    }
    return [...found, ...open];
  }

  private slideCounters(): void {
    const now = new Map<string, { x: number; y: number; hex: string }>();
    const moved: [string, number, number][] = [];
    for (const { counter, x, y, hex } of this.placed()) {
      now.set(counter.id, { x, y, hex });
      const was = this.wasAt.get(counter.id);
      if (was && was.hex !== hex) moved.push([counter.id, was.x - x, was.y - y]);
    }
    this.wasAt = now;
    if (stillness()) return;
    for (const [id, dx, dy] of moved) {
      const element = this.renderRoot.querySelector(`[data-counter="${CSS.escape(id)}"]`);
      if (element) slide(element, dx, dy);
    }
  }

  /** Pieces whose arcs and links are shown: the one that is pointed at, or all that stand openly. */
  private requested(): { counter: CounterView; hex: string }[] {
    const all = this.scene.stacks.flatMap((stack) =>
      stack.counters.flatMap((one) => [one, ...one.weapons]).map((counter) => ({ counter, hex: stack.hex })),
    );
    const wanted = all.filter(({ counter }) => counter.arcs.length || counter.links.length);
    if (this.arcs) return wanted;
    const over = all.find(({ counter }) => counter.id === this.overCounter)?.counter;
    const mine = new Set([this.overCounter, ...(over?.weapons.map((one) => one.id) ?? [])]);
    return wanted.filter(({ counter }) => mine.has(counter.id));
  }

  private onRequest(): TemplateResult {
    return svg`${this.requested().map(({ counter, hex }) => {
      const centre = this.index.byId.get(hex);
      return centre
        ? svg`${sectors(counter, centre, this.map.hex_side)}${links(counter, centre, this.index)}`
        : nothing;
    })}`;
  }

  private grips(): TemplateResult {
    return svg`${this.handles.map((handle) => {
      const hex = this.index.byId.get(handle.hex);
      return hex ? grip(handle, hex, this.map.hex_side) : nothing;
    })}`;
  }

  private counter(placed: PlacedCounter): TemplateResult {
    const { counter, x, y, scale } = placed;
    const marks = this.marks;
    const flags =
      (marks.can.has(counter.id) ? " can" : "") +
      (marks.chosen.has(counter.id) ? " chosen" : "") +
      (marks.about.has(counter.id) ? " about" : "");
    return svg`<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})" data-counter=${counter.id} data-hex=${placed.hex}>
      <g class=${classesOf(counter) + flags}>
        ${face(counter)}
        <rect class="ring-mark" x="-1.5" y="-1.5" width=${COUNTER + 3} height=${COUNTER + 3} rx="5.5"/>
        ${placed.open ? svg`${tags(counter.states, COUNTER + 8, false, liftOf(counter))}${chips(placed.carries)}${placed.pile ? pileCount(placed.pile) : nothing}` : nothing}
        ${placed.worst ? svg`<g transform="translate(14 ${COUNTER + 5})">${tags([placed.worst], 200, true)}</g>` : nothing}
      </g></g>`;
  }

  private hexMark([id, mark]: [string, HexMark]): TemplateResult | typeof nothing {
    const hex = this.index.byId.get(id);
    if (!hex) return nothing;
    const side = this.map.hex_side;
    const badge = mark.badge ?? "";
    const width = 12 + badge.length * 7.4;
    return svg`<g class="hex-mark ${mark.tone}${mark.threatened ? " threatened" : ""}">
      <polygon class="edge" points=${outline(hex, side, 3)}/><polygon class="line" points=${outline(hex, side, 3)}/>
      ${
        mark.tone === "target"
          ? svg`<path class="sight" d="M${hex.x - side * 0.78} ${hex.y}h14M${hex.x + side * 0.78} ${hex.y}h-14M${hex.x} ${hex.y - side * 0.8}v12M${hex.x} ${hex.y + side * 0.8}v-12"/>`
          : nothing
      }</g>
      ${
        badge
          ? svg`<g class="badge ${mark.tone}" transform="translate(${hex.x + side * 0.36} ${hex.y + side * 0.66})">
            <rect x=${-width / 2} y="-9" width=${width} height="18" rx="5"/><text y="4.6">${badge}</text></g>`
          : nothing
      }`;
  }

  private threads(): TemplateResult {
    const los = this.thread;
    const from = los && this.index.byId.get(los.from_hex);
    const to = los && this.index.byId.get(los.to_hex);
    return svg`
      ${this.shots.map((shot) => {
        const a = this.index.byId.get(shot.from);
        const b = this.index.byId.get(shot.to);
        if (!a || !b) return nothing;
        const d = `M${a.x} ${a.y}L${b.x} ${b.y}`;
        return svg`<path class="shot-edge ${shot.tone ?? ""}" d=${d}/><path class="shot ${shot.tone ?? ""}" d=${d}/>
          ${shot.label ? this.plate(shot.label, (a.x + b.x) / 2, (a.y + b.y) / 2, "told") : nothing}`;
      })}
      ${this.trails.map((trail) => this.trail(trail))}
      ${from && to && los ? this.losThread(los, from, to) : nothing}`;
  }

  private trail({ hexes, tone, label, danger = [] }: Trail): TemplateResult | typeof nothing {
    const spots = hexes.map((id) => this.index.byId.get(id)).filter((hex) => !!hex);
    const end = spots.at(-1);
    if (!end || (spots.length < 2 && tone === "past")) return nothing;
    const d = spots.map((spot, i) => `${i ? "L" : "M"}${spot.x} ${spot.y}`).join("");
    return svg`<path class="trail-edge ${tone}" d=${d}/><path class="trail ${tone}" d=${d}/>
      ${spots.slice(1).map((spot) => svg`<circle class="stop-off ${tone}${danger.includes(spot.id) ? " seen" : ""}" cx=${spot.x} cy=${spot.y} r="7"/>`)}
      ${label ? this.plate(label, end.x, end.y - this.map.hex_side * 0.62, tone) : nothing}`;
  }

  private flash({ hex: id, tone }: Flash, i: number): TemplateResult | typeof nothing {
    const hex = this.index.byId.get(id);
    if (!hex) return nothing;
    const delay = `${Math.min(i, 6) * 140}ms`;
    return svg`<g class="flash ${tone}" transform="translate(${hex.x} ${hex.y})"><g ${look({ "animation-delay": delay })}>
      <circle class="burst" r=${this.map.hex_side * 0.7}/><path class="rays" d="M0-50V-34M0 50V34M-43-25l14 8M43-25l-14 8M-43 25l14-8M43 25l-14-8"/></g></g>`;
  }

  private plate(text: string, x: number, y: number, tone: string): TemplateResult {
    const width = 14 + text.length * 7.4;
    return svg`<g class="badge ${tone}" transform="translate(${x} ${y})"><rect x=${-width / 2} y="-10" width=${width} height="20" rx="6"/><text y="4.6">${text}</text></g>`;
  }

  private losThread(los: LosView, from: port.Spot, to: port.Spot): TemplateResult {
    const [x, y] = los.stopped_at ?? [to.x, to.y];
    const crossings = los.crosses.filter((crossing) => crossing.effect !== "none");
    return svg`<path class="thread-edge" d="M${from.x} ${from.y}L${to.x} ${to.y}"/>
      <path class="thread clear" d="M${from.x} ${from.y}L${x} ${y}"/>
      ${
        los.clear
          ? nothing
          : svg`<path class="thread stopped" d="M${x} ${y}L${to.x} ${to.y}"/>
            <path class="stop" d="M${x - 8} ${y - 8}l16 16m0-16l-16 16"/>`
      }
      ${crossings.map((crossing) => {
        const hex = this.index.byId.get(crossing.hex);
        if (!hex || crossing.effect !== "hindrance") return nothing;
        return svg`<g class="badge go" transform="translate(${hex.x} ${hex.y - 26})"><rect x="-17" y="-9" width="34" height="18" rx="5"/><text y="4.6">+${crossing.drm}</text></g>`;
      })}`;
  }

  private cursorMark(): TemplateResult | typeof nothing {
    const hex = this.index.byId.get(this.cursor);
    if (!hex) return nothing;
    return svg`<polygon class="cursor-edge" points=${outline(hex, this.map.hex_side, 1)}/><polygon class="cursor" points=${outline(hex, this.map.hex_side, 1)}/>`;
  }

  private openBox(placed: readonly PlacedCounter[]): TemplateResult | typeof nothing {
    const open = this.opened ? placed.filter((one) => one.hex === this.opened) : [];
    if (!open.length) return nothing;
    const box = boxAround(open);
    return svg`<rect class="open-box" data-open=${this.opened} x=${box.x} y=${box.y} width=${box.width} height=${box.height} rx="9"/>`;
  }

  protected override render(): TemplateResult {
    const { box, hex_side: side } = this.map;
    const placed = this.placed();
    const piles = placed.filter((one) => one.hex !== this.opened);
    const open = placed.filter((one) => one.hex === this.opened);
    const markers = this.scene.markers.map((view, i, all) => {
      const n = all.slice(0, i).filter((other) => other.hex === view.hex && !isGround(other)).length;
      return { view, n };
    });
    const drawMarker = ({ view, n }: (typeof markers)[number]) => {
      const hex = this.index.byId.get(view.hex);
      return hex ? marker(view, hex, side, n) : nothing;
    };
    const cursor = this.index.byId.get(this.cursor);
    const words = cursor
      ? `${cursor.label}, ${cursor.terrain}${cursor.tem ? `, ${cursor.tem}` : ""}: ${inWords(this.stackIn(cursor.id))}`
      : "";
    return html`
      <div
        class="screen"
        tabindex="0"
        role="application"
        aria-label="Map. Arrow keys go from hex to hex, Enter acts there."
        aria-describedby="cursor-words"
        @keydown=${this.onKey}
      >
        <div class="stage">
          <div class="map" ${look({ left: `${box.left}px`, top: `${box.top}px` })}></div>
          <svg
            class="table"
            ${look({ left: `${box.left}px`, top: `${box.top}px` })}
            viewBox="${box.left} ${box.top} ${box.width} ${box.height}"
            width=${box.width}
            height=${box.height}
            aria-hidden="true"
          >
            <defs>${SHAPES}</defs>
            <clipPath id="paper"><rect x=${box.left} y=${box.top} width=${box.width} height=${box.height} /></clipPath>
            ${this.scene.night ? svg`<rect class="night" x=${box.left} y=${box.top} width=${box.width} height=${box.height} />` : nothing}
            <g class="areas" clip-path="url(#paper)">${this.scene.areas.map((area) => areaMarks(area, this.index, box, side))}</g>
            <g class="sectors" clip-path="url(#paper)">${this.onRequest()}</g>
            <g class="highlights" clip-path="url(#paper)">${[...this.marks.hexes].map((mark) => this.hexMark(mark))}</g>
            <g class="markers">${markers.filter(({ view }) => isGround(view)).map(drawMarker)}</g>
            <g class="counters">
              ${repeat(
                piles,
                (one) => one.counter.id,
                (one) => this.counter(one),
              )}
            </g>
            <g class="markers">${markers.filter(({ view }) => !isGround(view)).map(drawMarker)}</g>
            <g class="threads">${this.threads()}</g>
            <g class="flashes">${repeat(
              this.flashes,
              (one) => one.id,
              (one, i) => this.flash(one, i),
            )}</g>
            <g class="areas">${areaMarks({ kind: "aim", hexes: this.aim, side: "", text: "" }, this.index, box, side)}</g>
            <g class="grips">${this.grips()}</g>
            <g class="cursor-layer">${this.cursorMark()}</g>
            <g class="open">
              ${this.openBox(open)}${repeat(
                open,
                (one) => one.counter.id,
                (one) => this.counter(one),
              )}
            </g>
          </svg>
        </div>
        ${this.frame ? frameBox(this.frame.from, this.frame.to) : nothing}
        ${this.picture || this.failed ? nothing : html`<p class="waiting">The map is being unrolled…</p>`}
        ${this.failed ? html`<p class="waiting" role="alert">${this.failed}</p>` : nothing}
      </div>
      <p class="sr" id="cursor-words" aria-live="polite">${words}</p>
    `;
  }
}

function frameBox(from: port.Spot, to: port.Spot): TemplateResult {
  const left = `${Math.min(from.x, to.x)}px`;
  const top = `${Math.min(from.y, to.y)}px`;
  const width = `${Math.abs(from.x - to.x)}px`;
  const height = `${Math.abs(from.y - to.y)}px`;
  return html`<div class="frame" ${look({ left, top, width, height })}></div>`;
}

function styles() {
  return css`
    .frame {
      position: absolute;
      border: 2px dashed #fff09a;
      border-radius: 6px;
      background: rgb(255 240 154 / 0.12);
      pointer-events: none;
    }
    :host {
      display: block;
      position: relative;
      overflow: hidden;
      background: var(--felt);
    }
    .screen {
      position: absolute;
      inset: 0;
      overflow: hidden;
      cursor: grab;
      touch-action: none;
      user-select: none;
      -webkit-user-select: none;
    }
    .screen:active {
      cursor: grabbing;
    }
    .screen:focus-visible {
      outline-offset: -4px;
    }
    .stage {
      position: absolute;
      left: 0;
      top: 0;
      transform-origin: 0 0;
    }
    .night {
      fill: #0b1636;
      fill-opacity: 0.5;
      pointer-events: none;
    }
    :host([map="contrast"]) .night {
      fill-opacity: 0.2;
    }
    .stage.moves {
      will-change: transform;
    }
    .map,
    .table {
      position: absolute;
      left: 0;
      top: 0;
      overflow: visible;
      display: block;
    }
    .map svg {
      display: block;
      border-radius: 3px;
      box-shadow: 0 6px 40px rgb(0 0 0 / 0.5);
    }
    .waiting {
      position: absolute;
      inset: 0;
      display: grid;
      place-items: center;
      color: var(--dim);
    }
    :host([peek]) .counters,
    :host([peek]) .open {
      opacity: 0.16;
    }
  `;
}

declare global {
  interface HTMLElementTagNameMap {
    "df-board": BoardView;
  }
}
