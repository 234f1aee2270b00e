/** The lessons, one after the other. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { go, linkTo } from "../app/route.js";
import type { LessonView, SystemView } from "../generated/protocol.js";
import { api } from "../net/api.js";
import { icon } from "../styles/icons.js";
import { ui } from "../styles/ui.js";
import { begin, gameOf, lessonsDone } from "./pupil.js";

@customElement("df-learn")
export class LearnPage extends LitElement {
  static override styles = [ui, styles()];

  @state() private lessons: readonly LessonView[] = [];
  @state() private systems: readonly SystemView[] = [];
  @state() private failed = "";
  @state() private busy = "";

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      const { lessons, systems } = await api.lobby();
      this.lessons = lessons;
      this.systems = systems.filter((system) => lessons.some((lesson) => lesson.system === system.id));
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private async start(lesson: LessonView): Promise<void> {
    this.busy = lesson.id;
    try {
      go(linkTo("game", await begin(lesson)));
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    } finally {
      this.busy = "";
    }
  }

  private lesson(lesson: LessonView, n: number, done: ReadonlySet<string>, next: string): TemplateResult {
    const left = gameOf(lesson.id);
    const isDone = done.has(lesson.id);
    return html`<li class="card ${isDone ? "done" : ""} ${lesson.id === next ? "next" : ""}">
      <span class="number" aria-hidden="true">${isDone ? icon("done") : n}</span>
      <div>
        <h2>${lesson.title}${isDone ? html`<span class="sr"> (done)</span>` : nothing}</h2>
        <p class="dim">${lesson.goal}</p>
      </div>
      <div class="row">
        ${left ? html`<a class="btn primary" href=${linkTo("game", left)}>Go on</a>` : nothing}
        <button
          class="btn ${lesson.id === next && !left ? "primary" : ""}"
          data-lesson=${lesson.id}
          ?disabled=${this.busy !== ""}
          @click=${() => this.start(lesson)}
        >
          ${left ? "Start over" : isDone ? "Again" : "Start"}
        </button>
      </div>
    </li>`;
  }

  /** The lessons of one game. */
  private course(system: SystemView, done: ReadonlySet<string>): TemplateResult {
    const lessons = this.lessons.filter((lesson) => lesson.system === system.id);
    const next = lessons.find((lesson) => !done.has(lesson.id))?.id ?? "";
    return html`<section>
      <h2 class="course">${system.name}</h2>
      <ol>
        ${lessons.map((lesson, i) => this.lesson(lesson, i + 1, done, next))}
      </ol>
      ${
        next
          ? nothing
          : html`<p class="after">You know how it goes. <a class="btn primary" href="#/">Play a game</a></p>`
      }
    </section>`;
  }

  protected override render(): TemplateResult {
    const done = lessonsDone();
    return html`<h1>Learn the game</h1>
      <p class="dim intro">
        Short positions, played at the real table by the real rules. Take them in order, skip what you know, leave
        and come back: your place is kept.
      </p>
      ${this.failed ? html`<p role="alert">${this.failed}</p>` : nothing}
      ${this.systems.map((system) => this.course(system, done))}`;
  }
}

function styles() {
  return css`
    :host {
      display: block;
      width: min(780px, 100%);
      margin: 0 auto;
      padding: 24px 16px 60px;
    }
    h1 {
      font-size: 26px;
    }
    .intro {
      margin: 6px 0 20px;
      max-width: 60ch;
    }
    ol {
      list-style: none;
      margin: 0;
      padding: 0;
      display: grid;
      gap: 10px;
    }
    li {
      display: grid;
      grid-template-columns: 40px 1fr auto;
      gap: 14px;
      align-items: center;
    }
    .number {
      display: grid;
      place-items: center;
      width: 40px;
      height: 40px;
      border-radius: 50%;
      background: var(--raised);
      font-weight: 800;
      font-size: 17px;
    }
    .done .number {
      background: var(--good);
      color: #14200a;
    }
    .next {
      border-color: var(--accent);
    }
    h2 {
      font-size: 17px;
    }
    .course {
      margin: 26px 0 10px;
      color: var(--dim);
      font-size: 15px;
    }
    .after {
      margin-top: 20px;
    }
    @media (max-width: 560px) {
      li {
        grid-template-columns: 40px 1fr;
      }
      li .row {
        grid-column: 2;
      }
    }
  `;
}
