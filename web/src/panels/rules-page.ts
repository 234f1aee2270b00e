/** The rules, to be looked up by words. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { openRule } from "../app/events.js";
import { count } from "../app/words.js";
import type { RulesFound } from "../generated/protocol.js";
import { api } from "../net/api.js";
import { ui } from "../styles/ui.js";

const WAIT = 220;

@customElement("df-rules")
export class RulesPage extends LitElement {
  static override styles = [
    ui,
    css`
      :host {
        display: block;
        width: min(760px, 100%);
        margin: 0 auto;
        padding: 24px 16px 60px;
      }
      h1 {
        font-size: 24px;
        margin-bottom: 6px;
      }
      .find {
        margin: 18px 0;
      }
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        gap: 10px;
      }
      li p {
        margin-top: 4px;
        color: var(--dim);
      }
      li h2 {
        font-size: 15px;
        display: flex;
        gap: 10px;
        justify-content: space-between;
        align-items: baseline;
      }
    `,
  ];

  @property({ attribute: false }) rule = "";
  @state() private found: RulesFound | null = null;
  @state() private failed = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private words = "";

  protected override firstUpdated(): void {
    if (this.rule) openRule(this, this.rule);
  }

  private typed(event: Event): void {
    this.words = (event.target as HTMLInputElement).value.trim();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(this.words), WAIT);
  }

  private async look(words: string): Promise<void> {
    if (words.length < 2) {
      this.found = null;
      return;
    }
    try {
      this.failed = "";
      const found = await api.findRules(words, "sk1");
      if (words === this.words) this.found = found;
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  protected override render(): TemplateResult {
    return html`<h1>Rules</h1>
      <p class="dim">
        Every rule that the table carries out, in our own words. The same ids stand behind every number and refusal in
        a game.
      </p>
      <label class="field find"
        ><span>Look for</span>
        <input type="text" placeholder="residual, rout, smoke…" @input=${this.typed} />
      </label>
      <p class="sr" aria-live="polite">${this.found ? `${count(this.found.rules.length, "rule")} found` : ""}</p>
      ${this.failed ? html`<p role="alert">${this.failed}</p>` : nothing}
      <ul>
        ${this.found?.rules.map(
          (rule) =>
            html`<li class="card">
              <h2>${rule.title}<button class="rule" @click=${() => openRule(this, rule.id)}>${rule.id}</button></h2>
              <p>${rule.gist}</p>
            </li>`,
        )}
      </ul>
      ${this.found?.more ? html`<p class="dim">There are more: say more.</p>` : nothing}`;
  }
}
