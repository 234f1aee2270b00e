/** Where an invitation leads. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { accountToken } from "../app/account.js";
import { newShare } from "../app/dice-share.js";
import { addKey, keyOf } from "../app/keyring.js";
import { prefer, preferences } from "../app/preferences.js";
import { linkTo } from "../app/route.js";
import { capital } from "../app/words.js";
import { campaignApi } from "../campaign/campaign-api.js";
import { campaignKeys } from "../campaign/campaign-keys.js";
import { roomApi } from "../design/design-api.js";
import { roomKeys } from "../design/room-keys.js";
import type { Invitation } from "../generated/protocol.js";
import { api } from "../net/api.js";
import { ui } from "../styles/ui.js";
import { emblem, emblemStyles } from "./emblem.js";
import { termsList } from "./table-terms.js";

@customElement("df-join")
export class JoinPage extends LitElement {
  static override styles = [
    ui,
    emblemStyles,
    css`
      form {
        width: min(440px, calc(100% - 24px));
        margin: 12vh auto;
        display: grid;
        gap: 16px;
      }
      .btn {
        min-height: 46px;
      }
      .terms {
        margin: 0;
        display: grid;
        gap: 4px;
      }
      .terms div {
        display: grid;
        grid-template-columns: 8em 1fr;
      }
      .terms dd {
        margin: 0;
      }
    `,
  ];

  @property({ attribute: false }) game = "";
  /** Where the invitation is to a campaign. */
  @property({ attribute: false }) campaign = "";
  /** Where it is to a room in which one buys a force. */
  @property({ attribute: false }) room = "";
  @property({ attribute: false }) invite = "";
  @state() private failed = "";
  /** What one agrees to by sitting down. */
  @state() private terms: Invitation | null = null;
  @query("input") private input!: HTMLInputElement;

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.game) return;
    api.invitation(this.game, this.invite).then(
      (terms) => {
        this.terms = terms;
      },
      (error: unknown) => {
        this.failed = error instanceof Error ? error.message : String(error);
      },
    );
  }

  private async join(event: Event): Promise<void> {
    event.preventDefault();
    const name = this.input.value.trim();
    prefer({ name });
    try {
      await (this.room ? this.enter(name) : this.campaign ? this.enlist(name) : this.sit(name));
      location.replace(this.link);
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private async sit(name: string): Promise<void> {
    const { salt, pledge } = await newShare();
    const joined = await api.join(this.game, { invite: this.invite, name, pledge }, accountToken());
    addKey({ id: this.game, seats: joined.seats, watch: joined.watch, invites: [], salt });
  }

  private async enlist(name: string): Promise<void> {
    const joined = await campaignApi.join(this.campaign, { invite: this.invite, name });
    campaignKeys.add(this.campaign, joined.seats, []);
  }

  private async enter(name: string): Promise<void> {
    const joined = await roomApi.join(this.room, { invite: this.invite, name });
    roomKeys.add(this.room, joined.seats, []);
  }

  private get link(): string {
    if (this.room) return linkTo("room", this.room);
    return this.campaign ? linkTo("campaign", this.campaign) : linkTo("game", this.game);
  }

  private theTerms({ game, side, moment }: Invitation): TemplateResult {
    return html`<p>
        <b>${game.title}</b>: you play ${emblem(side, 18)} ${capital(side)}.
        ${moment ? `The game has gone on for ${moment} steps.` : nothing}
      </p>
      ${termsList(game)}`;
  }

  protected override render(): TemplateResult {
    const here = this.room
      ? roomKeys.find(this.room)
      : this.campaign
        ? campaignKeys.find(this.campaign)
        : keyOf(this.game);
    // Who buys against himself has no secrets: this link is for somebody else.
    const own = this.room !== "" && here !== undefined;
    return html`<form class="card" @submit=${this.join}>
      <h1>You are invited to a ${this.campaign ? "campaign" : "game"}</h1>
      ${this.room ? html`<p class="dim">Each of you buys a force in secret. Then you play.</p>` : nothing}
      ${this.terms ? this.theTerms(this.terms) : nothing}
      <label class="field"
        ><span>Your name at the table</span>
        <input type="text" maxlength="40" autocomplete="nickname" .value=${preferences().name} />
      </label>
      ${this.failed ? html`<p role="alert">${this.failed}</p>` : nothing}
      <button class="btn primary" ?disabled=${own || (this.game !== "" && !this.terms)}>Take the seat</button>
      ${
        here?.seats.length
          ? html`<p class="dim">This browser already has a seat in it. <a href=${this.link}>Go on with it</a>.</p>`
          : nothing
      }
    </form>`;
  }
}
