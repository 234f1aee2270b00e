/** Where an invitation leads. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { account, accountToken } from "../app/account.js";
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
import { peopleApi } from "../people/people-api.js";
import { personStyles, presence } from "../people/standing.js";
import { ui } from "../styles/ui.js";
import "../panels/account-form.js";
import { emblem, emblemStyles } from "./emblem.js";
import { termsList } from "./table-terms.js";

@customElement("df-join")
export class JoinPage extends LitElement {
  static override styles = [
    ui,
    emblemStyles,
    personStyles,
    css`
      .who {
        line-height: 1.7;
      }
      .who .dot {
        display: inline-block;
        margin-left: 6px;
      }
      .sign-in {
        width: min(460px, calc(100% - 24px));
        margin: 0 auto 40px;
        display: grid;
        gap: 10px;
      }
      form {
        width: min(460px, calc(100% - 24px));
        margin: 8vh auto 24px;
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
  /** Where it is a seat that anybody may take who is signed in. */
  @property({ attribute: false }) challenge = "";
  /** Where the invitation is to a campaign. */
  @property({ attribute: false }) campaign = "";
  /** Where it is to a room in which one buys a force. */
  @property({ attribute: false }) room = "";
  @property({ attribute: false }) invite = "";
  @state() private failed = "";
  /** What one agrees to by sitting down. */
  @state() private terms: Invitation | null = null;
  @query("input[autocomplete=nickname]") private input!: HTMLInputElement;
  private readonly onAccount = () => this.askTerms();

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("account", this.onAccount);
    this.askTerms();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("account", this.onAccount);
  }

  private askTerms(): void {
    if (!this.game && !this.challenge) return;
    const terms = this.challenge ? peopleApi.terms(this.challenge) : api.invitation(this.game, this.invite);
    terms.then(
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
      if (this.challenge) await this.accept(name);
      else await (this.room ? this.enter(name) : this.campaign ? this.enlist(name) : this.sit(name));
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

  private async accept(name: string): Promise<void> {
    const { salt, pledge } = await newShare();
    const body = { side: this.terms?.side ?? "", name, pledge };
    const joined = await peopleApi.take(this.challenge, body);
    addKey({ id: this.challenge, seats: joined.seats, watch: joined.watch, invites: [], salt });
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
    return this.campaign ? linkTo("campaign", this.campaign) : linkTo("game", this.challenge || this.game);
  }

  private theTerms({ game, side, moment, host, host_here, length }: Invitation): TemplateResult {
    return html`<p class="who">
        ${host ? html`<b>${host}</b>${presence(host_here)} plays` : "You are to play"} <b>${game.title}</b>
        ${side ? html`with you as ${emblem(side, 18)} <b>${capital(side)}</b>.` : nothing}
        ${moment ? `The game has gone on for ${moment} steps.` : nothing}
      </p>
      ${termsList(game, length)}`;
  }

  protected override render(): TemplateResult {
    const here = this.room
      ? roomKeys.find(this.room)
      : this.campaign
        ? campaignKeys.find(this.campaign)
        : keyOf(this.challenge || this.game);
    // Who buys against himself has no secrets: this link is for somebody else.
    const own = this.room !== "" && here !== undefined;
    const may = this.challenge ? (this.terms?.may ?? "") : "";
    return html`<form class="card" @submit=${this.join}>
      <h1>${this.challenge ? "A challenge" : `You are invited to a ${this.campaign ? "campaign" : "game"}`}</h1>
      ${this.room ? html`<p class="dim">Each of you buys a force in secret. Then you play.</p>` : nothing}
      ${this.terms ? this.theTerms(this.terms) : nothing}
      <label class="field"
        ><span>Your name at the table</span>
        <input type="text" maxlength="40" autocomplete="nickname" .value=${preferences().name || (account()?.name ?? "")} />
      </label>
      ${this.failed ? html`<p role="alert">${this.failed}</p>` : nothing}
      ${may ? html`<p role="status">${may}</p>` : nothing}
      <button class="btn primary" ?disabled=${own || may !== "" || ((this.game || this.challenge) !== "" && !this.terms)}>
        Take the seat
      </button>
      ${
        here?.seats.length
          ? html`<p class="dim">This browser already has a seat in it. <a href=${this.link}>Go on with it</a>.</p>`
          : nothing
      }
    </form>
    ${this.challenge && this.terms && !account() ? html`<section class="card sign-in"><h2>Your account</h2><df-account></df-account></section>` : nothing}`;
  }
}
