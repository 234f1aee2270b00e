/** Where an invitation to a campaign leads. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { prefer, preferences } from "../app/preferences.js";
import { linkTo } from "../app/route.js";
import { ui } from "../styles/ui.js";
import { campaignApi } from "./campaign-api.js";
import { addCampaign, campaignKey } from "./campaign-keys.js";

@customElement("df-campaign-join")
export class CampaignJoin extends LitElement {
  static override styles = [
    ui,
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
    `,
  ];

  @property({ attribute: false }) campaign = "";
  @property({ attribute: false }) invite = "";
  @state() private failed = "";
  @query("input") private input!: HTMLInputElement;

  private async join(event: Event): Promise<void> {
    event.preventDefault();
    const name = this.input.value.trim();
    prefer({ name });
    try {
      const joined = await campaignApi.join(this.campaign, { invite: this.invite, name });
      addCampaign(this.campaign, joined.seats, []);
      location.replace(linkTo("campaign", this.campaign));
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  protected override render(): TemplateResult {
    return html`<form class="card" @submit=${this.join}>
      <h1>You are invited to a campaign</h1>
      <label class="field"
        ><span>Your name</span>
        <input type="text" maxlength="40" autocomplete="nickname" .value=${preferences().name} />
      </label>
      ${this.failed ? html`<p role="alert">${this.failed}</p>` : nothing}
      <button class="btn primary">Take command</button>
      ${
        campaignKey(this.campaign)?.seats.length
          ? html`<p class="dim">This browser already keeps a side. <a href=${linkTo("campaign", this.campaign)}>Go on with it</a>.</p>`
          : nothing
      }
    </form>`;
  }
}
