/** The rules: by contents, book by book, and by words. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { openRule } from "../app/events.js";
import { count } from "../app/words.js";
import type { ChapterView, RulebookView, RulesFound } from "../generated/protocol.js";
import { api } from "../net/api.js";
import { ui } from "../styles/ui.js";

const WAIT = 220;
const FIRST_BOOK = "sk1";

@customElement("df-rules")
export class RulesPage extends LitElement {
  static override styles = [ui, styles()];

  @property({ attribute: false }) rule = "";
  @state() private book = FIRST_BOOK;
  @state() private contents: RulebookView | null = null;
  @state() private found: RulesFound | null = null;
  @state() private failed = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private words = "";

  protected override firstUpdated(): void {
    if (this.rule) openRule(this, this.rule);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("book")) void this.open(this.book);
  }

  private async open(book: string): Promise<void> {
    try {
      this.failed = "";
      const found = await api.rulebook(book);
      if (book === this.book) this.contents = found;
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private choose(event: Event): void {
    this.book = (event.target as HTMLSelectElement).value;
    if (this.words) void this.look(this.words);
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
      const found = await api.findRules(words, this.book);
      if (words === this.words) this.found = found;
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private chapter(chapter: ChapterView): TemplateResult {
    const [first] = chapter.sections;
    const name = chapter.name || first?.rules[0]?.title || "";
    const rules = chapter.sections.reduce((sum, section) => sum + section.rules.length, 0);
    return html`<details class="chapter">
      <summary><b>${chapter.number}</b> ${name} <span class="dim">${count(rules, "rule")}</span></summary>
      ${chapter.sections.map(
        (section) => html`<section aria-label="Section ${section.number}">
          <h2>${section.number}</h2>
          <ul class="titles">
            ${section.rules.map(
              (rule) =>
                html`<li><button data-rule=${rule.id} @click=${() => openRule(this, rule.id)}>${rule.title}</button></li>`,
            )}
          </ul>
        </section>`,
      )}
    </details>`;
  }

  protected override render(): TemplateResult {
    return html`<h1>Rules</h1>
      <p class="dim">
        The rules in our own words, book by book. The same ids stand behind every number and refusal in a game.
      </p>
      <div class="find">
        <label class="field"
          ><span>Book</span>
          <select name="book" @change=${this.choose}>
            ${(this.contents?.books ?? [{ id: this.book, name: "…" }]).map(
              (book) =>
                html`<option value=${book.id} ?selected=${book.id === this.book}>${book.name}</option>`,
            )}
          </select>
        </label>
        <label class="field"
          ><span>Look for</span>
          <input type="text" placeholder="residual, rout, smoke…" @input=${this.typed} />
        </label>
      </div>
      <p class="sr" aria-live="polite">${this.found ? `${count(this.found.rules.length, "rule")} found` : ""}</p>
      ${this.failed ? html`<p role="alert">${this.failed}</p>` : nothing}
      ${this.found ? this.results(this.found) : html`<div class="contents">${this.contents?.chapters.map((one) => this.chapter(one))}</div>`}`;
  }

  private results(found: RulesFound): TemplateResult {
    return html`<ul class="results">
        ${found.rules.map(
          (rule) =>
            html`<li class="card">
              <h2>${rule.title}<button class="rule" @click=${() => openRule(this, rule.id)}>${rule.id}</button></h2>
              <p>${rule.gist}</p>
            </li>`,
        )}
      </ul>
      ${found.more ? html`<p class="dim">There are more: say more.</p>` : nothing}`;
  }
}

function styles() {
  return css`
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
      display: grid;
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      gap: 12px;
      margin: 18px 0;
    }
    .results {
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
    .contents {
      display: grid;
      gap: 8px;
    }
    .chapter {
      border: 1px solid var(--edge);
      border-radius: 11px;
      background: var(--card);
      padding: 0 14px;
    }
    .chapter[open] {
      padding-bottom: 12px;
    }
    summary {
      padding: 12px 0;
      cursor: pointer;
      font-weight: 600;
    }
    summary b {
      display: inline-block;
      min-width: 38px;
      color: var(--accent);
    }
    summary .dim {
      font-weight: 400;
      font-size: 13px;
    }
    .chapter section {
      display: grid;
      grid-template-columns: 64px minmax(0, 1fr);
      gap: 8px;
      padding: 6px 0;
      border-top: 1px solid var(--edge);
    }
    section > h2 {
      font-size: 14px;
      line-height: 30px;
      color: var(--dim);
      font-variant-numeric: tabular-nums;
      overflow-wrap: anywhere;
    }
    .titles {
      list-style: none;
      margin: 0;
      padding: 0;
      display: flex;
      flex-wrap: wrap;
      gap: 2px 4px;
    }
    .titles button {
      min-height: 30px;
      padding: 3px 8px;
      border: 0;
      border-radius: 7px;
      background: none;
      text-align: left;
      cursor: pointer;
    }
    .titles button:hover,
    .titles button:focus-visible {
      background: var(--raised);
    }
    @media (max-width: 560px) {
      .find {
        grid-template-columns: 1fr;
      }
      .chapter section {
        grid-template-columns: 1fr;
      }
    }
  `;
}
