/** Design Your Own: choose how, buy the forces, and play. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { accountToken } from "../app/account.js";
import { addKey } from "../app/keyring.js";
import { prefer, preferences } from "../app/preferences.js";
import { go, linkTo } from "../app/route.js";
import { ago, capital } from "../app/words.js";
import { campaignStyles } from "../campaign/campaign-styles.js";
import type {
  Bought,
  DesignOffer,
  DesignScenario,
  DrawnDesign,
  LevelView,
  NewDesign,
  NewRoom,
  RoomSummary,
} from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { api } from "../net/api.js";
import { choice, choiceStyles } from "../styles/choices.js";
import { ui } from "../styles/ui.js";
import { type Design, type Duel, designApi, roomApi } from "./design-api.js";
import type { Standing } from "./force-builder.js";
import { roomKeys } from "./room-keys.js";
import { halfYear, situation } from "./terms.js";
import "./force-builder.js";

type Version = Design["version"];
type Who = "computer" | "open" | "mine";

const GERMAN = "german";
const VERSIONS: readonly (readonly [Version, string, string])[] = [
  ["replay", "Replay", "a scenario with forces of your own, for its printed points"],
  ["bid", "Bids", "chance makes a situation; the cheaper of two attacks is made"],
  ["balance", "Play balance", "a scenario as it is, with more for one side"],
];
const WHO: readonly (readonly [Who, string])[] = [
  ["computer", "The computer"],
  ["open", "A friend by link"],
  ["mine", "Someone here, at this screen"],
];

@customElement("df-design")
export class DesignPage extends LitElement {
  static override styles = [ui, emblemStyles, campaignStyles, choiceStyles, styles()];

  @state() private offer: DesignOffer | null = null;
  @state() private levels: readonly LevelView[] = [];
  @state() private version: Version = "replay";
  @state() private scenario = "UF-A";
  @state() private opponent = "american";
  @state() private attacker = "";
  @state() private year = "1944a";
  @state() private guns = true;
  @state() private vehicles = true;
  @state() private points = 50;
  @state() private strengthened = GERMAN;
  @state() private drawn: DrawnDesign | null = null;
  @state() private side = GERMAN;
  @state() private who: Who = "computer";
  /** With a friend each buys his own force, where both buy one. */
  @state() private apart = true;
  @state() private rooms: readonly RoomSummary[] = [];
  @state() private which = "";
  @state() private standings: Readonly<Record<string, Standing>> = {};
  @state() private failed = "";
  @state() private busy = false;
  @query("form") private form!: HTMLFormElement;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      const [offer, lobby] = await Promise.all([designApi.offer(), api.lobby()]);
      this.offer = offer;
      this.levels = lobby.levels;
      if (roomKeys.all().length || accountToken()) this.rooms = (await roomApi.mine()).rooms;
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private get card(): DesignScenario | undefined {
    return this.offer?.scenarios.find((one) => one.id === this.scenario);
  }

  /** Forces that were bought under other terms do not count any more. */
  private anew(change: () => void): void {
    change();
    const card = this.card;
    if (card && !card.opponents.includes(this.opponent)) this.opponent = card.opponents[0] ?? "";
    if (card && !card.attackers.includes(this.attacker)) this.attacker = card.attackers[0] ?? "";
    if (this.side !== GERMAN) this.side = this.opponent;
    if (this.strengthened !== GERMAN) this.strengthened = this.opponent;
    this.standings = {};
    this.which = "";
  }

  private get design(): Design | null {
    const { scenario, opponent, year, guns, vehicles, drawn, points } = this;
    const attacker = (this.card?.attackers.length ?? 0) > 1 ? this.attacker : "";
    switch (this.version) {
      case "replay":
        return { version: "replay", scenario, opponent, year, guns, vehicles, attacker };
      case "balance":
        return { version: "balance", scenario, opponent, side: this.strengthened, points, attacker };
      default:
        return drawn
          ? {
              version: "bid",
              attacker: drawn.attacker,
              defender: drawn.defender,
              year: drawn.year,
              victory: drawn.victory,
              decks: drawn.decks,
            }
          : null;
    }
  }

  /** Whether two could buy in secret. */
  private get duel(): boolean {
    return this.who === "open" && this.version !== "balance";
  }

  private get secret(): boolean {
    return this.duel && this.apart;
  }

  /** The forces of the game that are bought here, by what they are called and whose they are. */
  private get parts(): readonly (readonly [string, string, string])[] {
    if (this.version === "balance")
      return [[this.strengthened, `More for the ${capital(this.strengthened)}`, this.strengthened]];
    if (this.version === "replay")
      return (this.secret ? [this.side] : [GERMAN, this.opponent]).map(
        (one) => [one, capital(one), one] as const,
      );
    const { attacker = "", defender = "" } = this.drawn ?? {};
    const found: [string, string, string][] = [
      ["defence", "The defence", defender],
      ["attack", "Your attack", attacker],
    ];
    return this.who === "mine" ? [...found, ["rival", "The other attack", attacker]] : found;
  }

  private async drawYear(): Promise<void> {
    await this.ask(async () => {
      const { year } = await designApi.draw({ opponent: this.opponent });
      this.anew(() => {
        this.year = year;
      });
    });
  }

  private async drawAll(): Promise<void> {
    await this.ask(async () => {
      const drawn = await designApi.draw({});
      this.anew(() => {
        this.drawn = drawn;
      });
      // The defence is there before anybody bids: by chance, until the players agree on another.
      const design = this.design;
      if (!design) return;
      const force = await designApi.chance({ design, part: "defence" });
      const assessed = await designApi.assess({ design, part: "defence", force });
      this.standings = { defence: { force, assessed } };
      this.which = "defence";
    });
  }

  private async ask(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.failed = "";
    try {
      await work();
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    } finally {
      this.busy = false;
    }
  }

  private get unfinished(): boolean {
    return this.parts.some(([part]) => {
      const found = this.standings[part]?.assessed;
      return found && found.wrong.length + found.missing.length > 0;
    });
  }

  private async begin(event: Event): Promise<void> {
    event.preventDefault();
    const design = this.design;
    if (!design) return;
    const data = new FormData(this.form);
    const name = String(data.get("name") ?? "").trim();
    prefer({ name });
    const forces: Record<string, Bought> = {};
    for (const [part] of this.parts) {
      const force = this.standings[part]?.force;
      if (force) forces[part] = force;
    }
    if (this.secret && design.version !== "balance") {
      await this.makeRoom(design, forces, name);
      return;
    }
    const asked: NewDesign = {
      design,
      forces,
      side: this.version === "bid" ? "" : this.side,
      who: this.who,
      level: String(data.get("level") ?? ""),
      name,
    };
    await this.ask(async () => {
      const { created } = await designApi.begin(asked);
      addKey({ id: created.game.id, seats: created.seats, watch: created.watch, invites: created.invites });
      go(linkTo("game", created.game.id));
    });
  }

  /** A room with one's own force in it, if one has bought it already. */
  private async makeRoom(
    design: Duel,
    forces: Readonly<Record<string, Bought>>,
    name: string,
  ): Promise<void> {
    const bid = design.version === "bid";
    const asked: NewRoom = {
      design,
      side: bid ? "" : this.side,
      force: forces[bid ? "attack" : this.side] ?? null,
      defence: forces.defence ?? null,
      name,
    };
    await this.ask(async () => {
      const { room, seats, invites } = await roomApi.create(asked);
      roomKeys.add(room.id, seats, invites);
      go(linkTo("room", room.id));
    });
  }

  // -- fields ---------------------------------------------------------------------------------------------

  private select(
    label: string,
    value: string,
    options: readonly (readonly [string, string])[],
    take: (value: string) => void,
  ): TemplateResult {
    return html`<label class="field"
      ><span>${label}</span>
      <select .value=${value} @change=${(event: Event) => this.anew(() => take((event.target as HTMLSelectElement).value))}>
        ${options.map(([id, words]) => html`<option value=${id} ?selected=${id === value}>${words}</option>`)}
      </select></label
    >`;
  }

  private scenarioFields(offer: DesignOffer): TemplateResult {
    const card = this.card;
    return html`${this.select(
      "Scenario",
      this.scenario,
      offer.scenarios.map((one) => [one.id, `${one.id} ${one.title}`]),
      (id) => (this.scenario = id),
    )}
    ${this.select(
      "The Germans against",
      this.opponent,
      (card?.opponents ?? []).map((one) => [one, capital(one)]),
      (one) => (this.opponent = one),
    )}
    ${
      (card?.attackers.length ?? 0) > 1
        ? this.select(
            "Who attacks",
            this.attacker,
            (card?.attackers ?? []).map((one) => [one, one === GERMAN ? "The Germans" : "Their opponent"]),
            (one) => (this.attacker = one),
          )
        : nothing
    }`;
  }

  private terms(offer: DesignOffer): TemplateResult {
    if (this.version === "bid") {
      const drawn = this.drawn;
      return html`<div class="situation">
        ${
          drawn
            ? situation(drawn, offer)
            : html`<p class="dim">Who attacks whom, when, for what and how long is drawn.</p>`
        }
        <button type="button" class="btn ${drawn ? "small" : "primary"}" ?disabled=${this.busy} @click=${() => this.drawAll()}>
          ${drawn ? "Draw again" : "Draw the situation"}
        </button>
      </div>`;
    }
    return html`<div class="two">
        ${this.scenarioFields(offer)}
        ${
          this.version === "replay"
            ? html`<div class="with">
              ${this.select(
                "The year",
                this.year,
                offer.years.map((one) => [one, halfYear(one)]),
                (one) => (this.year = one),
              )}
              <button type="button" class="btn" ?disabled=${this.busy} @click=${() => this.drawYear()}>Draw it</button>
            </div>`
            : html`${this.select(
                "Who has more",
                this.strengthened,
                [GERMAN, this.opponent].map((one) => [one, capital(one)]),
                (one) => (this.strengthened = one),
              )}
              <label class="field"
                ><span>Points that were bid</span>
                <input
                  type="number"
                  min="0"
                  max="400"
                  .value=${String(this.points)}
                  @input=${(event: Event) => this.anew(() => (this.points = Number((event.target as HTMLInputElement).value) || 0))}
              /></label>`
        }
      </div>
      ${
        this.version === "replay"
          ? html`<label class="row tick"
              ><input type="checkbox" .checked=${this.guns} @change=${() => this.anew(() => (this.guns = !this.guns))} /> Guns may be bought, also where the
              scenario has none</label
            ><label class="row tick"
              ><input type="checkbox" .checked=${this.vehicles} @change=${() => this.anew(() => (this.vehicles = !this.vehicles))} /> Vehicles may be bought,
              also where the scenario has none</label
            >`
          : nothing
      }
      <p class="dim">${this.card?.victory ?? ""}</p>`;
  }

  private get buying(): string {
    const bid =
      this.version === "bid"
        ? "Both players know the defence. The attacks are secret: the cheaper one is made. "
        : "";
    if (this.secret)
      return `${bid}Buy ${bid ? "yours" : "your force"} now or in the room, where your friend buys his.`;
    return bid
      ? `${bid}What nobody buys is put together by chance.`
      : "What nobody buys is put together by chance when the game begins, and seen then.";
  }

  private forces(offer: DesignOffer, design: Design): TemplateResult {
    const parts = this.parts;
    const shown =
      parts.find(([id]) => id === this.which) ??
      parts[this.version === "bid" ? 1 : parts.findIndex(([id]) => id === this.side)] ??
      parts[0];
    if (!shown) return html``;
    const [part, , nation] = shown;
    const found = offer.nations.find((one) => one.id === nation);
    const cost = (id: string): string => {
      const one = this.standings[id]?.assessed;
      if (!one) return this.secret && id !== "defence" ? "not yet" : "by chance";
      return `${one.points} points${one.wrong.length + one.missing.length ? ", not finished" : ""}`;
    };
    return html`<section class="card" aria-labelledby="forces">
      <h2 id="forces">The forces</h2>
      <p class="dim">
        ${this.buying}
      </p>
      <div class="row tabs" role="group" aria-label="Whose force">
        ${parts.map(
          ([id, words, whose]) =>
            html`<button class="btn" type="button" aria-pressed=${id === part} data-part=${id} @click=${() => (this.which = id)}>
              ${emblem(whose, 18)} ${words} <span class="dim">${cost(id)}</span>
            </button>`,
        )}
      </div>
      ${
        found
          ? html`<df-force
            .design=${design}
            .which=${part}
            .nation=${found}
            .sniper=${offer.sniper}
            .force=${this.standings[part]?.force ?? null}
            @force=${(event: CustomEvent<Standing>) => {
              this.standings = { ...this.standings, [part]: event.detail };
            }}
          ></df-force>`
          : nothing
      }
    </section>`;
  }

  private seats(): TemplateResult {
    return html`<form class="card" @submit=${this.begin}>
      <h2>The players</h2>
      ${
        this.version === "bid"
          ? html`<p class="dim">Whose attack is cheaper makes it; the other defends.</p>`
          : html`<fieldset>
            <legend>You play</legend>
            <div class="choices">
              ${[GERMAN, this.opponent].map((side) => choice("side", side, side === this.side, html`${emblem(side)} ${capital(side)}`, () => (this.side = side)))}
            </div>
          </fieldset>`
      }
      <fieldset>
        <legend>Against</legend>
        <div class="choices">${WHO.map(([id, words]) => choice("who", id, id === this.who, words, () => (this.who = id)))}</div>
      </fieldset>
      ${
        this.duel
          ? html`<label class="row tick"
            ><input type="checkbox" name="apart" .checked=${this.apart} @change=${() => (this.apart = !this.apart)} /> Each buys his own force, in secret</label
          >`
          : nothing
      }
      <div class="two">
        ${
          this.who === "computer"
            ? html`<label class="field"
              ><span>Level</span>
              <select name="level">
                ${this.levels.map((level, i, all) => html`<option value=${level.id} ?selected=${i === all.length - 1}>${level.name}</option>`)}
              </select></label
            >`
            : nothing
        }
        <label class="field"
          ><span>Your name</span><input type="text" name="name" maxlength="40" autocomplete="nickname" .value=${preferences().name}
        /></label>
      </div>
      ${this.failed ? html`<p role="alert">${this.failed}</p>` : nothing}
      <button class="btn primary" ?disabled=${this.busy || this.unfinished || !this.design}>
        ${this.secret ? "Make the room" : "Begin the game"}
      </button>
    </form>`;
  }

  private kept(one: RoomSummary): TemplateResult {
    const words = {
      joining: "Waiting for your friend",
      buying: "Your friend is buying",
      begun: "The game is on",
    };
    return html`<li class="card kept ${one.your_turn ? "urgent" : ""}">
      <a href=${linkTo("room", one.id)}>
        <strong>${one.title}</strong>
        <span class="state">${one.your_turn ? "Buy your force" : words[one.stage]}</span>
        <span class="dim right">${ago(one.changed)}</span>
      </a>
      ${
        one.stage === "begun"
          ? html`<button
            class="btn quiet small"
            aria-label="Take ${one.title} off the list"
            @click=${() => {
              roomKeys.forget(one.id);
              this.rooms = this.rooms.filter((other) => other.id !== one.id);
            }}
          >
            Remove
          </button>`
          : nothing
      }
    </li>`;
  }

  protected override render(): TemplateResult {
    const { offer, design } = this;
    return html`<div class="page">
      <header>
        <h1>Design your own</h1>
        <p class="dim intro">Buy a force for points and fight with it. Up Front, section 43.</p>
      </header>
      ${
        this.rooms.length
          ? html`<section aria-labelledby="rooms">
            <h2 id="rooms">Your rooms</h2>
            <ul class="plain">
              ${this.rooms.map((one) => this.kept(one))}
            </ul>
          </section>`
          : nothing
      }
      <section class="card terms" aria-label="What is played">
        <div class="choices">
          ${VERSIONS.map(([id, label, words]) =>
            choice("version", id, id === this.version, html`<b>${label}</b><small>${words}</small>`, () =>
              this.anew(() => (this.version = id)),
            ),
          )}
        </div>
        ${offer ? this.terms(offer) : html`<p class="dim" role="status">${this.failed || "Opening the box…"}</p>`}
      </section>
      ${offer && design ? this.forces(offer, design) : nothing} ${offer ? this.seats() : nothing}
    </div>`;
  }
}

function styles() {
  return css`
    .page {
      width: min(980px, 100%);
    }
    .intro {
      margin-top: 6px;
    }
    section.card,
    form {
      display: grid;
      gap: 16px;
      padding: 18px;
    }
    @media (min-width: 701px) {
      .kept a {
        grid-template-columns: 1.6fr 1fr auto;
      }
    }
    @media (max-width: 700px) {
      .kept .right {
        text-align: left;
      }
    }
    .with {
      display: grid;
      grid-template-columns: 1fr auto;
      gap: 8px;
      align-items: end;
    }
    .situation {
      display: grid;
      gap: 10px;
      justify-items: start;
    }
    .terms .choice {
      flex: 1 1 220px;
    }
    .terms .choice span {
      display: grid;
      gap: 2px;
      height: 100%;
      align-content: start;
      padding: 10px 14px;
    }
    .choice small {
      color: var(--dim);
      font-size: 13px;
    }
    .tabs .btn[aria-pressed="true"] {
      border-color: var(--accent);
    }
  `;
}
