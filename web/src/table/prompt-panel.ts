/** What the game waits for, in plain words, with everything that can be answered. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { linkTo } from "../app/route.js";
import { capital, count, sideName } from "../app/words.js";
import { counterIcon, iconStyles, shapes } from "../board/counter-icon.js";
import { campaignOf } from "../campaign/campaign-keys.js";
import { manOdds, manOddsStyles } from "../cards/figures.js";
import type { Surface } from "../game/surface.js";
import type { Table } from "../game/table.js";
import { type Looks, looksOf } from "../game/verbs.js";
import type {
  Breakdown,
  CounterView,
  Course,
  OptionView,
  Previewed,
  Prompt,
  Taker,
} from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { ui } from "../styles/ui.js";
import { breakdownStyles, breakdownTable, oddsBar, ruleButton } from "./breakdown.js";
import { chances, courseStyles, courseView, targetOf } from "./course-view.js";

/** More options than these of a kind are picked on the map; the list is folded away. */
const FOLDED = 8;
const FOLDED_HEXES = 3;

/** Kinds of options whose list a player has unfolded: it stays so from one question to the next. */
const unfolded = new Set<string>();

interface Kind {
  readonly verb: string;
  readonly options: readonly OptionView[];
}

@customElement("df-prompt")
export class PromptPanel extends LitElement {
  static override styles = [
    ui,
    emblemStyles,
    ...iconStyles,
    breakdownStyles,
    manOddsStyles,
    courseStyles,
    styles(),
  ];

  @property({ attribute: false }) table!: Table;
  @property({ attribute: false }) prompt: Prompt | null = null;
  /** Changes whenever the table does. */
  @property({ attribute: false }) tick = 0;
  @property({ attribute: false }) surface!: Surface;
  @property({ attribute: false }) counters: ReadonlyMap<string, CounterView> = new Map();
  @property({ attribute: false }) chosen: ReadonlySet<string> = new Set();
  /** The option that is pointed at on the map. */
  @property({ attribute: false }) pointed: OptionView | null = null;
  @property({ attribute: false }) hint: OptionView | null = null;
  /** How this kind of game explains its numbers; with cards, odds are those of each man. */
  @property({ type: Boolean }) cards = false;
  @property({ attribute: false }) figures: (breakdown: Breakdown, from: EventTarget) => TemplateResult =
    breakdownTable;
  /** Answers that are given as one. */
  @property({ attribute: false }) course: Course | null = null;
  /** The course belongs to the question itself: it was not opened. */
  @property({ attribute: false }) unasked = false;
  /** Where one was going to. */
  @property({ attribute: false }) goal = "";
  /** A place by its name. */
  @property({ attribute: false }) place: (hex: string) => string = (hex) => hex;
  @state() private touched: OptionView | null = null;
  @state() private preview: Previewed | null = null;
  private step = -1;
  private released: Promise<void> = Promise.resolve();

  constructor() {
    super();
    this.addEventListener("pointerdown", () => this.press());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const prompt = this.prompt;
    if (prompt?.step !== this.step) {
      this.step = prompt?.step ?? -1;
      this.touched = null;
      this.preview = null;
    }
    this.toggleAttribute("figures", !!this.course?.prospects.length);
    this.toggleAttribute("card-figures", this.cards && !!this.preview?.breakdown);
    if (changed.has("pointed") || changed.has("tick")) void this.look();
  }

  private get looks(): Looks {
    return looksOf(this.prompt);
  }

  private chances(seen: Pick<Previewed, "odds" | "likely">): TemplateResult {
    return this.cards ? manOdds(seen.odds ?? {}) : oddsBar(seen.likely);
  }

  /** The attack as it stands, if one is being put together; else the only thing that can be done. */
  private get standing(): OptionView | null {
    const options = this.prompt?.options ?? [];
    const only = options.length === 1 ? options[0] : undefined;
    return options.find((option) => this.looks(option.verb).figures) ?? only ?? null;
  }

  /** Show what the option that is pointed at would do, else the attack as it stands. What is shown stays until
   * there is something better to show, so that nothing jumps under the pointer. */
  private async look(): Promise<void> {
    if (this.course?.prospects.length) return;
    const wanted = this.pointed ?? this.touched ?? this.standing;
    if (!wanted || this.table.busy || this.preview?.action === wanted.action) return;
    const step = this.step;
    try {
      const found = await this.table.preview(wanted.action);
      await this.released;
      const still = (this.pointed ?? this.touched ?? this.standing)?.action === wanted.action;
      if (still && step === this.step && (found.breakdown || found.odds)) this.preview = found;
    } catch {
      // No figures then: the options are there all the same.
    }
  }

  /** While a button is pressed nothing moves: the click would miss it. */
  private press(): void {
    this.released = new Promise((resolve) => {
      for (const end of ["pointerup", "pointercancel"])
        addEventListener(end, () => setTimeout(resolve), { once: true });
    });
  }

  private touch(option: OptionView | null): void {
    this.touched = option;
    void this.look();
    this.dispatchEvent(new CustomEvent("touch", { detail: option }));
  }

  private repeat(verb: string): void {
    this.dispatchEvent(new CustomEvent("repeat", { detail: verb }));
  }

  /** The second half of a double click answers nothing: nobody means a question that he has not seen. */
  private choose(option: OptionView, click: MouseEvent): void {
    if (click.detail > 1) return;
    this.dispatchEvent(new CustomEvent("choose", { detail: option }));
  }

  // -- options ---------------------------------------------------------------------------------------------

  private button(option: OptionView): TemplateResult {
    const style = this.looks(option.verb);
    const label = style.ends ? this.doneWords(option) : option.label;
    return html`<button
      class="btn ${style.tone} ${this.hint === option ? "hinted" : ""}"
      data-action=${option.action}
      ?disabled=${this.table.busy}
      @click=${(click: MouseEvent) => this.choose(option, click)}
      @pointerenter=${() => this.touch(option)}
      @pointerleave=${() => this.touch(null)}
      @focus=${() => this.touch(option)}
      @blur=${() => this.touch(null)}
    >
      ${label}${style.key ? html`<kbd aria-hidden="true">${style.key.toUpperCase()}</kbd>` : nothing}
    </button>`;
  }

  private doneWords(option: OptionView): string {
    const phase = this.table.play?.phases.find((one) => one.state === "now");
    return option.label === "Done" && phase ? `Done with ${phase.name}` : option.label;
  }

  private item(option: OptionView): TemplateResult {
    const named = option.who.map((id) => this.counters.get(id)).filter((counter) => !!counter);
    const weapon = named.find((counter) => counter.owner || counter.kind === "sw");
    const icons = weapon ? [weapon] : named;
    const on = option.who.length > 0 && option.who.every((id) => this.chosen.has(id));
    return html`<li>
      <button
        class="item ${on ? "on" : ""} ${this.hint === option ? "hinted" : ""}"
        data-action=${option.action}
        ?disabled=${this.table.busy}
        @click=${(click: MouseEvent) => this.choose(option, click)}
        @pointerenter=${() => this.touch(option)}
        @pointerleave=${() => this.touch(null)}
        @focus=${() => this.touch(option)}
        @blur=${() => this.touch(null)}
      >
        ${icons.slice(0, 3).map((counter) => counterIcon(counter, 34))}
        <span>${option.label}</span>
      </button>
    </li>`;
  }

  private kind({ verb, options }: Kind): TemplateResult {
    const style = this.looks(verb);
    const list = html`<ul class="items">
      ${options.map((option) => this.item(option))}
    </ul>`;
    const placed = this.cards ? [] : options.filter((option) => option.at);
    const hexes = new Set(placed.map((option) => option.at)).size;
    const folded = style.rare || this.prompt?.handles.some((handle) => this.verbOf(handle.action) === verb);
    if (!folded && options.length <= (hexes ? FOLDED_HEXES : FOLDED)) {
      return html`<section>
        <h3>
          ${style.heading}
          ${
            style.all && options.length > 1
              ? html`<button class="btn small all" @click=${() => this.repeat(verb)}>${style.all}</button>`
              : nothing
          }
        </h3>
        ${list}
      </section>`;
    }
    const turns = this.prompt?.handles.some((handle) => this.verbOf(handle.action) === verb) ?? false;
    const where = turns
      ? "by its grips on the map"
      : hexes
        ? `${count(hexes, "hex", "hexes")}, picked on the map`
        : count(options.length, "choice");
    return html`<details
      ?open=${unfolded.has(verb)}
      @toggle=${(event: Event) => this.unfold(verb, event)}
    >
      <summary>${style.heading} <span class="dim">${where}</span></summary>
      ${list}
    </details>`;
  }

  private verbOf(action: string): string {
    return this.prompt?.options.find((option) => option.action === action)?.verb ?? "";
  }

  private kinds(): Kind[] {
    const buttons = new Set(this.surface.buttons);
    const kinds = new Map<string, OptionView[]>();
    for (const option of this.prompt?.options ?? []) {
      if (buttons.has(option) || (this.unasked && option.action === this.course?.action)) continue;
      const known = kinds.get(option.verb);
      if (known) known.push(option);
      else kinds.set(option.verb, [option]);
    }
    const grips = new Set(this.prompt?.handles.map((handle) => this.verbOf(handle.action)));
    const rare = (verb: string): number => (this.looks(verb).rare || grips.has(verb) ? 1 : 0);
    return [...kinds].sort(([a], [b]) => rare(a) - rare(b)).map(([verb, options]) => ({ verb, options }));
  }

  // -- the panel -------------------------------------------------------------------------------------------

  private odds(): TemplateResult | typeof nothing {
    const found = this.preview;
    if (!found?.breakdown && !found?.odds) return nothing;
    return html`<div class="preview" aria-live="polite">
      <h3>${found.label}</h3>
      ${
        found.each.length
          ? found.each.map(
              (one) => html`<h4>${one.label}</h4>
                ${this.figures(one.breakdown, this)} ${this.chances(one)}`,
            )
          : html`${found.breakdown ? this.figures(found.breakdown, this) : nothing}
              ${found.odds && !this.oddsStay ? this.chances(found) : nothing}`
      }
    </div>`;
  }

  /** The odds of an attack with one target stand with the buttons, where they are always in view. */
  private get oddsStay(): boolean {
    return !this.preview?.each.length;
  }

  private toggle(taker: Taker): void {
    this.dispatchEvent(new CustomEvent("taker", { detail: taker }));
  }

  private take(hex = ""): void {
    this.dispatchEvent(new CustomEvent("take", { detail: hex }));
  }

  private courseButton(course: Course): TemplateResult {
    return html`<button
      class="btn primary"
      data-take=${course.action}
      ?disabled=${this.table.busy || !course.steps.length}
      @click=${(click: MouseEvent) => click.detail < 2 && this.take()}
    >
      ${course.do}${course.key ? html`<kbd aria-hidden="true">${course.key.toUpperCase()}</kbd>` : nothing}
    </button>`;
  }

  /** A course that was opened stands in the place of the other answers until one goes back to them. */
  private opened(course: Course): TemplateResult {
    const only = targetOf(course);
    return html`${this.courseBody(course)}
      <div class="answers">
        ${only ? chances(only) : nothing}
        <div class="row">
          ${this.courseButton(course)}
          <button class="btn quiet" data-leave @click=${() => this.dispatchEvent(new CustomEvent("leave"))}>
            Back <kbd aria-hidden="true">Esc</kbd>
          </button>
        </div>
      </div>`;
  }

  /** Who can be picked by an answer to the question itself is not named twice. */
  private courseBody(course: Course): TemplateResult {
    const asked = new Set(this.unasked ? this.prompt?.options.map((option) => option.action) : []);
    const roles = course.roles
      .map((role) => ({
        ...role,
        takers: role.takers.filter((taker) => taker.on || !asked.has(taker.action)),
      }))
      .filter((role) => role.takers.length);
    return courseView({
      course: { ...course, roles },
      counters: this.counters,
      busy: this.table.busy,
      from: this,
      toggle: (taker) => this.toggle(taker),
    });
  }

  private answers(): TemplateResult {
    const { course } = this;
    if (course && !this.unasked) return this.opened(course);
    const primary = (option: OptionView): number => (this.looks(option.verb).tone === "primary" ? 0 : 1);
    const sorted = [...this.surface.buttons].sort((a, b) => primary(a) - primary(b));
    const seldom = sorted.filter((option) => this.looks(option.verb).rare);
    const buttons = sorted.filter((option) => !seldom.includes(option));
    const only = course ? targetOf(course) : undefined;
    const odds = this.oddsStay && !only && this.preview?.odds ? this.preview : null;
    const foot = html`<div class="answers">
      ${odds ? this.chances(odds) : nothing} ${only ? chances(only) : nothing}
      <div class="row">
        ${this.goal ? html`<button class="btn primary" data-goal @click=${() => this.take(this.goal)}>On to ${this.place(this.goal)}<kbd aria-hidden="true">G</kbd></button>` : nothing}
        ${course?.action && this.unasked && !buttons.some((option) => option.action === course.action) ? this.courseButton(course) : nothing}
        ${buttons.map((option) => (option.action === course?.action ? this.courseButton(course) : this.button(option)))}
        ${this.prompt?.let_pass ? this.lasting() : nothing}
      </div>
    </div>`;
    return html`${course ? this.courseBody(course) : nothing}
      <div class="kinds">${this.kinds().map((kind) => this.kind(kind))} ${seldom.length ? this.more(seldom) : nothing}</div>
      ${course?.prospects.length ? nothing : this.odds()} ${buttons.length || odds ? foot : nothing}`;
  }

  /** What is seldom wanted and belongs to nobody in particular. */
  private more(options: readonly OptionView[]): TemplateResult {
    return html`<details ?open=${unfolded.has("")} @toggle=${(event: Event) => this.unfold("", event)}>
      <summary>More <span class="dim">${count(options.length, "choice")}</span></summary>
      <div class="row">${options.map((option) => this.button(option))}</div>
    </details>`;
  }

  private unfold(verb: string, event: Event): void {
    if ((event.target as HTMLDetailsElement).open) unfolded.add(verb);
    else unfolded.delete(verb);
  }

  /** Answers that hold for more than this once. */
  private lasting(): TemplateResult {
    const send = (what: "hold" | "orders") => () => this.dispatchEvent(new CustomEvent(what));
    return html`<button class="btn small" ?disabled=${this.table.busy} @click=${send("hold")}>Hold while it moves</button>
      <button class="btn small" ?disabled=${this.table.busy} @click=${send("orders")}>Ask only when adjacent</button>`;
  }

  protected override render(): TemplateResult {
    const { prompt, table } = this;
    const { result } = table;
    if (result) {
      const campaign = campaignOf(table.game?.id ?? "");
      if (result.how === "pinned") {
        return html`<div class="ended">
          <p class="whose">A record</p>
          <h2>This game cannot go on</h2>
          <p>${result.why}</p>
          <div class="row">${result.rules.map((id) => ruleButton(id, this))}</div>
        </div>`;
      }
      return html`<div class="ended">
        <p class="whose">The game is over</p>
        <h2>${result.winner ? html`${emblem(result.winner)} ${sideName(result.winner)} won` : "A draw"}</h2>
        <p>${result.why}</p>
        <div class="row">${result.rules.map((id) => ruleButton(id, this))}</div>
        ${campaign ? html`<a class="btn primary" href=${linkTo("campaign", campaign)}>On with the campaign</a>` : nothing}
      </div>`;
    }
    if (!prompt) {
      return html`<p class="whose">${table.showing ? "Being played" : "Please wait"}</p>
        <h2>${table.events.at(-1)?.text || "…"}</h2>`;
    }
    if (table.curtain) {
      return html`<p class="whose">${emblem(table.curtain, 18)} ${capital(table.curtain)} to decide</p>
        <h2>Hand the screen over to ${capital(table.curtain)}</h2>
        <button class="btn primary" @click=${() => table.cover()}>Hand over</button>`;
    }
    if (!prompt.side) return html`<p class="whose">Nobody to decide</p><h2>${prompt.asks}</h2>`;
    if (!prompt.yours) {
      const seat = table.seats.find((one) => one.side === prompt.side);
      const who = seat?.kind === "computer" ? "The computer thinks" : seat?.name || sideName(prompt.side);
      return html`<p class="whose">${emblem(prompt.side, 18)} ${sideName(prompt.side)} to decide</p>
        <h2>${seat?.kind === "computer" ? `${who}…` : `Waiting for ${who}`}</h2>
        ${seat?.kind === "open" ? html`<p class="dim">The seat is still open: send the invitation.</p>` : nothing}`;
    }
    const several = table.holds.length > 1;
    return html`${shapes()}
      <p class="whose">${emblem(prompt.side, 18)} ${several ? sideName(prompt.side) : `Your decision, ${sideName(prompt.side)}`}</p>
      <h2>${this.course && !this.unasked ? this.course.label : prompt.asks}</h2>
      ${this.course?.sum ? html`<p class="sum-line">${this.course.sum}</p>` : html`<div class="row rules">${prompt.rules.slice(0, 3).map((id) => ruleButton(id, this))}</div>`}
      ${this.answers()}`;
  }
}

function styles() {
  return css`
    :host {
      display: block;
    }
    .whose {
      display: flex;
      align-items: center;
      gap: 7px;
      color: var(--dim);
      font-size: 13.5px;
      margin-bottom: 5px;
    }
    h2 {
      font-size: 17px;
      line-height: 1.3;
    }
    h3 {
      font-size: 13px;
      font-weight: 600;
      color: var(--dim);
      margin-bottom: 6px;
    }
    section h3 {
      display: flex;
      align-items: center;
      justify-content: space-between;
      min-height: 24px;
    }
    .all {
      min-height: 24px;
      padding: 0 8px;
      font-weight: 500;
    }
    .sum-line {
      margin-top: 2px;
      font-weight: 600;
      color: var(--accent);
      font-variant-numeric: tabular-nums;
    }
    .rules {
      gap: 4px;
      margin-top: 7px;
    }
    .answers {
      display: grid;
      gap: 8px;
      position: sticky;
      bottom: var(--answers-bottom, 0);
      margin: 6px -2px 0;
      padding: 6px 2px;
      background: var(--card);
    }
    .answers .men-odds {
      margin: 0 0 2px;
    }
    .answers .btn {
      flex: 1 1 auto;
    }
    .answers .primary {
      flex-grow: 3;
    }
    .answers .primary kbd {
      background: none;
      border-color: currentColor;
      color: inherit;
      opacity: 0.75;
    }
    .preview {
      margin-top: 12px;
      padding-top: 10px;
      border-top: 1px solid var(--edge);
    }
    .preview h3 {
      color: var(--ink);
    }
    /* Where there is little room: first what comes of it, then where it comes from. */
    @media (max-width: 900px) {
      .preview {
        display: flex;
        flex-direction: column;
      }
      .preview .breakdown {
        order: 1;
      }
      :host([card-figures]) .rules {
        display: none;
      }
    }
    .kinds {
      display: grid;
      gap: 4px;
      margin-top: 10px;
    }
    section:not(:last-child) {
      margin-bottom: 6px;
    }
    .items {
      list-style: none;
      margin: 0;
      padding: 0;
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(154px, 1fr));
      gap: 6px;
    }
    .item {
      width: 100%;
      height: 100%;
      min-height: 40px;
      display: flex;
      align-items: center;
      gap: 8px;
      padding: 4px 10px;
      border: 1px solid var(--edge);
      border-radius: 9px;
      background: var(--raised);
      text-align: left;
      line-height: 1.25;
      font-size: 14px;
      cursor: pointer;
    }
    .item .icon + .icon {
      margin-left: -22px;
    }
    .item span {
      min-width: 0;
      overflow-wrap: anywhere;
    }
    .item:hover {
      border-color: var(--dim);
    }
    .item.on {
      border-color: var(--accent);
      box-shadow: inset 0 0 0 1px var(--accent);
    }
    .hinted {
      outline: 3px solid #7fd4ff;
      outline-offset: 2px;
    }
    summary {
      cursor: pointer;
      font-weight: 600;
      font-size: 14px;
      padding: 4px 0;
    }
    summary .dim {
      font-weight: 400;
      font-size: 13px;
    }
    details .items {
      margin-top: 6px;
    }
    .ended h2 {
      font-size: 22px;
      margin-bottom: 6px;
    }
    .ended .btn {
      margin-top: 12px;
    }
  `;
}
