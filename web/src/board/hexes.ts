/** Finding hexes: under a finger, beside another hex, by what is written on them. */
import type { HexView, MapInfo } from "../generated/protocol.js";
import type { Spot } from "./viewport.js";

export type Heading = "up" | "down" | "left" | "right";

export class HexIndex {
  readonly byId = new Map<string, HexView>();
  private readonly columns: { readonly x: number; readonly hexes: HexView[] }[] = [];
  private readonly side: number;

  constructor(readonly map: MapInfo) {
    this.side = map.hex_side;
    const columns = new Map<number, HexView[]>();
    for (const hex of map.hexes) {
      this.byId.set(hex.id, hex);
      const x = Math.round(hex.x);
      const column = columns.get(x);
      if (column) column.push(hex);
      else columns.set(x, [hex]);
    }
    for (const [x, hexes] of [...columns].sort(([a], [b]) => a - b)) {
      this.columns.push({ x, hexes: hexes.sort((a, b) => a.y - b.y) });
    }
  }

  /** The hex at a spot of the map: the one whose centre is nearest, if it is near enough. */
  at(spot: Spot): HexView | null {
    let best: HexView | null = null;
    let nearest = this.side * this.side;
    for (const column of this.columns) {
      if (Math.abs(column.x - spot.x) > this.side) continue;
      for (const hex of column.hexes) {
        const distance = (hex.x - spot.x) ** 2 + (hex.y - spot.y) ** 2;
        if (distance < nearest) {
          nearest = distance;
          best = hex;
        }
      }
    }
    return best;
  }

  label(id: string): string {
    return this.byId.get(id)?.label ?? id;
  }

  /** The next hex for a cursor that is moved with the arrow keys. */
  beside(id: string, heading: Heading): HexView | null {
    const from = this.byId.get(id);
    if (!from) return this.map.hexes[0] ?? null;
    const high = this.side * Math.sqrt(3);
    if (heading === "up" || heading === "down") {
      return this.at({ x: from.x, y: from.y + (heading === "up" ? -high : high) });
    }
    const x = from.x + (heading === "left" ? -1.5 : 1.5) * this.side;
    return this.at({ x, y: from.y - high / 2 + 1 }) ?? this.at({ x, y: from.y + high / 2 - 1 });
  }

  /** A hex as a player would type it, with or without the board's letter. */
  named(text: string): HexView | null {
    const wanted = text.trim().toLowerCase();
    if (!wanted) return null;
    for (const hex of this.map.hexes) {
      if (hex.label.toLowerCase() === wanted || hex.id.toLowerCase() === wanted) return hex;
    }
    return null;
  }
}

/** The corners of a hex, as points of a polygon. `inset` makes it smaller. */
export function outline(centre: Spot, side: number, inset = 0): string {
  const reach = side - inset;
  const up = (reach * Math.sqrt(3)) / 2;
  const corners: readonly (readonly [number, number])[] = [
    [reach, 0],
    [reach / 2, up],
    [-reach / 2, up],
    [-reach, 0],
    [-reach / 2, -up],
    [reach / 2, -up],
  ];
  return corners.map(([x, y]) => `${(centre.x + x).toFixed(1)},${(centre.y + y).toFixed(1)}`).join(" ");
}
