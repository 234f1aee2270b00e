/** How a player likes the table. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, query } from "lit/decorators.js";
import { canNotify, mayNotify } from "../app/notify.js";
import { onPreferences, type Preferences, prefer, preferences } from "../app/preferences.js";
import { ui } from "../styles/ui.js";
import "./account-form.js";

type Chooser = {
  [K in keyof Preferences]: readonly [
    key: K,
    label: string,
    values: readonly (readonly [Preferences[K], string])[],
  ];
}[keyof Preferences];

const CHOOSERS: readonly Chooser[] = [
  [
    "theme",
    "Theme",
    [
      ["system", "As the system"],
      ["dark", "Dark"],
      ["light", "Light"],
      ["contrast", "High contrast"],
    ],
  ],
  [
    "colours",
    "Colours of counters and odds",
    [
      ["hobby", "As in the hobby"],
      ["safe", "Safe for any colour vision"],
    ],
  ],
  [
    "map",
    "Map",
    [
      ["painted", "Painted"],
      ["pale", "Pale"],
      ["contrast", "High contrast"],
    ],
  ],
  [
    "pace",
    "What others do is shown",
    [
      ["calm", "Calmly"],
      ["brisk", "Briskly"],
      ["instant", "At once"],
    ],
  ],
  [
    "motion",
    "Motion",
    [
      ["system", "As the system"],
      ["full", "Counters slide, dice fall"],
      ["none", "None"],
    ],
  ],
  [
    "answer",
    "Short questions at a card table",
    [
      ["0", "wait for me"],
      ["15", "are answered with no after 15 seconds"],
      ["30", "are answered with no after 30 seconds"],
      ["60", "are answered with no after a minute"],
    ],
  ],
];

const SWITCHES: readonly (readonly [keyof Preferences, string])[] = [
  ["names", "Hex names"],
  ["grid", "Hex grid"],
  ["centres", "Centre dots"],
  ["sound", "Sound"],
  ["confirm", "Ask before resigning or ending a phase with things left to do"],
];

@customElement("df-preferences")
export class PreferencesDialog extends LitElement {
  static override styles = [
    ui,
    css`
      .grid {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(240px, 1fr));
        gap: 14px;
      }
      label.switch {
        display: flex;
        gap: 10px;
        align-items: start;
        min-height: 30px;
      }
      input[type="checkbox"] {
        width: 20px;
        height: 20px;
        margin: 1px 0 0;
        accent-color: var(--accent);
        flex: none;
      }
    `,
  ];

  @query("dialog") private dialog!: HTMLDialogElement;

  override connectedCallback(): void {
    super.connectedCallback();
    onPreferences(() => this.requestUpdate());
  }

  open(): void {
    this.dialog.showModal();
  }

  private chooser([key, label, values]: Chooser): TemplateResult {
    const now = preferences()[key];
    return html`<label class="field"
      ><span>${label}</span>
      <select
        @change=${(event: Event) => prefer({ [key]: (event.target as HTMLSelectElement).value } as Partial<Preferences>)}
      >
        ${values.map(([value, words]) => html`<option value=${String(value)} ?selected=${value === now}>${words}</option>`)}
      </select>
    </label>`;
  }

  /** Only a browser that lets us may tell anything. */
  private notifications(on: boolean): TemplateResult {
    const set = async (box: HTMLInputElement): Promise<void> => {
      const wanted = box.checked;
      const allowed = !wanted || (await mayNotify());
      prefer({ notify: wanted && allowed });
      box.checked = wanted && allowed;
    };
    return html`<label class="switch"
      ><input type="checkbox" .checked=${on} @change=${(event: Event) => set(event.target as HTMLInputElement)} />Tell me by a
      notification when it is my turn and I look elsewhere</label
    >`;
  }

  protected override render(): TemplateResult {
    const now = preferences();
    return html`<dialog aria-labelledby="title" @click=${(event: Event) => event.target === this.dialog && this.dialog.close()}>
      <div class="dialog-head">
        <h2 id="title">Preferences</h2>
        <button class="btn small" @click=${() => this.dialog.close()}>Close</button>
      </div>
      <div class="dialog-body">
        <div class="grid">
          <label class="field"
            ><span>Your name at the table</span>
            <input
              type="text"
              maxlength="40"
              autocomplete="nickname"
              .value=${now.name}
              @change=${(event: Event) => prefer({ name: (event.target as HTMLInputElement).value.trim() })}
          /></label>
          ${CHOOSERS.map((one) => this.chooser(one))}
        </div>
        <fieldset>
          <legend>Show and ask</legend>
          <div class="grid">
            ${SWITCHES.map(
              ([key, label]) =>
                html`<label class="switch"
                  ><input
                    type="checkbox"
                    .checked=${Boolean(now[key])}
                    @change=${(event: Event) => prefer({ [key]: (event.target as HTMLInputElement).checked })}
                  />${label}</label
                >`,
            )}
            ${canNotify() ? this.notifications(now.notify) : nothing}
          </div>
        </fieldset>
        <fieldset>
          <legend>Account</legend>
          <df-account></df-account>
        </fieldset>
        <p class="dim">Preferences are kept in this browser, for all games.</p>
      </div>
    </dialog>`;
  }
}
