/** Counters that are not on the map but can be taken now: to be set up, or to enter. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { counterIcon, iconStyles, shapes } from "../board/counter-icon.js";
import type { CounterView, OffMapView } from "../generated/protocol.js";
import { ui } from "../styles/ui.js";

@customElement("df-reserve")
export class Reserve extends LitElement {
  static override styles = [ui, ...iconStyles, styles()];

  @property({ attribute: false }) groups: readonly OffMapView[] = [];
  @property({ attribute: false }) turn = 0;
  @property({ attribute: false }) side = "";
  @property({ attribute: false }) can: ReadonlySet<string> = new Set();
  @property({ attribute: false }) chosen: ReadonlySet<string> = new Set();

  private send(name: "pick" | "hover", id: string): void {
    this.dispatchEvent(new CustomEvent(name, { detail: id }));
  }

  private counter(counter: CounterView, n: number): TemplateResult {
    const can = this.can.has(counter.id);
    const words = counter.words || counter.name;
    return html`<button
      class="${can ? "able" : ""} ${this.chosen.has(counter.id) ? "taken" : ""}"
      ?disabled=${!can}
      data-counter=${counter.id}
      title=${words}
      @click=${() => this.send("pick", counter.id)}
      @pointerenter=${() => this.send("hover", counter.id)}
      @pointerleave=${() => this.send("hover", "")}
    >
      ${counterIcon(counter, 46)}<span class="sr">${words}</span>
      ${counter.weapons.map((weapon) => html`<span class="weapon">${weapon.weapon}</span>`)}
      ${n > 1 ? html`<span class="more">×${n}</span>` : nothing}
    </button>`;
  }

  /** Those who can be taken. Of several alike only one is offered: how many there are is written on it. */
  private shown(group: OffMapView): { counter: CounterView; n: number }[] {
    const kind = (counter: CounterView): string =>
      `${counter.kind} ${counter.name} ${counter.weapons.length}`;
    const able = group.counters.filter((one) => this.can.has(one.id) || this.chosen.has(one.id));
    return able.map((counter) => {
      const alike = group.counters.filter((other) => kind(other) === kind(counter));
      const offered = alike.filter((other) => this.can.has(other.id));
      return { counter, n: offered.length > 1 ? 1 : alike.length };
    });
  }

  private get near(): readonly OffMapView[] {
    return this.groups.filter(
      (group) =>
        group.side === this.side &&
        (group.due <= this.turn || group.due === 0) &&
        group.counters.some((counter) => this.can.has(counter.id) || this.chosen.has(counter.id)),
    );
  }

  /** The map has the place when there is nobody to show. */
  protected override willUpdate(): void {
    this.hidden = !this.near.length;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { near } = this;
    if (!near.length) return nothing;
    return html`${shapes()}
      ${near.map(
        (group) =>
          html`<section>
            <h2>${group.heading || (group.edges.length ? `Enter over the ${group.edges.join(" or ")} edge` : "To be set up")}</h2>
            <div class="counters">${this.shown(group).map(({ counter, n }) => this.counter(counter, n))}</div>
          </section>`,
      )}`;
  }
}

function styles() {
  return css`
    :host {
      display: flex;
      flex-wrap: wrap;
      justify-content: center;
      gap: 8px;
    }
    :host([hidden]) {
      display: none;
    }
    section {
      padding: 7px 10px 8px;
      border: 1px solid var(--edge);
      border-radius: 12px;
      background: color-mix(in srgb, var(--bar) 90%, transparent);
      box-shadow: var(--shadow);
    }
    h2 {
      font-size: 12.5px;
      font-weight: 500;
      color: var(--dim);
      margin-bottom: 4px;
    }
    .counters {
      display: flex;
      flex-wrap: wrap;
      gap: 3px;
    }
    button {
      position: relative;
      padding: 1px;
      border: 2px solid transparent;
      border-radius: 8px;
      background: none;
      cursor: pointer;
    }
    button:disabled {
      opacity: 0.45;
      cursor: default;
    }
    button.able {
      border-color: #ffe14a88;
      border-style: dashed;
    }
    button.able:hover,
    button.taken {
      border-color: #ffe14a;
      border-style: solid;
      opacity: 1;
    }
    .more {
      position: absolute;
      left: -5px;
      top: -6px;
      padding: 0 5px;
      border-radius: 8px;
      background: var(--accent);
      color: var(--on-accent);
      font-size: 11px;
      font-weight: 800;
    }
    .weapon {
      position: absolute;
      right: -2px;
      bottom: -3px;
      padding: 0 4px;
      border-radius: 4px;
      background: var(--bg);
      border: 1px solid var(--edge);
      font-size: 10px;
      font-weight: 700;
    }
  `;
}
