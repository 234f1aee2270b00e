/** The small map of a campaign: Setup Areas, No Man's Land, and who Controls what. */
import { css, html, LitElement, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { sideName } from "../app/words.js";
import type { CampaignSheets, HexView, MapInfo, SheetArea } from "../generated/protocol.js";
import { api } from "../net/api.js";
import { ui } from "../styles/ui.js";

const SMALL = 3;
const CORNERS = [0, 1, 2, 3, 4, 5].map(
  (n) => [Math.cos((n * Math.PI) / 3), Math.sin((n * Math.PI) / 3)] as const,
);

@customElement("df-front-map")
export class FrontMap extends LitElement {
  static override styles = [ui, styles()];

  @property({ attribute: false }) sheets!: CampaignSheets;
  /** Hexes that can be picked now. */
  @property({ attribute: false }) open: readonly string[] = [];
  @state() private map: MapInfo | null = null;
  @state() private failed = "";
  private byId = new Map<string, HexView>();

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = (changed.get("sheets") as CampaignSheets | undefined)?.map;
    if (changed.has("sheets") && before !== this.sheets.map) void this.load(this.sheets.map);
  }

  private async load(id: string): Promise<void> {
    try {
      const map = await api.map(id);
      this.byId = new Map(map.hexes.map((hex) => [hex.id, hex]));
      this.map = map;
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  private outline(map: MapInfo, hexes: readonly string[]): string {
    return hexes
      .map((id) => this.byId.get(id))
      .filter((hex): hex is HexView => hex !== undefined)
      .map((hex) => {
        const corners = CORNERS.map(
          ([x, y]) => `${(hex.x + x * map.hex_side).toFixed(1)} ${(hex.y + y * map.hex_side).toFixed(1)}`,
        );
        return `M${corners.join("L")}Z`;
      })
      .join("");
  }

  private area(map: MapInfo, area: SheetArea): TemplateResult {
    const kind = area.side || "nobody";
    return svg`<path class="area ${kind} ${area.isolated ? "isolated" : ""}" d=${this.outline(map, area.hexes)}></path>`;
  }

  private name(map: MapInfo, area: SheetArea): TemplateResult | typeof nothing {
    const hexes = area.hexes.map((id) => this.byId.get(id)).filter((hex) => hex !== undefined);
    if (!area.side || !hexes.length) return nothing;
    const x = hexes.reduce((sum, hex) => sum + hex.x, 0) / hexes.length;
    // The name of a small area stands above it, where it covers no mark.
    const above = hexes.length > SMALL ? 0 : map.hex_side * 1.7;
    const y = hexes.reduce((sum, hex) => sum + hex.y, 0) / hexes.length - above;
    return svg`<text class="name" x=${x} y=${y} font-size=${map.hex_side * (hexes.length > 20 ? 2.2 : 1.4)}>${area.id}</text>`;
  }

  private pick(hex: string): void {
    this.dispatchEvent(new CustomEvent("hex", { detail: hex }));
  }

  private marks(map: MapInfo): TemplateResult[] {
    return this.sheets.marks.flatMap((mark) => {
      const hex = this.byId.get(mark.hex);
      if (!hex) return [];
      const half = map.hex_side * 0.6;
      return [
        svg`<g class="mark ${mark.side}"><title>${hex.label}: ${sideName(mark.side)}</title>
          <rect x=${hex.x - half} y=${hex.y - half} width=${2 * half} height=${2 * half} rx=${half / 2}></rect>
          <text x=${hex.x} y=${hex.y} font-size=${map.hex_side * 0.95}>${mark.mark}</text></g>`,
      ];
    });
  }

  private words(): string {
    const areas = this.sheets.areas.filter((area) => area.side);
    const told = areas.map(
      (area) =>
        `${sideName(area.side)} ${area.id}, ${area.hexes.length} hexes${area.isolated ? ", Isolated" : ""}`,
    );
    return told.length ? `Setup Areas: ${told.join("; ")}.` : "The map before the first Refit Phase.";
  }

  protected override render(): TemplateResult {
    const map = this.map;
    if (!map)
      return html`<p class="dim" role=${this.failed ? "alert" : "status"}>${this.failed || "Drawing the map…"}</p>`;
    const { left, top, width, height } = map.box;
    return html`<div class="frame">
        <img src=${map.thumbnail} alt="" />
        <svg viewBox="${left} ${top} ${width} ${height}" role="img" aria-label=${this.words()}>
          ${this.sheets.areas.map((area) => this.area(map, area))}
          ${this.marks(map)}
          ${this.sheets.areas.map((area) => this.name(map, area))}
          ${this.open.map(
            (id) =>
              svg`<path class="open" data-hex=${id} d=${this.outline(map, [id])} @click=${() => this.pick(id)}><title>${this.byId.get(id)?.label ?? id}</title></path>`,
          )}
        </svg>
      </div>
      <p class="legend">
        <i class="german"></i> German <i class="british"></i> British <i class="nobody"></i> No Man's Land <i class="isolated"></i> Isolated · B
        building, R road exit, V vehicle
      </p>`;
  }
}

function styles() {
  return css`
    :host {
      display: block;
    }
    .frame {
      position: relative;
      overflow: hidden;
      border: 1px solid var(--edge);
      border-radius: var(--radius);
      background: var(--card);
    }
    .frame img {
      display: block;
      width: 100%;
      opacity: 0.75;
    }
    .frame svg {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
    }
    .area {
      fill-opacity: 0.42;
    }
    .area.german,
    .mark.german rect,
    i.german {
      fill: #2f5fa8;
      background: #2f5fa8;
    }
    .area.british,
    .mark.british rect,
    i.british {
      fill: #a8552b;
      background: #a8552b;
    }
    .area.nobody,
    i.nobody {
      fill: #111;
      background: #777;
    }
    .area.isolated {
      stroke: #ff3b30;
      stroke-width: 2px;
      vector-effect: non-scaling-stroke;
    }
    .mark text {
      fill: #fff;
      font-weight: 700;
      text-anchor: middle;
      dominant-baseline: central;
    }
    .name {
      fill: #fff;
      stroke: #000;
      stroke-width: 4px;
      paint-order: stroke;
      font-weight: 700;
      text-anchor: middle;
      dominant-baseline: central;
      pointer-events: none;
    }
    .open {
      fill: #fff;
      fill-opacity: 0.25;
      stroke: var(--accent);
      stroke-width: 3;
      cursor: pointer;
    }
    .open:hover {
      fill-opacity: 0.6;
    }
    .legend {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 6px;
      margin: 6px 0 0;
      color: var(--dim);
      font-size: 13px;
    }
    .legend .isolated {
      border: 2px solid #ff3b30;
    }
    .legend i {
      width: 14px;
      height: 14px;
      border-radius: 3px;
    }
  `;
}
