/** What the others have done since one's own last decision: their ways and their shots, and what came of them.
 *
 * Which events are ways, shots and results the server says with their signs; from where is seen on the scene before.
 */
import type { BoardScene, EventView, Scene } from "../generated/protocol.js";

export interface GoneWay {
  readonly side: string;
  readonly who: string;
  readonly hexes: readonly string[];
}

export interface FiredShot {
  readonly side: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly results: readonly string[];
}

/** A short effect on the board. */
export interface Flash {
  readonly id: string;
  readonly hex: string;
  readonly tone: EventView["sign"];
}

const BECAME: Partial<Record<EventView["sign"], string>> = { break: "breaks", kill: "lost", pin: "pinned" };
const FLASHES = new Set<EventView["sign"]>(["result", "break", "kill", "pin", "smoke", "rally"]);
const LONGEST_RESULT = 20;

export function hexOf(scene: Scene | null, piece: string): string {
  const stacks = scene?.kind === "board" ? (scene as BoardScene).stacks : [];
  const here = (stack: BoardScene["stacks"][number]): boolean =>
    stack.counters.some((one) => one.id === piece || one.weapons.some((weapon) => weapon.id === piece));
  return stacks.find(here)?.hex ?? "";
}

/** What is said last, after a colon, is what came of it. */
function resultOf(event: EventView): string {
  const said = event.text.split(": ").at(-1)?.replace(/\.$/, "") ?? "";
  return said.length <= LONGEST_RESULT ? said : "";
}

export class Aftermath {
  ways: readonly GoneWay[] = [];
  shots: readonly FiredShot[] = [];
  /** Moments at which something was to be seen, since one's own last decision. */
  moments: readonly number[] = [];

  clear(): void {
    this.ways = [];
    this.shots = [];
    this.moments = [];
  }

  /** A side has decided something: what the others did is seen, what it does itself is for them. */
  seenBy(side: string): void {
    this.ways = this.ways.filter((way) => way.side === side);
    this.shots = this.shots.filter((shot) => shot.side === side);
    this.moments = [];
  }

  /** Something happened, on the scene that was shown until then. */
  note(events: readonly EventView[], before: Scene | null): void {
    for (const event of events) {
      if (event.sign === "" || event.sign === "passing" || event.sign === "phase") continue;
      if (event.sign !== "turn" && event.sign !== "chapter" && this.moments.at(-1) !== event.moment) {
        this.moments = [...this.moments, event.moment];
      }
      const place = event.at || hexOf(before, event.who[0] ?? "");
      if (event.sign === "trail") this.walked(event, before);
      else if (event.sign === "shot") this.fired(event, before);
      else if (event.sign === "result") this.came(place, resultOf(event));
      else this.came(place, BECAME[event.sign] ?? "");
    }
  }

  private walked(event: EventView, before: Scene | null): void {
    const who = event.who.join("+");
    const last = this.ways.findLast((way) => way.who === who);
    if (last) {
      const longer = { ...last, hexes: [...last.hexes, event.at] };
      this.ways = this.ways.map((way) => (way === last ? longer : way));
    } else {
      const start = hexOf(before, event.who[0] ?? "");
      const hexes = start ? [start, event.at] : [event.at];
      this.ways = [...this.ways, { side: event.side, who, hexes }];
    }
  }

  private fired(event: EventView, before: Scene | null): void {
    const from = [...new Set(event.who.map((id) => this.placeOf(id, before)))];
    this.shots = [
      ...this.shots,
      {
        side: event.side,
        from: from.filter((hex) => hex && hex !== event.at),
        to: event.at,
        results: [],
      },
    ];
  }

  /** Where a piece is by now: at the end of its way, else where it stood. */
  private placeOf(piece: string, before: Scene | null): string {
    const way = this.ways.findLast((one) => one.who.split("+").includes(piece));
    return way?.hexes.at(-1) ?? hexOf(before, piece);
  }

  private came(place: string, result: string): void {
    const last = this.shots.findLast((shot) => shot.to === place);
    if (!last || !result) return;
    const told = { ...last, results: [...last.results, result] };
    this.shots = this.shots.map((shot) => (shot === last ? told : shot));
  }
}

/** What flashes up on the board for what has just happened. */
export function flashesOf(events: readonly EventView[], before: Scene | null): Flash[] {
  return events
    .filter((event) => FLASHES.has(event.sign))
    .map((event, i) => ({
      id: `${event.moment}-${i}`,
      hex: event.at || hexOf(before, event.who[0] ?? ""),
      tone: event.sign,
    }))
    .filter((flash) => flash.hex);
}
