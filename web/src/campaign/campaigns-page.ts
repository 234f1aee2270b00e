/** Campaigns: those to go on with, and how to begin one. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { accountToken } from "../app/account.js";
import { prefer, preferences } from "../app/preferences.js";
import { go, linkTo } from "../app/route.js";
import { ago, sideName } from "../app/words.js";
import type {
  CampaignOffer,
  CampaignSummary,
  LevelView,
  NewCampaign,
  SeatWish,
} from "../generated/protocol.js";
import { emblem, emblemStyles, nationOf } from "../lobby/emblem.js";
import { api } from "../net/api.js";
import { choice, choiceStyles } from "../styles/choices.js";
import { icon } from "../styles/icons.js";
import { ui } from "../styles/ui.js";
import { campaignApi } from "./campaign-api.js";
import { campaignKeys } from "./campaign-keys.js";
import { campaignStyles, stageWords } from "./campaign-styles.js";

type Opponent = "computer" | "here" | "link";

const OPPONENTS: readonly (readonly [Opponent, string])[] = [
  ["computer", "The computer"],
  ["link", "A friend by link"],
  ["here", "Someone here, at this screen"],
];
const GERMAN = "german";
/** Between the scenarios of two tables. */
const BESIDE = "+";

@customElement("df-campaigns")
export class CampaignsPage extends LitElement {
  static override styles = [ui, emblemStyles, campaignStyles, choiceStyles, styles()];

  @state() private offer: CampaignOffer | null = null;
  @state() private levels: readonly LevelView[] = [];
  @state() private mine: readonly CampaignSummary[] = [];
  @state() private enemy = "american";
  /** Whom the Germans meet at a second table; empty without one. */
  @state() private beside = "";
  @state() private side = GERMAN;
  @state() private opponent: Opponent = "computer";
  @state() private series: readonly string[] = [];
  @state() private own = false;
  @state() private system = "";
  @state() private failed = "";
  @state() private busy = false;
  @query("form") private form!: HTMLFormElement;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      const known = campaignKeys.all().length || accountToken();
      const [offer, lobby, mine] = await Promise.all([
        campaignApi.offer(this.system),
        api.lobby(),
        known ? campaignApi.mine() : Promise.resolve({ campaigns: [] }),
      ]);
      this.levels = lobby.levels;
      this.mine = mine.campaigns;
      this.take(offer);
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private take(offer: CampaignOffer): void {
    this.offer = offer;
    this.series = offer.series;
    this.beside = "";
    this.own = false;
    this.side = GERMAN;
    if (!offer.nations.some((one) => one.id === this.enemy)) this.enemy = offer.nations[0]?.id ?? "";
  }

  /** Campaigns by other rules. */
  private async play(system: string): Promise<void> {
    this.system = system;
    this.failed = "";
    try {
      this.take(await campaignApi.offer(system));
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private get sides(): readonly string[] {
    const first = [GERMAN, this.enemy];
    return this.beside ? [...first, `${GERMAN}-2`, `${this.beside}-2`] : first;
  }

  private meet(enemy: string, beside = this.beside): void {
    const place = this.sides.indexOf(this.side);
    this.enemy = enemy;
    this.beside = beside;
    this.side = this.sides[place] ?? GERMAN;
    this.series = this.series.flatMap((entry) => this.entry(...entry.split(BESIDE)) ?? []);
  }

  /** The scenarios that can be played against an enemy. */
  private against(nation: string): CampaignOffer["scenarios"] {
    return (this.offer?.scenarios ?? []).filter(
      (one) => one.opponents.includes(nation) && (one.teams || !this.beside),
    );
  }

  /** A game of the series: at the second table the same scenario as at the first, unless another one is named.
   *  Null where it cannot be played against these enemies. */
  private entry(first = "", second = first): string | null {
    const fits = (id: string, nation: string): boolean => this.against(nation).some((one) => one.id === id);
    if (!fits(first, this.enemy)) return null;
    if (!this.beside) return first;
    const there = fits(second, this.beside) ? second : this.against(this.beside)[0]?.id;
    if (!there) return null;
    return there === first ? first : first + BESIDE + there;
  }

  private async begin(event: Event): Promise<void> {
    event.preventDefault();
    const data = new FormData(this.form);
    const text = (name: string): string => String(data.get(name) ?? "").trim();
    const name = text("name");
    prefer({ name });
    const seats = this.sides.map((side): SeatWish => {
      if (side === this.side || this.opponent === "here") return { side, who: "mine" };
      return this.opponent === "computer"
        ? { side, who: "computer", level: text("level") }
        : { side, who: "open" };
    });
    const man = this.own ? { [this.side]: { name: text("man") || "You", weapon: text("weapon") } } : {};
    const asked: NewCampaign = {
      opponent: this.enemy,
      beside: this.beside ? [this.beside] : [],
      seats,
      title: text("title") || "Campaign",
      scenarios: this.series,
      personal: man,
      name,
    };
    this.busy = true;
    this.failed = "";
    try {
      const made = await campaignApi.create(asked, this.system);
      campaignKeys.add(made.campaign.id, made.seats, made.invites);
      go(linkTo("campaign", made.campaign.id));
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    } finally {
      this.busy = false;
    }
  }

  private kept(one: CampaignSummary): TemplateResult {
    const points = one.sides.map((side) => `${sideName(side)} ${one.points[side] ?? 0}`).join(", ");
    const stands = one.stands || points;
    return html`<li class="card kept ${one.your_turn ? "urgent" : ""}">
      <a href=${linkTo("campaign", one.id)}>
        <strong>${one.title}</strong>
        <span class="state">${one.your_turn ? "Your decision" : stageWords(one.stage)}</span>
        <span class="dim">Game ${one.number} of ${one.length} · ${stands}</span>
        <span class="dim right">${ago(one.changed)}</span>
      </a>
      ${
        one.stage === "over"
          ? html`<button
            class="btn quiet small"
            aria-label="Take ${one.title} off the list"
            @click=${() => {
              campaignKeys.forget(one.id);
              this.mine = this.mine.filter((other) => other.id !== one.id);
            }}
          >
            Remove
          </button>`
          : nothing
      }
    </li>`;
  }

  private move(n: number, by: number): void {
    const series = [...this.series];
    const [one] = series.splice(n, 1);
    if (one !== undefined && by !== 0) series.splice(n + by, 0, one);
    this.series = series;
  }

  private seriesField(): TemplateResult {
    const title = (id: string): string => this.offer?.scenarios.find((one) => one.id === id)?.title ?? id;
    return html`<fieldset>
      <legend>The series, in this order</legend>
      <ol class="series">
        ${this.series.map((entry, n) => {
          const [id = "", second = id] = entry.split(BESIDE);
          const name = second === id ? title(id) : `${title(id)} and ${title(second)}`;
          return html`<li>
            <span class="game"><b>${id}</b> ${title(id)}</span>
            ${this.beside ? this.secondTable(n, id, second) : nothing}
            <span class="row tools">
              <button type="button" class="btn quiet small" aria-label="${name} earlier" ?disabled=${n === 0} @click=${() => this.move(n, -1)}>↑</button>
              <button type="button" class="btn quiet small" aria-label="${name} later" ?disabled=${n === this.series.length - 1} @click=${() => this.move(n, 1)}>↓</button>
              <button type="button" class="btn quiet small" aria-label="Without ${name}" @click=${() => this.move(n, 0)}>${icon("cross")}</button>
            </span>
          </li>`;
        })}
      </ol>
      <div class="row">
        <select
          aria-label="Add a scenario"
          class="add"
          @change=${(event: Event) => {
            const chooser = event.target as HTMLSelectElement;
            const added = this.entry(chooser.value);
            if (added) this.series = [...this.series, added];
            chooser.value = "";
          }}
        >
          <option value="">Add a scenario…</option>
          ${this.against(this.enemy).map((one) => html`<option value=${one.id}>${one.id} ${one.title}</option>`)}
        </select>
        <button type="button" class="btn small" @click=${() => this.sample()}>The sample series</button>
      </div>
    </fieldset>`;
  }

  private sample(): void {
    this.series = (this.offer?.series ?? []).flatMap((id) => this.entry(id) ?? []);
  }

  /** What is played at the second table beside a game of the series. */
  private secondTable(n: number, first: string, second: string): TemplateResult {
    return html`<select
      class="second"
      aria-label="Beside game ${n + 1}"
      .value=${second}
      @change=${(event: Event) => {
        const chosen = this.entry(first, (event.target as HTMLSelectElement).value);
        if (chosen) this.series = this.series.map((one, place) => (place === n ? chosen : one));
      }}
    >
      ${this.against(this.beside).map(
        (one) =>
          html`<option value=${one.id} ?selected=${one.id === second}>
            ${one.id === first ? "The same at both tables" : `and ${one.id} ${one.title}`}
          </option>`,
      )}
    </select>`;
  }

  /** Whom the Germans meet, at one table or two. */
  private enemies(offer: CampaignOffer): TemplateResult {
    return html`<fieldset>
        <legend>The Germans against</legend>
        <div class="choices">
          ${offer.nations.map((one) => choice("enemy", one.id, one.id === this.enemy, html`${emblem(one.id)} ${one.name}`, () => this.meet(one.id)))}
        </div>
      </fieldset>
      <label class="field"
        ><span>A second table beside the first, for teams of two</span>
        <select name="beside" @change=${(event: Event) => this.meet(this.enemy, (event.target as HTMLSelectElement).value)}>
          <option value="">None</option>
          ${offer.nations.map((one) => html`<option value=${one.id}>The Germans against the ${one.name}</option>`)}
        </select></label
      >`;
  }

  private setUp(offer: CampaignOffer): TemplateResult {
    return html`<form class="card" @submit=${this.begin}>
      <h2>Begin a campaign</h2>
      ${
        offer.systems.length > 1
          ? html`<fieldset>
            <legend>By the rules of</legend>
            <div class="choices">
              ${offer.systems.map((one) => choice("system", one.id, one.id === offer.system, one.name, () => void this.play(one.id)))}
            </div>
          </fieldset>`
          : nothing
      }
      <div class="two">
        <label class="field"><span>Title</span><input type="text" name="title" maxlength="60" placeholder="Campaign" /></label>
        <label class="field"
          ><span>Your name</span
          ><input type="text" name="name" maxlength="40" autocomplete="nickname" .value=${preferences().name} /></label
        >
      </div>
      ${offer.fixed ? nothing : this.enemies(offer)}
      <fieldset>
        <legend>You keep</legend>
        <div class="choices">
          ${this.sides.map((side) => choice("side", side, side === this.side, html`${emblem(side)} ${sideName(side)}`, () => (this.side = side)))}
        </div>
      </fieldset>
      <fieldset>
        <legend>Against</legend>
        <div class="choices">
          ${OPPONENTS.map(([id, words]) => choice("opponent", id, id === this.opponent, words, () => (this.opponent = id)))}
        </div>
      </fieldset>
      ${
        this.opponent === "computer"
          ? html`<label class="field"
            ><span>Level</span>
            <select name="level">
              ${this.levels.map((level, i, all) => html`<option value=${level.id} ?selected=${i === all.length - 1}>${level.name}</option>`)}
            </select></label
          >`
          : nothing
      }
      ${offer.fixed ? nothing : this.seriesField()}
      <div ?hidden=${offer.fixed}>
        <label class="row tick"
          ><input type="checkbox" name="own" .checked=${this.own} @change=${() => (this.own = !this.own)} /> Be one of your own men, from private upwards</label
        >
        ${
          this.own
            ? html`<div class="two own">
              <label class="field"><span>His name</span><input type="text" name="man" maxlength="20" .value=${preferences().name} /></label>
              <label class="field"
                ><span>His weapon</span>
                <select name="weapon">
                  ${(offer.weapons[nationOf(this.side)] ?? []).map((one) => html`<option value=${one.id}>${one.name}</option>`)}
                </select></label
              >
            </div>`
            : nothing
        }
      </div>
      ${this.failed ? html`<p role="alert">${this.failed}</p>` : nothing}
      <button class="btn primary" ?disabled=${this.busy || !this.series.length}>Begin the campaign</button>
    </form>`;
  }

  protected override render(): TemplateResult {
    return html`<div class="page">
      <header>
        <h1>Campaigns</h1>
        <p class="dim intro">
          ${this.offer?.about ?? "Games that belong together."}
        </p>
      </header>
      ${
        this.mine.length
          ? html`<section aria-labelledby="mine">
            <h2 id="mine">Your campaigns</h2>
            <ul class="plain">
              ${this.mine.map((one) => this.kept(one))}
            </ul>
          </section>`
          : nothing
      }
      ${this.offer ? this.setUp(this.offer) : html`<p class="dim" role=${this.failed ? "alert" : "status"}>${this.failed || "Looking into the books…"}</p>`}
    </div>`;
  }
}

function styles() {
  return css`
    .page {
      width: min(820px, 100%);
    }
    .intro {
      max-width: 64ch;
      margin-top: 6px;
    }
    form {
      display: grid;
      gap: 18px;
      padding: 20px;
    }
    .own {
      margin-top: 10px;
    }
    .series {
      margin: 0 0 8px;
      padding: 0;
      list-style: none;
      counter-reset: game;
      border: 1px solid var(--edge);
      border-radius: 9px;
    }
    .series li {
      display: flex;
      justify-content: space-between;
      align-items: center;
      gap: 8px;
      padding: 2px 6px 2px 12px;
      counter-increment: game;
    }
    .series li + li {
      border-top: 1px solid var(--edge);
    }
    .series li > span:first-child::before {
      content: counter(game) ". ";
      color: var(--dim);
    }
    .series b {
      color: var(--accent);
    }
    .game {
      flex: 1;
    }
    .second {
      max-width: 45%;
    }
    .tools {
      flex-wrap: nowrap;
      gap: 0;
    }
    .add {
      flex: 1;
      min-width: 180px;
    }
    @media (max-width: 700px) {
      .series li {
        flex-wrap: wrap;
      }
      .second {
        order: 1;
        flex-basis: 100%;
        max-width: none;
        margin-bottom: 6px;
      }
    }
  `;
}
