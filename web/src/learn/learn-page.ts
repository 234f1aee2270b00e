import { html, LitElement, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";

@customElement("df-learn")
export class LearnPage extends LitElement {
  protected override render(): TemplateResult {
    return html`<p>Lessons</p>`;
  }
}
