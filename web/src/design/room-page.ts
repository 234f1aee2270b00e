/** A room in which two buy their forces in secret: the terms, how far both are, one's own force, and what came of it. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import { openRule } from "../app/events.js";
import { LookingAgain } from "../app/looking.js";
import { addressOf, linkTo } from "../app/route.js";
import { capital, count } from "../app/words.js";
import { pageStyles } from "../campaign/campaign-page-styles.js";
import { campaignStyles } from "../campaign/campaign-styles.js";
import { faceStyles, unitFace } from "../cards/faces.js";
import type { Bought, DesignOffer, RoomBuyer, RoomGame, RoomView } from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { icon } from "../styles/icons.js";
import { ui } from "../styles/ui.js";
import { type Duel, designApi, roomApi } from "./design-api.js";
import type { Standing } from "./force-builder.js";
import { openTable, roomKeys } from "./room-keys.js";
import { extras, limits, replayed, situation } from "./terms.js";
import "../lobby/invite-link.js";
import "./force-builder.js";

const LOOK_EVERY = 3000;

@customElement("df-room")
export class RoomPage extends LitElement {
  static override styles = [ui, emblemStyles, faceStyles, campaignStyles, pageStyles, styles()];

  @property({ attribute: false }) room = "";
  @state() private offer: DesignOffer | null = null;
  @state() private view: RoomView | null = null;
  @state() private standing: Standing | null = null;
  @state() private failed = "";
  @state() private busy = false;
  /** Counts forces that did not come from the builder: it begins anew with them. */
  @state() private round = 0;
  /** The same object from look to look, so that the builder finds nothing new in it. */
  private design: Duel | null = null;

  constructor() {
    super();
    new LookingAgain(this, () => this.again(), LOOK_EVERY);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("room") && this.room) void this.enter();
  }

  private async enter(): Promise<void> {
    this.view = this.design = null;
    await this.take(async () => {
      this.offer = await designApi.offer();
      return roomApi.look(this.room);
    });
    this.lay();
  }

  /** The other may have done something. */
  private again(): void {
    if (this.view && !this.view.game && !this.busy) void this.take(() => roomApi.look(this.room));
  }

  private async take(ask: () => Promise<RoomView>): Promise<boolean> {
    const { room } = this;
    try {
      const view = await ask();
      if (room !== this.room) return false;
      this.design ??= view.design;
      this.view = view;
      this.failed = "";
      openTable(view);
      document.title = `${view.title} – Defilade`;
      return true;
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  /** Put what lies in the room into the builder. */
  private lay(): void {
    this.standing = { force: this.view?.force ?? null, assessed: null };
    this.round += 1;
  }

  private async handIn(force: Bought): Promise<void> {
    this.busy = true;
    await this.take(() => roomApi.handIn(this.room, { force }));
    this.busy = false;
  }

  private async chance(): Promise<void> {
    this.busy = true;
    if (await this.take(() => roomApi.chance(this.room))) this.lay();
    this.busy = false;
  }

  // -- the terms ------------------------------------------------------------------------------------------

  private rule(id: string): TemplateResult {
    return html`<button type="button" class="rule" @click=${() => openRule(this, id)}>${id}</button>`;
  }

  private terms(view: RoomView, offer: DesignOffer): TemplateResult {
    const { design, defence } = view;
    return html`<section class="card" aria-labelledby="terms">
      <h2 id="terms">The terms</h2>
      ${design.version === "bid" ? situation(design, offer) : replayed(design, offer)}
      ${
        design.version === "bid"
          ? html`<p>Both think of an attack; the cheaper one is made by whoever thought of it, the other defends. ${this.rule("UF:43.36-a")}</p>`
          : html`<p>Each buys a force for no more than the points of the scenario: ${limits(design, offer)}. ${this.rule("UF:43.2-b")}</p>`
      }
      ${defence ? this.defence(defence, view.defence_points, offer) : nothing}
    </section>`;
  }

  /** Both must agree on it: who hands in an attack has done so. */
  private defence(force: Bought, points: number, offer: DesignOffer): TemplateResult {
    const nation = offer.nations.find((one) => one.id === force.nation);
    const held = [...force.men, ...force.machines].flatMap(
      (id) => nation?.cards.find((one) => one.card.id === id) ?? [],
    );
    return html`<details open>
      <summary>The defence that both know: ${points} points, ${count(held.length, "card")}</summary>
      <p>${nation ? extras(force, nation) : nothing}.</p>
      <p class="dim">Who hands in an attack agrees to it. ${this.rule("UF:43.35")}</p>
      <ul class="faces">
        ${held.map(
          ({ card }) =>
            html`<li class="thing unit ${card.kind === "man" ? "" : "machine"}" aria-label=${card.words || card.name}>
              ${unitFace(card, card.side, null)}
            </li>`,
        )}
      </ul>
    </details>`;
  }

  // -- how far both are -----------------------------------------------------------------------------------

  private buyer(one: RoomBuyer, view: RoomView): TemplateResult {
    const you = one.part === view.you;
    const state = one.handed_in ? "has handed in" : one.joined ? "is still buying" : "is not here yet";
    return html`<div class="score ${one.handed_in ? "leads" : ""}" data-part=${one.part}>
      ${emblem(one.nation, 34)}
      <div>
        <b>${you ? "You" : one.name || "Your friend"}</b>
        <span class="dim">${you ? (one.handed_in ? `handed in: ${view.points} points` : "still buying") : state}</span>
      </div>
      <strong aria-hidden="true">${one.handed_in ? icon("done") : "…"}</strong>
    </div>`;
  }

  private waiting(view: RoomView): string {
    const you = view.buyers.find((one) => one.part === view.you);
    const friend = view.buyers.find((one) => one.part !== view.you);
    if (!friend?.joined) return "Your friend is not here yet.";
    if (friend.handed_in) return "Your friend has handed in. As soon as you do, both forces are opened.";
    return you?.handed_in
      ? "Your friend is still buying. Until he hands in you may change your force."
      : "Your friend is still buying.";
  }

  private invitation(view: RoomView): TemplateResult | typeof nothing {
    const invite = roomKeys.find(view.id)?.invites[0];
    const friend = view.buyers.find((one) => one.part !== view.you);
    if (!invite || !friend || friend.joined) return nothing;
    return html`<p>Send this link to your friend. It can be used once.</p>
      <df-invite
        .name=${"your friend"}
        .nation=${friend.nation}
        .address=${addressOf(linkTo("room", view.id, "join", invite.token))}
      ></df-invite>`;
  }

  private outcome(game: RoomGame): TemplateResult {
    return html`<section class="card task" aria-labelledby="outcome">
      <h2 id="outcome">${emblem(game.side)} The forces are open</h2>
      <div role="status">${game.told.map((line) => html`<p>${line}</p>`)}</div>
      <a class="btn primary" href=${linkTo("game", game.id)}>Go to the table</a>
    </section>`;
  }

  // -- one's own force ------------------------------------------------------------------------------------

  private own(view: RoomView, offer: DesignOffer): TemplateResult | typeof nothing {
    const part = view.buyers.find((one) => one.part === view.you);
    const nation = offer.nations.find((one) => one.id === part?.nation);
    if (!nation || !this.design) return nothing;
    const { force, assessed } = this.standing ?? { force: null, assessed: null };
    const ready = force && assessed && assessed.wrong.length + assessed.missing.length === 0;
    const same = view.force !== null && JSON.stringify(view.force) === JSON.stringify(force);
    return html`<section class="card" aria-labelledby="own">
      <h2 id="own">${emblem(nation.id)} ${view.design.version === "bid" ? "Your attack" : `Your force: ${capital(nation.id)}`}</h2>
      <p class="dim">Nobody else sees it, or what it costs, before both forces are handed in.</p>
      ${keyed(
        this.round,
        html`<df-force
          .design=${this.design}
          .which=${view.you}
          .nation=${nation}
          .sniper=${offer.sniper}
          .force=${force}
          @force=${(event: CustomEvent<Standing>) => {
            this.standing = event.detail;
          }}
        ></df-force>`,
      )}
      <div class="row hand">
        <button type="button" class="btn primary" ?disabled=${this.busy || !ready || same} @click=${() => force && this.handIn(force)}>
          ${same ? "Handed in" : view.force ? "Hand in the change" : "Hand it in"}
        </button>
        <button type="button" class="btn" ?disabled=${this.busy} @click=${() => this.chance()}>Leave it to chance</button>
      </div>
    </section>`;
  }

  protected override render(): TemplateResult {
    const { view, offer } = this;
    if (!view || !offer) {
      return html`<div class="page"><p role=${this.failed ? "alert" : "status"}>${this.failed || "Opening the door…"}</p></div>`;
    }
    return html`<div class="page">
      <header>
        <p class="dim">A secret room</p>
        <h1>${view.title}</h1>
      </header>
      ${view.game ? this.outcome(view.game) : nothing}
      ${this.terms(view, offer)}
      <section class="both" aria-labelledby="both">
        <h2 id="both">The buyers</h2>
        <div class="scores">${view.buyers.map((one) => this.buyer(one, view))}</div>
        ${view.game ? nothing : html`<p role="status">${this.waiting(view)}</p>`}
        ${this.invitation(view)}
      </section>
      ${this.failed ? html`<p role="alert">${this.failed}</p>` : nothing}
      ${view.game ? nothing : this.own(view, offer)}
    </div>`;
  }
}

function styles() {
  return css`
    .page {
      width: min(980px, 100%);
    }
    section.card {
      display: grid;
      gap: 14px;
      padding: 18px;
      margin: 0;
    }
    .both {
      display: grid;
      gap: 12px;
    }
    .score strong {
      color: var(--dim);
    }
    details {
      margin: 0;
    }
    .faces {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      margin: 10px 0 0;
      padding: 0;
      list-style: none;
    }
    .hand {
      position: sticky;
      bottom: 0;
      z-index: 2;
      padding: 10px 0;
      background: var(--card);
      border-top: 1px solid var(--edge);
    }
    .hand .btn {
      min-height: 46px;
    }
    @media (max-width: 480px) {
      .scores {
        grid-template-columns: 1fr;
      }
    }
  `;
}
