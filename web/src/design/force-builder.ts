/** A force that is bought card by card: what it costs, what is wrong with it, and what can still be had. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { openRule } from "../app/events.js";
import { faceStyles, unitFace } from "../cards/faces.js";
import type { Assessed, Bought, CardPrice, NationOffer, Objection } from "../generated/protocol.js";
import { ui } from "../styles/ui.js";
import { type Design, designApi } from "./design-api.js";
import { builderStyles } from "./force-builder-styles.js";

const KINDS: readonly (readonly [CardPrice["kind"], string])[] = [
  ["leader", "Leaders"],
  ["man", "Men"],
  ["gun", "Guns"],
  ["vehicle", "Vehicles"],
];
const WAVES = ["1", "2", "3"];

export interface Standing {
  readonly force: Bought | null;
  readonly assessed: Assessed | null;
}

export function emptyForce(nation: string): Bought {
  return {
    nation,
    men: [],
    machines: [],
    secondary: {},
    radio: 5,
    troops: "",
    snipers: 0,
    reinforcements: {},
  };
}

/** Terms are told anew with every look at the page; the same ones are nothing new. */
function differs(now: unknown, before: unknown): boolean {
  return JSON.stringify(now) !== JSON.stringify(before);
}

@customElement("df-force")
export class ForceBuilder extends LitElement {
  static override styles = [ui, faceStyles, builderStyles];

  @property({ attribute: false, hasChanged: differs }) design!: Design;
  @property({ attribute: false }) which = "";
  @property({ attribute: false }) nation!: NationOffer;
  @property({ attribute: false }) sniper = 0;
  @property({ attribute: false }) force: Bought | null = null;
  @state() private assessed: Assessed | null = null;
  @state() private said: Objection | null = null;
  @state() private failed = "";
  private asked = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("design") || changed.has("which") || changed.has("nation")) void this.assess(this.held);
  }

  private get held(): Bought {
    return this.force?.nation === this.nation.id ? this.force : emptyForce(this.nation.id);
  }

  private get cards(): readonly string[] {
    return [...this.held.men, ...this.held.machines];
  }

  /** Nothing is bought yet. */
  private get empty(): boolean {
    return !this.cards.length && !Object.keys(this.held.secondary).length;
  }

  /** Told at once, so that nobody hands in what he had before his last click; what the server says of it follows. */
  private set(force: Bought): void {
    this.force = force;
    this.said = null;
    this.tell(force);
    void this.assess(force);
  }

  private tell(force: Bought): void {
    const held = force.men.length + force.machines.length + Object.keys(force.secondary).length;
    const detail: Standing = held > 0 ? { force, assessed: this.assessed } : { force: null, assessed: null };
    this.dispatchEvent(new CustomEvent("force", { detail }));
  }

  private async assess(force: Bought): Promise<void> {
    this.asked += 1;
    const mine = this.asked;
    try {
      const found = await designApi.assess({ design: this.design, part: this.which, force });
      if (mine !== this.asked) return;
      this.assessed = found;
      this.failed = "";
      this.tell(force);
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private async chance(): Promise<void> {
    try {
      this.set(await designApi.chance({ design: this.design, part: this.which, troops: this.held.troops }));
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private toggle({ card, kind }: CardPrice): void {
    const { id } = card;
    const barred = this.assessed?.barred[id];
    if (this.cards.includes(id)) this.drop(id);
    else if (barred) this.said = barred;
    else {
      const machine = kind === "gun" || kind === "vehicle";
      const held = this.held;
      this.set(machine ? { ...held, machines: [...held.machines, id] } : { ...held, men: [...held.men, id] });
    }
  }

  private drop(id: string): void {
    const held = this.held;
    const { [id]: _, ...secondary } = held.secondary;
    this.set({
      ...held,
      men: held.men.filter((one) => one !== id),
      machines: held.machines.filter((one) => one !== id),
      secondary,
      reinforcements: this.waves(id, ""),
    });
  }

  /** The waves with somebody in another one, or in none. */
  private waves(id: string, wave: string): Bought["reinforcements"] {
    const found = WAVES.map((decks): [string, string[]] => {
      const before = (this.held.reinforcements[decks] ?? []).filter((one) => one !== id);
      return [decks, decks === wave ? [...before, id] : before];
    });
    return Object.fromEntries(found.filter(([, who]) => who.length));
  }

  private give(id: string, weapon: string): void {
    const { [id]: _, ...others } = this.held.secondary;
    this.set({ ...this.held, secondary: weapon ? { ...others, [id]: weapon } : others });
  }

  private face(price: CardPrice): TemplateResult {
    const { card } = price;
    const barred = this.assessed?.barred[card.id];
    const chosen = this.cards.includes(card.id);
    const why = barred && !chosen ? barred.reason : "";
    return html`<button
      type="button"
      class="pick ${chosen ? "chosen" : ""} ${why ? "barred" : ""}"
      data-card=${card.id}
      aria-pressed=${chosen}
      aria-disabled=${why !== ""}
      title=${why}
      @click=${() => this.toggle(price)}
    >
      <span class="thing unit ${card.kind === "man" ? "" : "machine"}">${unitFace(card, card.side, null)}</span>
      <b class="price" aria-hidden="true">${price.points}</b>
      <span class="sr">${card.words || card.name}, ${price.points} points${why ? `; not now: ${why}` : ""}</span>
    </button>`;
  }

  private objection(one: Objection, kind: string): TemplateResult {
    return html`<li class=${kind}>
      ${one.reason}
      ${one.rule ? html`<button type="button" class="rule" @click=${() => openRule(this, one.rule)}>${one.rule}</button>` : nothing}
    </li>`;
  }

  private select(
    label: string,
    value: string,
    options: readonly (readonly [string, string])[],
    take: (value: string) => void,
  ): TemplateResult {
    return html`<label class="field"
      ><span>${label}</span>
      <select @change=${(event: Event) => take((event.target as HTMLSelectElement).value)}>
        ${options.map(([id, words]) => html`<option value=${id} ?selected=${id === value}>${words}</option>`)}
      </select></label
    >`;
  }

  private whole(): TemplateResult {
    const held = this.held;
    const { nation } = this;
    const radio = Object.entries(nation.radio).map(([n, cost]): [string, string] => [
      n,
      `${n} (${cost} points)`,
    ]);
    return html`<div class="whole">
      ${this.select(
        "Troops",
        held.troops,
        nation.troops.map((one) => [one.id, one.name]),
        (troops) => this.set({ ...held, troops }),
      )}
      ${this.select(
        "Snipers",
        String(held.snipers),
        [
          ["0", "as the scenario has it"],
          ["1", "one"],
          ["2", "two"],
        ],
        (snipers) => this.set({ ...held, snipers: Number(snipers) }),
      )}
      ${
        Object.values(held.secondary).includes("radio")
          ? this.select("Artillery", String(held.radio), radio, (strength) =>
              this.set({ ...held, radio: Number(strength) }),
            )
          : nothing
      }
    </div>`;
  }

  /** What single men carry, and who comes later. */
  private details(): TemplateResult | typeof nothing {
    const held = this.held;
    const bearers = this.assessed?.bearers ?? [];
    if (!this.cards.length && !bearers.length) return nothing;
    const name = (id: string): string => this.nation.cards.find((one) => one.card.id === id)?.card.name ?? id;
    const wave = (id: string): string =>
      WAVES.find((decks) => held.reinforcements[decks]?.includes(id)) ?? "";
    const arms: [string, string][] = [
      ["", "nothing more"],
      ...this.nation.secondary.map((one): [string, string] => [
        one.id,
        one.points ? `${one.name} (${one.points})` : one.name,
      ]),
    ];
    const comes: [string, string][] = [
      ["", "from the start"],
      ["1", "after the first deck"],
      ["2", "after the second"],
      ["3", "after the third"],
    ];
    return html`<details>
      <summary>Secondary weapons and reinforcements</summary>
      <ul class="men">
        ${this.cards.map(
          (id) =>
            html`<li>
              <b>${name(id)}</b>
              ${held.men.includes(id) ? this.select("carries", held.secondary[id] ?? "", arms, (weapon) => this.give(id, weapon)) : html`<span></span>`}
              ${this.select("comes", wave(id), comes, (decks) => this.set({ ...held, reinforcements: this.waves(id, decks) }))}
            </li>`,
        )}
        ${bearers.map(
          (id) =>
            html`<li>
              <b>${name(id)}</b>
              ${this.select("carries", held.secondary[id] ?? "", arms, (weapon) => this.give(id, weapon))}
              <span class="dim">in the scenario</span>
            </li>`,
        )}
      </ul>
    </details>`;
  }

  private sum(found: Assessed): TemplateResult {
    const over = found.limit > 0 && found.points > found.limit;
    return html`<div class="sum">
      <p>
        <strong class=${over ? "over" : ""}>${found.points}</strong>
        <span class="dim">${found.limit ? `of ${found.limit} points` : "points"} · ${this.cards.length} cards</span>
      </p>
      ${found.limit ? html`<progress class=${over ? "over" : ""} max=${found.limit} value=${Math.min(found.points, found.limit)} aria-label="Points spent"></progress>` : nothing}
    </div>`;
  }

  protected override render(): TemplateResult {
    const found = this.assessed;
    const priced = this.nation.cards;
    return html`<div class="top">
        ${found ? this.sum(found) : nothing}
        <div class="row">
          <button type="button" class="btn small" @click=${() => this.chance()}>By chance</button>
          <button type="button" class="btn small" ?disabled=${this.empty} @click=${() => this.set(emptyForce(this.nation.id))}>
            Clear
          </button>
        </div>
        <ul class="objections" aria-live="polite">
          ${this.failed ? html`<li class="wrong">${this.failed}</li>` : nothing}
          ${this.said ? this.objection(this.said, "wrong") : nothing}
          ${found?.wrong.map((one) => this.objection(one, "wrong"))}
          ${this.cards.length ? found?.missing.map((one) => this.objection(one, "missing")) : nothing}
        </ul>
      </div>
      ${this.whole()}
      ${this.details()}
      ${KINDS.map(([kind, words]) => {
        const here = priced.filter((one) => one.kind === kind);
        return here.length
          ? html`<h3>${words}</h3>
            <div class="cards">${here.map((one) => this.face(one))}</div>`
          : nothing;
      })}`;
  }
}
