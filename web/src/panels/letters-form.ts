/** Where letters go when it is one's turn; only where the server writes any. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import type { MyAccount } from "../generated/protocol.js";
import { peopleApi } from "../people/people-api.js";
import { ui } from "../styles/ui.js";

@customElement("df-letters")
export class LettersForm extends LitElement {
  static override styles = [
    ui,
    css`
      :host {
        display: block;
        margin-top: 12px;
      }
      form {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 10px;
        align-items: end;
      }
      .wide {
        grid-column: 1 / -1;
      }
      [role="alert"] {
        color: var(--danger);
      }
    `,
  ];

  @state() private mine: MyAccount | null = null;
  @state() private failed = "";
  @state() private sent = false;
  @query("input[type=email]") private email!: HTMLInputElement;
  @query("input[name=code]") private code!: HTMLInputElement;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.work(() => peopleApi.mine());
  }

  private async work(asking: () => Promise<MyAccount>): Promise<void> {
    this.failed = "";
    try {
      this.mine = await asking();
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private async send(event: Event): Promise<void> {
    event.preventDefault();
    const email = this.email.value.trim();
    await this.work(() => peopleApi.setEmail({ email, told: true }));
    this.sent = !this.failed && email !== "" && !this.mine?.confirmed;
  }

  private async confirm(event: Event): Promise<void> {
    event.preventDefault();
    await this.work(() => peopleApi.confirm(this.code.value.trim()));
    if (!this.failed) this.sent = false;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { mine } = this;
    if (!mine?.letters) return nothing;
    return html`<form @submit=${this.send}>
        <label class="field"><span>A letter when it is your turn and you are away, to</span>
          <input type="email" maxlength="254" autocomplete="email" placeholder="nobody" .value=${mine.email} /></label>
        <button class="btn">Keep</button>
        ${
          mine.email && mine.confirmed
            ? html`<label class="row wide"><input type="checkbox" .checked=${mine.told}
                @change=${(event: Event) => this.work(() => peopleApi.setEmail({ email: mine.email, told: (event.target as HTMLInputElement).checked }))}
              /> Letters are on</label>`
            : nothing
        }
      </form>
      ${
        mine.email && !mine.confirmed
          ? html`<form @submit=${this.confirm}>
            <label class="field"><span>${this.sent ? "A code is on its way. Give it here:" : "The code that was sent to you"}</span>
              <input type="text" name="code" autocomplete="one-time-code" required minlength="6" maxlength="64" /></label>
            <button class="btn">Confirm</button>
          </form>`
          : nothing
      }
      ${this.failed ? html`<p role="alert">${this.failed}</p>` : nothing}`;
  }
}
