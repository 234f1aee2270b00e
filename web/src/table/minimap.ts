/** The whole map, small: where the forces are and which part one looks at. */
import { css, html, LitElement, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { type Size, type Spot, toScreen, type Viewport } from "../board/viewport.js";
import type { BoardScene, MapInfo } from "../generated/protocol.js";

@customElement("df-minimap")
export class MiniMap extends LitElement {
  static override styles = css`
    :host {
      display: block;
      width: min(var(--most-width, 200px), calc(var(--most-height, 124px) * var(--ratio, 2)));
      border: 1px solid var(--edge);
      border-radius: 8px;
      overflow: hidden;
      background: #a9bc78;
      box-shadow: 0 2px 10px rgb(0 0 0 / 0.4);
      cursor: pointer;
      touch-action: none;
      transition: opacity 0.15s;
    }
    /* A hex that can be chosen lies beneath: one sees it, and can click it. */
    :host([yields]) {
      opacity: 0.14;
      pointer-events: none;
    }
    @media (prefers-reduced-motion: reduce) {
      :host {
        transition: none;
      }
    }
    svg {
      display: block;
      width: 100%;
      height: auto;
    }
    .window {
      fill: #fff;
      fill-opacity: 0.14;
      stroke: #fff;
      stroke-width: 14;
    }
    .dot {
      stroke: #14170e;
      stroke-width: 8;
      fill: #fff;
    }
    .dot.german {
      fill: #7fb0df;
    }
    .dot.american {
      fill: #eef3a6;
    }
    .dot.british {
      fill: #e8cf9a;
    }
    .dot.russian {
      fill: #f0a05a;
    }
  `;

  @property({ attribute: false }) map!: MapInfo;
  @property({ attribute: false }) scene!: BoardScene;
  /** Hexes that can be chosen: this map is not in their way. */
  @property({ attribute: false }) choices: readonly string[] = [];
  @state() private view: Viewport | null = null;
  @state() private size: Size = { width: 0, height: 0 };
  /** Where the corner of the board is on the page. */
  private corner: Spot = { x: 0, y: 0 };

  protected override updated(): void {
    const { box } = this.map;
    this.style.setProperty("--ratio", String(box.width / box.height));
    this.toggleAttribute("yields", this.covers());
  }

  looks(view: Viewport, size: Size, corner: Spot): void {
    this.view = view;
    this.size = size;
    this.corner = corner;
  }

  private covers(): boolean {
    const { view, corner } = this;
    if (!view || !this.choices.length) return false;
    const { left, right, top, bottom } = this.getBoundingClientRect();
    const wanted = new Set(this.choices);
    const reach = (this.map.hex_side * view.scale) / 2;
    return this.map.hexes.some((hex) => {
      if (!wanted.has(hex.id)) return false;
      const spot = toScreen(view, hex);
      const [x, y] = [corner.x + spot.x, corner.y + spot.y];
      return x > left - reach && x < right + reach && y > top - reach && y < bottom + reach;
    });
  }

  private go(event: PointerEvent): void {
    if (event.type === "pointermove" && !event.buttons) return;
    const rect = this.getBoundingClientRect();
    const { box } = this.map;
    const spot: Spot = {
      x: box.left + ((event.clientX - rect.left) / rect.width) * box.width,
      y: box.top + ((event.clientY - rect.top) / rect.height) * box.height,
    };
    this.dispatchEvent(new CustomEvent("look", { detail: spot }));
  }

  protected override render(): TemplateResult {
    const { box } = this.map;
    const places = new Map(this.map.hexes.map((hex) => [hex.id, hex]));
    const { view, size } = this;
    return html`<svg
      viewBox="${box.left} ${box.top} ${box.width} ${box.height}"
      @pointerdown=${this.go}
      @pointermove=${this.go}
      aria-hidden="true"
    >
      <image href=${this.map.thumbnail} x=${box.left} y=${box.top} width=${box.width} height=${box.height} />
      ${this.scene.stacks.map((stack) => {
        const hex = places.get(stack.hex);
        const top = stack.counters.at(-1);
        if (!hex || !top) return "";
        const shape =
          top.nationality === "german"
            ? svg`<rect class="dot german" x=${hex.x - 32} y=${hex.y - 32} width="64" height="64"/>`
            : svg`<circle class="dot ${top.nationality}" cx=${hex.x} cy=${hex.y} r="36"/>`;
        return shape;
      })}
      ${
        view
          ? svg`<rect class="window" x=${-view.x / view.scale} y=${-view.y / view.scale} width=${size.width / view.scale} height=${size.height / view.scale}/>`
          : ""
      }
    </svg>`;
  }
}
