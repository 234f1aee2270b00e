/** The card table: the enemy's groups above, one's own below, piles and ranges between them, the hand in front. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { look } from "../app/look.js";
import { count } from "../app/words.js";
import type {
  ActionCardView,
  CardScene,
  GroupView,
  LooseView,
  OptionView,
  PlayerView,
  Prompt,
  ShotView,
  UnitCardView,
  WaitingView,
} from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { ui } from "../styles/ui.js";
import { inspect } from "./close-up.js";
import { followDrag } from "./drag.js";
import {
  actionFace,
  faceStyles,
  IDLE,
  laidStrip,
  type Standing,
  standingClasses,
  unitFace,
} from "./faces.js";
import { type Picked, pickable, thingsOf } from "./picking.js";
import { middle } from "./piles.js";
import { feltStyles } from "./table-felt.js";

const LETTERS = "ZABCDE";
/** How wide a column is for groups of at most so many cards: three beside each other, as a rule. */
const BREADTHS: readonly (readonly [number, number])[] = [
  [2, 2.2],
  [2.5, 2.6],
  [6, 3],
];
const WIDEST = 4;
/** A vehicle or a gun is as wide as so many men. */
const MACHINE = 2.5;

export interface PickedAt {
  readonly thing: string;
  readonly x: number;
  readonly y: number;
}

export interface DroppedAt extends PickedAt {
  readonly on: string;
}

/** What lies about with a group, each kind once. */
const namesOf = (one: WaitingView): string =>
  one.units.map((unit) => `${unit.rank} ${unit.name}`.trim()).join(", ");

function onTheGround(loose: readonly LooseView[]): TemplateResult | typeof nothing {
  if (!loose.length) return nothing;
  const kinds = [...new Set(loose.map((one) => one.name))];
  const names = kinds.map((name) => {
    const all = loose.filter((one) => one.name === name).length;
    return all > 1 ? `${name} ×${all}` : name;
  });
  const words = loose.map((one) => one.words).join("; ");
  return html`<span class="mark loose" title=${words}>on the ground: ${names.join(", ")}</span>`;
}

@customElement("df-card-table")
export class CardTable extends LitElement {
  static override styles = [ui, emblemStyles, faceStyles, feltStyles];

  @property({ attribute: false }) scene!: CardScene;
  /** The question, if it is this player's. */
  @property({ attribute: false }) prompt: Prompt | null = null;
  @property({ attribute: false }) picked: Picked = [];
  @property({ attribute: false }) hint: OptionView | null = null;
  /** Things that a coach points at. */
  @property({ attribute: false }) shown: readonly string[] = [];
  /** The option that is pointed at elsewhere. */
  @property({ attribute: false }) touched: OptionView | null = null;
  @state() private seen = "";
  @state() private over = "";
  @state() private dragging = "";
  @state() private chosenTable = "";

  // -- what is on the table ----------------------------------------------------------------------------------

  private get tables(): readonly string[] {
    return [...new Set(this.scene.sides.map((side) => side.table))];
  }

  private get table(): string {
    return this.tables.includes(this.chosenTable) ? this.chosenTable : this.scene.table;
  }

  private get here(): readonly PlayerView[] {
    return this.scene.sides.filter((side) => side.table === this.table);
  }

  /** The side that sits at the near end: one's own, or the first. */
  get near(): string {
    const own = this.here.find((side) => side.id === this.scene.side);
    const team = this.scene.sides.find((side) => side.id === this.scene.side)?.team;
    const friend = this.here.find((side) => side.team === team);
    return (own ?? friend ?? this.here[0])?.id ?? "";
  }

  private groupsOf(side: string): readonly GroupView[] {
    return this.scene.groups.filter((group) => group.side === side);
  }

  private get options(): readonly OptionView[] {
    return this.prompt?.yours ? this.prompt.options : [];
  }

  /** Letters that stand above each other, from left to right, with places that one could go to. */
  private get letters(): readonly string[] {
    const sides = new Set(this.here.map((side) => side.id));
    const taken = this.scene.groups.filter((group) => sides.has(group.side)).map((group) => group.letter);
    // In play a group that could be formed has no column of its own: the rows would jump when it can be.
    const all = new Set([...taken, ...(this.scene.turn ? [] : this.places), "A", "B"]);
    return [...LETTERS].filter((letter) => all.has(letter));
  }

  /** Letters of groups that one could go to. */
  private get places(): readonly string[] {
    return this.options.map((option) => option.at).filter((at) => LETTERS.includes(at) && at);
  }

  /** Groups that could be formed and have no column. */
  private newGroups(able: ReadonlySet<string>): TemplateResult[] {
    const letters = new Set(this.letters);
    const fresh = [...new Set(this.places)].filter((letter) => !letters.has(letter) && able.has(letter));
    return fresh.map(
      (letter) => html`<button
        class="thing new-group can ${this.over === letter ? "over" : ""}"
        data-thing=${letter}
        @click=${(event: Event) => this.point(letter, event)}
      >
        New Group ${letter}
      </button>`,
    );
  }

  /** A column is as wide as its biggest group asks for. */
  private get columns(): string {
    const sides = new Set(this.here.map((side) => side.id));
    const breadth = (letter: string): number => {
      const here = this.scene.groups.filter((group) => group.letter === letter && sides.has(group.side));
      const cards = here.map((group) =>
        group.members.reduce((n, one) => n + (one.kind === "man" ? 1 : MACHINE), 0),
      );
      return BREADTHS.find(([most]) => Math.max(0, ...cards) <= most)?.[1] ?? WIDEST;
    };
    return this.letters.map((letter) => `minmax(0, ${breadth(letter)}fr)`).join(" ");
  }

  private get able(): ReadonlySet<string> {
    return pickable(this.options, this.picked);
  }

  private standing(thing: string, able: ReadonlySet<string>): Standing {
    const focus = this.scene.focus.includes(thing) || this.prompt?.at === thing;
    const about = focus || (this.prompt?.yours === true && this.prompt.about.includes(thing));
    const hint = this.hint ? thingsOf(this.hint) : [];
    const touched = this.touched ? thingsOf(this.touched) : [];
    return {
      can: able.has(thing),
      picked: this.picked.includes(thing) || touched.includes(thing),
      about,
      hinted: hint.includes(thing) || this.shown.includes(thing),
    };
  }

  /** A letter is pointed at through the group that bears it. */
  private thingOf(group: GroupView, able: ReadonlySet<string>): string {
    const byLetter = !able.has(group.id) && able.has(group.letter) && group.side === this.prompt?.side;
    return byLetter ? group.letter : group.id;
  }

  /** Who points at a man with whom nothing can be done means his group, and with it perhaps its letter. */
  private meantBy(thing: string, able: ReadonlySet<string>): string {
    if (able.has(thing) || this.picked.includes(thing)) return thing;
    const group = this.scene.groups.find(
      (one) => one.id === thing || one.members.some((member) => member.id === thing),
    );
    const meant = group ? this.thingOf(group, able) : thing;
    return able.has(meant) || this.picked.includes(meant) ? meant : thing;
  }

  /** The group whose outlook is shown: the one that is pointed at, else the one that is picked. */
  private get outlook(): GroupView | null {
    const find = (thing: string): GroupView | undefined =>
      this.scene.groups.find((group) => group.id === thing || group.members.some((one) => one.id === thing));
    return find(this.seen) ?? this.picked.map(find).find((group) => !!group) ?? null;
  }

  private shotAt(group: GroupView): ShotView | null {
    const from = this.outlook;
    if (!from || from.side === group.side) return null;
    return this.scene.shots.find((shot) => shot.firer === from.id && shot.target === group.id) ?? null;
  }

  /** The range at which a group would fire, if that is clear. */
  private rangeOf(group: GroupView): number | null {
    const things = [this.over || this.seen, ...this.picked, ...(this.touched ? thingsOf(this.touched) : [])];
    const shot = this.scene.shots.find((one) => one.firer === group.id && things.includes(one.target));
    return shot && things.some((thing) => thing === group.id || group.members.some((one) => one.id === thing))
      ? shot.range
      : null;
  }

  // -- pointing ----------------------------------------------------------------------------------------------

  private point(thing: string, event: Event): void {
    event.stopPropagation();
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const meant = this.meantBy(thing, this.able);
    const detail: PickedAt = { thing: meant, x: box.left + box.width / 2, y: box.top + box.height / 2 };
    this.dispatchEvent(new CustomEvent("pick", { detail }));
  }

  private all(thing: string, event: Event): void {
    event.preventDefault();
    event.stopPropagation();
    const { clientX: x, clientY: y } = event as MouseEvent;
    this.dispatchEvent(new CustomEvent<PickedAt>("all-of", { detail: { thing, x, y } }));
  }

  private press(thing: string, event: PointerEvent): void {
    const card = event.currentTarget as HTMLElement;
    if (!this.able.has(thing) && !this.picked.includes(thing)) return;
    followDrag(event, card, {
      begun: () => (this.dragging = thing),
      over: (on) => (this.over = on === thing ? "" : on),
      dropped: (on) => {
        this.dragging = this.over = "";
        if (!on || on === thing) return;
        const meant = this.meantBy(on, pickable(this.options, [thing]));
        const detail: DroppedAt = { thing, on: meant, x: event.clientX, y: event.clientY };
        this.dispatchEvent(new CustomEvent("drop-on", { detail }));
      },
    });
  }

  /** A click on the bare felt puts everything back. */
  private clear(event: Event): void {
    if (this.picked.length && event.target === event.currentTarget)
      this.dispatchEvent(new CustomEvent("leave"));
  }

  private look(thing: string): void {
    if (this.seen === thing) return;
    this.seen = thing;
    this.dispatchEvent(new CustomEvent("look", { detail: thing }));
  }

  /** Bring groups and men into view; the near side where nothing is named. */
  show(things: readonly string[]): void {
    const named = things.map((thing) => this.renderRoot.querySelector(`[data-thing="${CSS.escape(thing)}"]`));
    const wanted = named.filter((one) => !!one);
    if (!wanted.length) wanted.push(...this.renderRoot.querySelectorAll(".near .group"));
    for (const one of wanted.slice(0, 2).reverse())
      one?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  protected override firstUpdated(): void {
    this.show([]);
  }

  /** Go on to the next thing with which something can be done. */
  cycle(by: number): void {
    const able = this.able;
    const all = [...this.renderRoot.querySelectorAll<HTMLElement>("button[data-thing]")];
    const things = all.filter((one) => able.has(one.dataset.thing ?? "") || one.classList.contains("can"));
    const at = things.indexOf(this.shadowRoot?.activeElement as HTMLElement);
    const next =
      things[at < 0 ? (by > 0 ? 0 : things.length - 1) : (at + by + things.length) % things.length];
    next?.focus();
    next?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Arrow keys go to what lies nearest in that direction. */
  private onKey(event: KeyboardEvent): void {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = this.shadowRoot?.activeElement;
    if (!way || !from) return;
    const [wx = 0, wy = 0] = way;
    const spot = (element: Element): readonly [number, number] => {
      const box = element.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = spot(from);
    let best: HTMLElement | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const one of this.renderRoot.querySelectorAll<HTMLElement>("button[data-thing]")) {
      const [ox, oy] = spot(one);
      const ahead = (ox - x) * wx + (oy - y) * wy;
      const aside = Math.abs((ox - x) * wy) + Math.abs((oy - y) * wx);
      if (ahead < 4 || ahead + 2.5 * aside >= least) continue;
      least = ahead + 2.5 * aside;
      best = one;
    }
    if (!best) return;
    event.preventDefault();
    event.stopPropagation();
    best.focus();
    best.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // -- drawing -----------------------------------------------------------------------------------------------

  private unit(unit: UnitCardView, able: ReadonlySet<string>, range: number | null): TemplateResult {
    const standing = this.standing(unit.id, able);
    const nation = this.scene.sides.find((side) => side.id === unit.side)?.nation ?? unit.side;
    return html`<button
      class="thing unit ${unit.kind === "man" ? "" : "machine"} ${standingClasses(standing)} ${this.over === unit.id ? "over" : ""}"
      data-thing=${unit.id}
      aria-pressed=${standing.picked}
      @click=${(event: Event) => this.point(unit.id, event)}
      @contextmenu=${(event: Event) => this.all(unit.id, event)}
      @pointerdown=${(event: PointerEvent) => this.press(unit.id, event)}
      @pointerenter=${() => this.look(unit.id)}
      @pointerleave=${() => this.look("")}
      @focus=${() => this.look(unit.id)}
    >
      <span class="sr">${unit.words}</span> ${unitFace(unit, nation, range)}
    </button>`;
  }

  private group(group: GroupView, able: ReadonlySet<string>): TemplateResult {
    const thing = this.thingOf(group, able);
    const standing = this.standing(thing, able);
    const shot = this.shotAt(group);
    const range = this.rangeOf(group);
    const lit = group.marks.some((mark) => mark.id === "lit");
    const men = group.members.filter((one) => one.kind === "man");
    return html`<article
      class="group ${standingClasses(standing)} ${this.over === group.id ? "over" : ""} terrain-${group.terrain.split(" ")[0]?.toLowerCase()} ${lit ? "lit" : ""}"
      data-thing=${group.id}
      @click=${(event: Event) => this.point(thing, event)}
      @contextmenu=${(event: Event) => this.all(thing, event)}
      @pointerenter=${() => this.look(group.id)}
      @pointerleave=${() => this.look("")}
    >
      <header>
        <button
          class="letter ${standing.can ? "can" : ""}"
          data-thing=${group.id}
          aria-label=${group.words}
          aria-pressed=${standing.picked}
          @click=${(event: Event) => this.point(thing, event)}
          @focus=${() => this.look(group.id)}
        >
          ${group.letter}
        </button>
        <span class="chit" title="Range chit">${group.range}</span>
        <span class="where" title=${group.terrain}><span>${group.terrain}</span></span>
        ${group.moving ? html`<em class="moving">moving</em>` : nothing}
        ${group.acted && this.scene.mover === group.side ? html`<span class="acted" title="Has acted in this turn">acted</span>` : nothing}
        ${shot ? this.shot(shot) : nothing}
      </header>
      <div class="lies">
        ${group.laid.length ? html`<ul class="strips" aria-label="Cards on the group">${group.laid.map(laidStrip)}</ul>` : nothing}
        ${group.marks.map((mark) => html`<span class="mark mark-${mark.id}" title=${mark.rule}>${mark.text}</span>`)}
        ${onTheGround(group.loose)}
      </div>
      <div class="members ${men.length > 3 ? "many" : ""} ${men.length > 4 ? "crowd" : ""}" ${look({ "--men": String(men.length || 1) })}>
        ${group.members.map((unit) => this.unit(unit, able, range))}
      </div>
    </article>`;
  }

  private shot(shot: ShotView): TemplateResult {
    if (shot.reason)
      return html`<span class="shot barred" title=${shot.reason}>R${shot.range} · no fire</span>`;
    const modifier = shot.modifier ? ` · ${shot.modifier > 0 ? "+" : "−"}${Math.abs(shot.modifier)}` : "";
    return html`<span class="shot" title="Relative Range, firepower, what changes the strength"
      >R${shot.range} · FP ${shot.firepower}${shot.halved ? " · ½" : ""}${modifier}</span
    >`;
  }

  private place(letter: string, able: ReadonlySet<string>): TemplateResult {
    if (!able.has(letter)) return html`<div class="nobody" aria-hidden="true"></div>`;
    return html`<button
      class="thing slot can ${this.over === letter ? "over" : ""}"
      data-thing=${letter}
      @click=${(event: Event) => this.point(letter, event)}
    >
      <b>${letter}</b><span>New Group ${letter}</span>
    </button>`;
  }

  private side(player: PlayerView, able: ReadonlySet<string>): TemplateResult {
    const near = player.id === this.near;
    const groups = this.groupsOf(player.id);
    const letters = this.letters;
    const all = this.scene.waiting.filter((one) => one.side === player.id);
    const waiting = all.filter((one) => this.asCards(one, able));
    const later = all.filter((one) => !waiting.includes(one));
    return html`<section class="side ${near ? "near" : "far"}" aria-label=${player.name}>
      <header class="player">
        ${emblem(player.nation, 20)} <b>${player.name}</b>
        ${player.role ? html`<span class="role-word">${player.role}</span>` : nothing}
        <span class="dim troops">${player.troops}</span>
        ${this.scene.mover === player.id ? html`<span class="turn">has the turn</span>` : nothing}
        ${player.id === this.prompt?.side ? this.newGroups(able) : nothing}
        ${later.map(
          (one) =>
            html`<span class="later" title=${namesOf(one)}><span class="dim">${one.name}:</span> ${namesOf(one)}</span>`,
        )}
        <span class="score">
          ${
            near && this.scene.side === player.id
              ? nothing
              : html`<span class="backs" role="img" aria-label=${`holds ${count(player.hand, "card")}`}
                >${Array.from({ length: player.hand }, () => html`<i></i>`)}</span
              >`
          }
          <span title="Lost cards; the squad breaks at ${player.breaks_at}">lost ${player.lost}/${player.breaks_at || "–"}</span>
          <span title="Victory Points">${player.points} VP</span>
        </span>
      </header>
      ${
        groups.length || near
          ? html`<div class="groups" ${look({ "--columns": this.columns })}>
            ${letters.map((letter) => {
              const own = groups.filter((group) => group.letter === letter);
              if (own.length)
                return html`<div class="column">${own.map((group) => this.group(group, able))}</div>`;
              return player.id === this.prompt?.side ? this.place(letter, able) : this.place("", able);
            })}
          </div>`
          : nothing
      }
      ${waiting.map((one) => this.waiting(one, able))}
    </section>`;
  }

  /** Those who are not in a group: as cards while something can be done with them, later by their names. */
  private asCards(one: WaitingView, able: ReadonlySet<string>): boolean {
    return !this.scene.turn || one.units.some((unit) => able.has(unit.id));
  }

  private waiting(one: WaitingView, able: ReadonlySet<string>): TemplateResult {
    return html`<div class="waiting">
      <span class="dim">${one.name}</span>
      <div class="members">${one.units.map((unit) => this.unit(unit, able, null))}</div>
    </div>`;
  }

  private card(card: ActionCardView, able: ReadonlySet<string>): TemplateResult {
    const standing = card.picked
      ? { ...this.standing(card.id, able), picked: true }
      : this.standing(card.id, able);
    return html`<button
      class="thing action ${standingClasses(standing)} ${this.dragging === card.id ? "dragged" : ""}"
      data-thing=${card.id}
      aria-pressed=${standing.picked}
      @click=${(event: Event) => this.point(card.id, event)}
      @contextmenu=${(event: Event) => this.all(card.id, event)}
      @pointerdown=${(event: PointerEvent) => this.press(card.id, event)}
      @pointerenter=${() => this.look(card.id)}
      @pointerleave=${() => this.look("")}
      @focus=${() => this.look(card.id)}
    >
      <span class="sr">${card.words}</span> ${actionFace(card)}
    </button>`;
  }

  private hand(able: ReadonlySet<string>): TemplateResult | typeof nothing {
    const { hand, side, sides } = this.scene;
    const player = sides.find((one) => one.id === side);
    if (!player) return nothing;
    return html`<section class="hand" aria-label="Your hand, ${count(hand.length, "card")}">
      <div class="cards">
        ${hand.length ? hand.map((card) => this.card(card, able)) : html`<p class="dim none">No cards in hand</p>`}
      </div>
      <div class="closeup" aria-live="off">${inspect(this.scene, this.seen || (this.picked.at(-1) ?? ""))}</div>
    </section>`;
  }

  protected override render(): TemplateResult {
    const { scene } = this;
    const able = this.able;
    const far = this.here.filter((side) => side.id !== this.near);
    const near = this.here.find((side) => side.id === this.near);
    const night = scene.conditions.some((mark) => mark.id === "night");
    const choosing = this.picked.length || this.dragging ? "choosing" : "";
    return html`<div class="whole ${night ? "night" : ""} ${choosing}" @keydown=${this.onKey} @click=${this.clear}>
      <div class="felt ${night ? "night" : ""} ${far.length > 1 ? "crowded" : ""}">
      ${this.tables.length > 1 ? this.tabs() : nothing}
      <div class="far-sides ${far.length > 1 ? "several" : ""}">${far.map((side) => this.side(side, able))}</div>
      ${middle(scene, this.table, this.near, {
        able,
        over: this.over,
        standing: (thing) => (thing ? this.standing(thing, able) : IDLE),
        point: (thing, event) => this.point(thing, event),
        look: (thing) => this.look(thing),
        outlook: this.outlook?.id ?? "",
      })}
      ${near ? this.side(near, able) : nothing}
      </div>
      ${this.hand(able)}
    </div>`;
  }

  private tabs(): TemplateResult {
    return html`<div class="tables" role="group" aria-label="Tables">
      ${this.tables.map((table) => {
        const players = this.scene.sides.filter((side) => side.table === table).map((side) => side.name);
        return html`<button
          class="btn small"
          aria-pressed=${table === this.table}
          @click=${() => (this.chosenTable = table)}
        >
          Table ${table} <span class="dim">${players.join(" – ")}</span>
        </button>`;
      })}
    </div>`;
  }
}
