/** What the coach says, over the question that the game asks. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { LessonView } from "../generated/protocol.js";
import { ui } from "../styles/ui.js";
import { ruleButton } from "../table/breakdown.js";
import { isComplete, type Progress, stepOf } from "./coach.js";

@customElement("df-coach")
export class CoachCard extends LitElement {
  static override styles = [
    ui,
    css`
      :host {
        display: block;
        padding: 12px 14px;
        background: color-mix(in srgb, var(--accent) 13%, var(--card));
        border-bottom: 1px solid var(--edge);
      }
      .head {
        display: flex;
        justify-content: space-between;
        gap: 10px;
        font-size: 13px;
        color: var(--dim);
        margin-bottom: 6px;
      }
      .dots {
        display: flex;
        gap: 4px;
        align-items: center;
      }
      .dots i {
        width: 8px;
        height: 8px;
        border-radius: 50%;
        border: 1.5px solid var(--dim);
      }
      .dots i.past {
        background: var(--dim);
      }
      .dots i.now {
        background: var(--accent);
        border-color: var(--accent);
      }
      .say {
        font-size: 15.5px;
        line-height: 1.5;
      }
      .row {
        margin-top: 9px;
      }
    `,
  ];

  @property({ attribute: false }) lesson!: LessonView;
  @property({ attribute: false }) progress!: Progress;
  @property({ attribute: false }) hasNext = false;

  private send(what: "onward" | "again" | "next" | "leave"): void {
    this.dispatchEvent(new CustomEvent(what));
  }

  protected override render(): TemplateResult {
    const step = stepOf(this.lesson, this.progress);
    const done = isComplete(this.lesson, this.progress);
    return html`<div class="head">
        <span>Lesson: ${this.lesson.title}</span>
        <span class="dots" role="img" aria-label="Step ${this.progress.step + 1} of ${this.lesson.steps.length}">
          ${this.lesson.steps.map(
            (_, i) =>
              html`<i class=${i < this.progress.step ? "past" : i === this.progress.step ? "now" : ""}></i>`,
          )}
        </span>
      </div>
      <p class="say" role="status">${step?.say ?? ""}</p>
      <div class="row">
        ${step?.rules.map((id) => ruleButton(id, this))}
        ${
          done
            ? html`${
                this.hasNext
                  ? html`<button class="btn small primary" @click=${() => this.send("next")}>Next lesson</button>`
                  : nothing
              }
              <button class="btn small" @click=${() => this.send("leave")}>All lessons</button>`
            : html`${
                step?.until === null
                  ? html`<button class="btn small primary" @click=${() => this.send("onward")}>Go on</button>`
                  : nothing
              }
              <button class="btn small quiet" @click=${() => this.send("again")}>Start again</button>
              <button class="btn small quiet" @click=${() => this.send("leave")}>Leave</button>`
        }
      </div>`;
  }
}
