/** The whole page: the bar on top, and under it the place that the address names. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { ui } from "../styles/ui.js";
import { addKey } from "./keyring.js";
import { dress, onPreferences } from "./preferences.js";
import { parseRoute, type Route } from "./route.js";
import "../lobby/lobby-page.js";
import "../lobby/join-page.js";
import "../table/table-page.js";
import "../campaign/campaign-page.js";
import "../campaign/campaigns-page.js";
import "../design/design-page.js";
import "../design/room-page.js";
import "../learn/learn-page.js";
import "../people/balance-page.js";
import "../people/people-page.js";
import "../panels/rules-page.js";
import "../panels/preferences-dialog.js";
import "../panels/rule-dialog.js";
import type { PreferencesDialog } from "../panels/preferences-dialog.js";
import type { RuleDialog } from "../panels/rule-dialog.js";

@customElement("df-app")
export class App extends LitElement {
  static override styles = [
    ui,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 100dvh;
      }
      header {
        display: flex;
        align-items: center;
        gap: 6px;
        min-height: 54px;
        padding: 0 18px;
        background: var(--bar);
        border-bottom: 1px solid var(--edge);
      }
      .brand {
        display: flex;
        align-items: center;
        gap: 10px;
        margin-right: 14px;
        color: var(--ink);
        font-size: 18px;
        font-weight: 800;
        letter-spacing: 0.01em;
        text-decoration: none;
      }
      nav {
        display: flex;
        gap: 2px;
        flex: 1;
      }
      nav a {
        padding: 8px 12px;
        border-radius: 8px;
        color: var(--dim);
        text-decoration: none;
      }
      nav a:hover,
      nav a[aria-current] {
        color: var(--ink);
        background: var(--raised);
      }
      main {
        flex: 1;
        display: flex;
        flex-direction: column;
        min-height: 0;
      }
      .lost {
        margin: 15vh auto;
        text-align: center;
        display: grid;
        gap: 14px;
        justify-items: center;
      }
      .skip {
        position: absolute;
        left: -999px;
      }
      .skip:focus {
        left: 8px;
        top: 8px;
        z-index: 10;
      }
      @media (max-width: 480px) {
        header {
          padding: 0 8px;
        }
        .brand {
          margin-right: 2px;
        }
        .brand span {
          display: none;
        }
        header,
        nav {
          gap: 0;
        }
        nav a,
        header .btn {
          padding: 8px 6px;
          font-size: 14px;
        }
      }
    `,
  ];

  @state() private route: Route = parseRoute(location.hash);
  private readonly onHash = () => this.arrive();

  override connectedCallback(): void {
    super.connectedCallback();
    dress();
    onPreferences(() => this.requestUpdate());
    for (const query of ["(prefers-color-scheme: light)", "(prefers-contrast: more)"]) {
      matchMedia(query).addEventListener("change", dress);
    }
    window.addEventListener("hashchange", this.onHash);
    this.addEventListener("rule", (event) => this.showRule((event as CustomEvent<string>).detail));
    this.addEventListener("preferences", () => this.dialog<PreferencesDialog>("df-preferences")?.open());
    this.arrive();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("hashchange", this.onHash);
  }

  private arrive(): void {
    const route = parseRoute(location.hash);
    if (route.page === "watch") {
      // The token goes into the keyring and out of the address bar, where others could read it.
      addKey({ id: route.id, seats: [], watch: route.token, invites: [] });
      const moment = route.moment === null ? "" : `/at/${route.moment}`;
      location.replace(`#/game/${encodeURIComponent(route.id)}${moment}`);
      return;
    }
    this.route = route;
    document.title = "Defilade";
  }

  private dialog<T extends Element>(name: string): T | null {
    return this.renderRoot.querySelector<T>(name);
  }

  private showRule(id: string): void {
    this.dialog<RuleDialog>("df-rule")?.open(id);
  }

  private bar(): TemplateResult {
    const at = (...pages: Route["page"][]) => (pages.includes(this.route.page) ? "page" : nothing);
    return html`<header>
      <a class="brand" href="#/" aria-label="Defilade, to the lobby">
        <svg width="30" height="30" viewBox="0 0 64 64" aria-hidden="true">
          <path d="M16 4h32l15 28-15 28H16L1 32z" fill="#3c5c28" stroke="var(--ink)" stroke-width="2.5" />
          <rect x="17" y="17" width="30" height="30" rx="3" fill="#ffcf57" />
          <path
            d="M24 41h16M32 22a6 6 0 0 1 6 6H26a6 6 0 0 1 6-6zm-5 8h10l1 8H26z"
            fill="none"
            stroke="#1b1e17"
            stroke-width="3"
            stroke-linejoin="round"
          />
        </svg>
        <span>Defilade</span>
      </a>
      <nav aria-label="Main">
        <a href="#/" aria-current=${at("lobby", "scenario", "design", "room", "challenge", "people", "balance")}>Play</a>
        <a href="#/campaigns" aria-current=${at("campaigns", "campaign")}>Campaigns</a>
        <a href="#/learn" aria-current=${at("learn")}>Learn</a>
        <a href="#/rules" aria-current=${at("rules")}>Rules</a>
      </nav>
      <button class="btn quiet" @click=${() => this.dialog<PreferencesDialog>("df-preferences")?.open()}>
        Preferences
      </button>
    </header>`;
  }

  private place(): TemplateResult {
    const route = this.route;
    switch (route.page) {
      case "lobby":
        return html`<df-lobby></df-lobby>`;
      case "scenario":
        return html`<df-lobby .scenario=${route.id}></df-lobby>`;
      case "join":
        return html`<df-join .game=${route.id} .invite=${route.invite}></df-join>`;
      case "challenge":
        return html`<df-join .challenge=${route.id}></df-join>`;
      case "balance":
        return html`<df-balance .scenario=${route.id}></df-balance>`;
      case "people":
        return html`<df-people .name=${route.name}></df-people>`;
      case "campaigns":
        return html`<df-campaigns></df-campaigns>`;
      case "design":
        return html`<df-design></df-design>`;
      case "campaign":
        return route.invite
          ? html`<df-join .campaign=${route.id} .invite=${route.invite}></df-join>`
          : html`<df-campaign .campaign=${route.id}></df-campaign>`;
      case "room":
        return route.invite
          ? html`<df-join .room=${route.id} .invite=${route.invite}></df-join>`
          : html`<df-room .room=${route.id}></df-room>`;
      case "learn":
        return html`<df-learn></df-learn>`;
      case "rules":
        return html`<df-rules .rule=${route.id}></df-rules>`;
      default:
        return html`<div class="lost">
          <h1>Nothing here</h1>
          <p class="dim">That address leads nowhere on this map.</p>
          <a class="btn primary" href="#/">To the lobby</a>
        </div>`;
    }
  }

  protected override render(): TemplateResult {
    const route = this.route;
    const page =
      route.page === "game"
        ? html`<main id="main"><df-table .game=${route.id} .moment=${route.moment}></df-table></main>`
        : html`${this.bar()}<main id="main">${this.place()}</main>`;
    return html`${page}<df-preferences></df-preferences><df-rule></df-rule>`;
  }
}
