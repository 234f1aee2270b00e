/** Signing in and out. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { account, signIn, signOut, signUp } from "../app/account.js";
import { ui } from "../styles/ui.js";
import "./letters-form.js";

@customElement("df-account")
export class AccountForm extends LitElement {
  static override styles = [
    ui,
    css`
      form {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(200px, 1fr));
        gap: 12px;
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

  @state() private failed = "";
  @state() private busy = false;
  @query("form") private form!: HTMLFormElement;

  private async work(doing: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.failed = "";
    try {
      await doing();
      this.dispatchEvent(new CustomEvent("account", { bubbles: true, composed: true }));
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    } finally {
      this.busy = false;
    }
  }

  private enter(how: typeof signIn): void {
    if (!this.form.reportValidity()) return;
    const data = new FormData(this.form);
    const who = { name: String(data.get("name")).trim(), password: String(data.get("password")) };
    void this.work(() => how(who));
  }

  protected override render(): TemplateResult {
    const now = account();
    if (now) {
      return html`<div class="row spread">
        <span>Signed in as <b>${now.name}</b></span>
        <button class="btn" ?disabled=${this.busy} @click=${() => this.work(signOut)}>Sign out</button>
      </div>
      <df-letters></df-letters>`;
    }
    return html`<form
      @submit=${(event: Event) => {
        event.preventDefault();
        this.enter(signIn);
      }}
    >
      <p class="dim wide">Not needed. With an account you find your games in any browser, take challenges and play rated games.</p>
      <label class="field"
        ><span>Name</span>
        <input type="text" name="name" required minlength="2" maxlength="40" autocomplete="username"
      /></label>
      <label class="field"
        ><span>Password, 8 characters or more</span>
        <input type="password" name="password" required minlength="8" maxlength="200" autocomplete="current-password"
      /></label>
      <div class="row">
        <button class="btn" ?disabled=${this.busy}>Sign in</button>
        <button class="btn" type="button" ?disabled=${this.busy} @click=${() => this.enter(signUp)}>Open an account</button>
      </div>
      ${this.failed ? html`<p role="alert" class="wide">${this.failed}</p>` : nothing}
    </form>`;
  }
}
