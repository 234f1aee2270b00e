/** One campaign: how it stands, what is to be decided now, and the rosters of both sides. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { openRule } from "../app/events.js";
import { LookingAgain } from "../app/looking.js";
import { addressOf, linkTo } from "../app/route.js";
import { sideName, signed } from "../app/words.js";
import type {
  AftermathChoices,
  CampaignNote,
  CampaignQuestion,
  CampaignSide,
  CampaignView,
  Chapter,
  MusterChoices,
  OpenPlace,
} from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import "../lobby/invite-link.js";
import { ui } from "../styles/ui.js";
import { campaignApi } from "./campaign-api.js";
import { campaignKeys, openTables } from "./campaign-keys.js";
import { pageStyles } from "./campaign-page-styles.js";
import { campaignStyles } from "./campaign-styles.js";
import "./front-map.js";
import "./orders-form.js";
import type { Said } from "./orders-form.js";
import "./record-sheets.js";
import "./roster-table.js";

const LOOK_EVERY = 4000;

const ANSWERS: Readonly<Record<string, string>> = {
  morale: "Morale",
  panic: "Panic",
  keep: "save it for later",
  no: "rest for three games",
  yes: "start over as a replacement",
};
const ASKS: Readonly<Record<CampaignQuestion["kind"], string>> = {
  lower: "has routed and loses one of",
  improve: "may trade five Elan points for one more of",
  start_over: "is wounded:",
};
const ROLES: Readonly<Record<string, string>> = {
  SL: "Squad Leader",
  ASL: "Assistant Squad Leader",
  COM: "Commissar",
};

@customElement("df-campaign")
export class CampaignPage extends LitElement {
  static override styles = [ui, emblemStyles, campaignStyles, pageStyles];

  @property({ attribute: false }) campaign = "";
  @state() private view: CampaignView | null = null;
  @state() private failed = "";
  @state() private busy = false;
  @state() private shown = "";

  constructor() {
    super();
    new LookingAgain(this, () => this.again(), LOOK_EVERY);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("campaign") && this.campaign) void this.look();
  }

  /** Somebody else may have done something. */
  private again(): void {
    const view = this.view;
    const mine = view?.waits_for.some((side) => view.yours.includes(side)) && view.stage !== "playing";
    if (view && !mine && view.stage !== "over" && !this.busy) void this.look();
  }

  private async look(): Promise<void> {
    await this.take(() => campaignApi.look(this.campaign));
  }

  private async take(ask: () => Promise<CampaignView>): Promise<void> {
    try {
      this.view = await ask();
      this.failed = "";
      openTables(this.view);
      document.title = `${this.view.title} – Defilade`;
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private async send(ask: () => Promise<CampaignView>): Promise<void> {
    this.busy = true;
    await this.take(ask);
    this.busy = false;
  }

  // -- what is to be done ---------------------------------------------------------------------------------

  private muster(event: Event, view: CampaignView): void {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const choices: Record<string, MusterChoices> = {};
    for (const side of view.yours) {
      const places = view.open_places.filter((place) => place.side === side);
      const said = (place: OpenPlace): string => String(data.get(`${side}.${place.man}`) ?? "");
      const role = (wanted: string): string =>
        places.filter((place) => place.role === wanted).map(said)[0] ?? "";
      const plain = places.filter((place) => !place.role && said(place));
      choices[side] = {
        substitutes: Object.fromEntries(plain.map((place) => [place.man, said(place)])),
        leader: role("SL"),
        assistant: role("ASL"),
        transfer_assistant: data.has(`${side}.transfer`),
      };
    }
    void this.send(() => campaignApi.muster(view.id, { number: view.number, choices }));
  }

  private place(place: OpenPlace): TemplateResult {
    const name = `${place.side}.${place.man}`;
    const lead = place.role ? `${place.name}, ${ROLES[place.role] ?? place.role},` : place.name;
    return html`<label class="field"
      ><span>${lead} is not there. In his place:</span>
      <select name=${name}>
        <option value="">${place.candidates.length ? "As usual" : place.role ? "By the rules" : "A replacement, for a point"}</option>
        ${place.candidates.map((one) => html`<option value=${one.id}>${one.name}</option>`)}
      </select></label
    >${
      place.role === "ASL" && !place.candidates.length
        ? html`<label class="row"
          ><input type="checkbox" name="${place.side}.transfer" /> Have one transferred, for 7 points</label
        >`
        : nothing
    }`;
  }

  private aftermath(event: Event, view: CampaignView): void {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const choices: Record<string, AftermathChoices> = {};
    for (const side of view.yours.filter((one) => view.waits_for.includes(one))) {
      const mine = view.questions.filter((one) => one.side === side);
      const said = (kind: string) =>
        Object.fromEntries(
          mine
            .filter((one) => one.kind === kind)
            .map((one) => [one.man, String(data.get(`${side}.${one.man}.${kind}`))]),
        );
      choices[side] = {
        lower: said("lower") as AftermathChoices["lower"] & {},
        improve: said("improve") as AftermathChoices["improve"] & {},
        start_over: Object.values(said("start_over")).includes("yes"),
      };
    }
    void this.send(() => campaignApi.aftermath(view.id, { number: view.number, choices }));
  }

  private orders(view: CampaignView): TemplateResult[] {
    return view.orders.map(
      (one) =>
        html`<df-orders
          .asked=${one}
          ?busy=${this.busy}
          ?both=${view.yours.length > 1}
          @say=${(event: CustomEvent<Said>) => this.order(view, event.detail)}
        ></df-orders>`,
    );
  }

  private order(view: CampaignView, said: Said): void {
    void this.send(() => campaignApi.orders(view.id, said));
  }

  /** A hex of the map that is one of the options. */
  private atHex(view: CampaignView, hex: string): void {
    for (const asked of view.orders) {
      const found = asked.options.find((one) => one.hex === hex);
      if (found) {
        this.order(view, { side: asked.side, mark: asked.mark, what: "pick", pick: found.pick });
        return;
      }
    }
  }

  private sheets(view: CampaignView): TemplateResult | typeof nothing {
    const sheets = view.sheets;
    if (!sheets) return nothing;
    const open = view.orders.flatMap((asked) =>
      asked.options.map((one) => one.hex ?? "").filter((hex) => hex),
    );
    return html`<section aria-labelledby="sheets">
      <h2 id="sheets">Record sheets: ${sheets.date}</h2>
      <div class="card sheets">
        <df-front-map
          .sheets=${sheets}
          .open=${[...new Set(open)]}
          @hex=${(event: CustomEvent<string>) => this.atHex(view, event.detail)}
        ></df-front-map>
        <df-record-sheets .sheets=${sheets}></df-record-sheets>
      </div>
    </section>`;
  }

  private question(one: CampaignQuestion): TemplateResult {
    const name = `${one.side}.${one.man}.${one.kind}`;
    return html`<fieldset class="question">
      <legend>${(this.view?.yours.length ?? 0) > 1 ? emblem(one.side, 16) : nothing} ${one.name} ${ASKS[one.kind]} <button type="button" class="rule" @click=${() => openRule(this, one.rule)}>${one.rule}</button></legend>
      <div class="row">
        ${one.answers.map(
          (answer, n) =>
            html`<label class="row"><input type="radio" name=${name} value=${answer} ?checked=${n === 0} /> ${ANSWERS[answer] ?? answer}</label>`,
        )}
      </div>
    </fieldset>`;
  }

  private waiting(view: CampaignView): TemplateResult {
    const names = view.waits_for.map(
      (side) => view.sides.find((one) => one.side === side)?.seat.name || sideName(side),
    );
    return html`<p role="status">Waiting for ${names.join(" and ")}.</p>`;
  }

  private invitations(view: CampaignView): TemplateResult {
    const invites = campaignKeys.find(view.id)?.invites ?? [];
    return html`<p>Send each link to whoever shall keep that side. It can be used once.</p>
      ${invites.map(
        (invite) =>
          html`<df-invite
            .name=${sideName(invite.side)}
            .nation=${invite.side}
            .address=${addressOf(linkTo("campaign", view.id, "join", invite.token))}
          ></df-invite>`,
      )}`;
  }

  private now(view: CampaignView): TemplateResult {
    const game = view.games[view.number - 1];
    const head = html`<p class="dim">Game ${view.number} of ${view.games.length}</p>
      <h2>${game?.title ?? ""}</h2>`;
    const asked = view.waits_for.some((side) => view.yours.includes(side));
    switch (view.stage) {
      case "joining":
        return html`<h2>Waiting for the other side</h2>${this.invitations(view)}`;
      case "playing":
        return html`${head}
          ${game?.attacker ? html`<p>${emblem(game.attacker)} ${sideName(game.attacker)} attacks.</p>` : nothing}
          <a class="btn primary" href=${linkTo("game", game?.game ?? "")}>Go to the table</a>`;
      case "muster": {
        const places = view.open_places.filter((place) => view.yours.includes(place.side));
        return asked
          ? html`${head}
            <form @submit=${(event: Event) => this.muster(event, view)}>
              ${places.map((place) => this.place(place))}
              ${places.length || view.sheets ? nothing : html`<p class="dim">All men of the scenario are there.</p>`}
              <button class="btn primary" ?disabled=${this.busy}>Begin game ${view.number}</button>
            </form>
            ${this.orders(view)}`
          : html`${head}${this.waiting(view)}`;
      }
      case "orders":
        return view.orders.length
          ? html`${this.orders(view)}`
          : html`<h2>Orders are being given</h2>${this.waiting(view)}`;
      case "aftermath":
        return asked
          ? html`<p class="dim">Game ${view.number} is over</p>
            <h2>What becomes of them?</h2>
            <form @submit=${(event: Event) => this.aftermath(event, view)}>
              ${view.questions.map((one) => this.question(one))}
              <button class="btn primary" ?disabled=${this.busy}>Write it down</button>
            </form>`
          : html`<h2>Game ${view.number} is over</h2>${this.waiting(view)}`;
      default:
        return html`<p class="dim">The campaign is over</p>
          <h2>${view.leader ? html`${emblem(view.leader)} ${sideName(view.leader)} has won it` : "A draw"}</h2>`;
    }
  }

  // -- how it stands --------------------------------------------------------------------------------------

  private score(side: CampaignSide, view: CampaignView): TemplateResult {
    const who =
      side.seat.kind === "computer"
        ? `computer (${side.seat.level})`
        : side.seat.name || (side.seat.kind === "open" ? "open" : "");
    return html`<div class="score ${view.leader === side.side ? "leads" : ""}">
      ${emblem(side.nation, 34)}
      <div>
        <b>${sideName(side.side)}</b>
        <span class="dim">${view.yours.includes(side.side) ? "you" : who}</span>
      </div>
      ${view.stands ? nothing : html`<strong>${side.points}<span class="sr"> points</span></strong>`}
    </div>`;
  }

  private games(view: CampaignView): TemplateResult {
    return html`<section aria-labelledby="series">
      <h2 id="series">The series</h2>
      <ol class="games">
        ${view.games.map(
          (game) =>
            html`<li class=${game.state} aria-current=${game.state === "now" && view.stage !== "over" ? "step" : nothing}>
              <span class="number">${game.number}</span>
              <span class="title">${game.game && game.state === "played" ? html`<a href=${linkTo("game", game.game)}>${game.title}</a>` : game.title}</span>
              <span class="dim">
                ${
                  game.state === "played"
                    ? view.sheets
                      ? "played"
                      : html`${game.winner ? html`${emblem(game.winner, 16)} ${sideName(game.winner)} won` : "drawn"}
                      <span class="points">${view.sides.map((side) => game.points[side.side] ?? 0).join(" : ")}</span>`
                    : nothing
                }
              </span>
            </li>`,
        )}
      </ol>
    </section>`;
  }

  private note(note: CampaignNote): TemplateResult {
    return html`<li>
      ${emblem(note.side, 16)} <span>${note.text}</span>
      <button class="rule" @click=${() => openRule(this, note.rule)}>${note.rule}</button>
    </li>`;
  }

  private chapter(chapter: Chapter, view: CampaignView, open: boolean): TemplateResult | typeof nothing {
    const notes = [...chapter.muster, ...chapter.outcome];
    if (!notes.length) return nothing;
    const gained = view.games[chapter.number - 1];
    return html`<details ?open=${open}>
      <summary>Game ${chapter.number}: ${gained?.title ?? ""}</summary>
      <ul class="notes">
        ${notes.map((note) => this.note(note))}
      </ul>
    </details>`;
  }

  private story(view: CampaignView): TemplateResult | typeof nothing {
    const chapters = view.chapters.filter((one) => one.muster.length + one.outcome.length).reverse();
    if (!chapters.length) return nothing;
    return html`<section aria-labelledby="story">
      <h2 id="story">What became of them</h2>
      ${chapters.map((chapter, n) => this.chapter(chapter, view, n === 0))}
    </section>`;
  }

  private rosters(view: CampaignView): TemplateResult {
    const shown = this.shown || view.yours[0] || view.sides[0]?.side || "";
    return html`<section aria-labelledby="rosters">
      <div class="row spread">
        <h2 id="rosters">Rosters</h2>
        <div class="row tabs" role="group" aria-label="Whose roster">
          ${view.sides.map(
            (side) =>
              html`<button class="btn small" aria-pressed=${side.side === shown} @click=${() => (this.shown = side.side)}>
                ${emblem(side.nation, 16)} ${sideName(side.side)}
              </button>`,
          )}
        </div>
      </div>
      ${view.sides.filter((side) => side.side === shown).map((side) => html`<div class="card"><df-roster .side=${side}></df-roster></div>`)}
    </section>`;
  }

  protected override render(): TemplateResult {
    const view = this.view;
    if (!view) {
      return html`<div class="page"><p role=${this.failed ? "alert" : "status"}>${this.failed || "Looking into the books…"}</p></div>`;
    }
    const gap = view.sides.map((side) => side.points);
    return html`<div class="page">
      <header>
        <p><a href="#/campaigns">Campaigns</a></p>
        <h1>${view.title}</h1>
      </header>
      <div class="scores" aria-label=${view.stands || `Campaign Victory Points, ${signed((gap[0] ?? 0) - (gap[1] ?? 0))} for the first`}>
        ${view.sides.map((side) => this.score(side, view))}
      </div>
      ${view.stands ? html`<p class="stands">${view.stands}</p>` : nothing}
      <div class="columns">
        <div class="left">
          <section class="card task" aria-live="polite">${this.now(view)}${this.failed ? html`<p role="alert">${this.failed}</p>` : nothing}</section>
          ${this.games(view)}
        </div>
        <div class="right">${view.sheets ? this.sheets(view) : this.rosters(view)}${this.story(view)}</div>
      </div>
    </div>`;
  }
}
