/** Which part of the map one looks at, and how panning and zooming change it. Pure numbers. */

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Area extends Size {
  readonly left: number;
  readonly top: number;
}

/** A spot of the map lies at `spot * scale + (x, y)` on the screen. */
export interface Viewport {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const CLOSEST = 3;
/** A hand's breadth beyond the edge may be pulled into view, so that edge hexes are not under the buttons. */
const SLACK = 60;
/** Beyond the whole map one may zoom out a little, to see that it is all. */
const MARGIN = 0.92;

export function toScreen(view: Viewport, spot: Spot): Spot {
  return { x: spot.x * view.scale + view.x, y: spot.y * view.scale + view.y };
}

export function toMap(view: Viewport, spot: Spot): Spot {
  return { x: (spot.x - view.x) / view.scale, y: (spot.y - view.y) / view.scale };
}

export function wholeScale(map: Area, screen: Size): number {
  return Math.min(screen.width / map.width, screen.height / map.height);
}

/** Keep the map on the screen: centred where it is smaller, without a gap where it is larger. */
export function keepOnScreen(view: Viewport, map: Area, screen: Size, slack = 0): Viewport {
  const scale = Math.min(CLOSEST, Math.max(view.scale, wholeScale(map, screen) * MARGIN));
  return {
    scale,
    x: alongAxis(view.x, map.left * scale, map.width * scale, screen.width, slack),
    y: alongAxis(view.y, map.top * scale, map.height * scale, screen.height, slack),
  };
}

function alongAxis(at: number, start: number, length: number, room: number, slack: number): number {
  if (length + 2 * slack <= room) return (room - length) / 2 - start;
  const most = slack - start;
  const least = room - slack - length - start;
  return Math.min(most, Math.max(least, at));
}

export function wholeMap(map: Area, screen: Size): Viewport {
  return centredOn(map, screen, wholeScale(map, screen) * 0.98, {
    x: map.left + map.width / 2,
    y: map.top + map.height / 2,
  });
}

export function centredOn(map: Area, screen: Size, scale: number, spot: Spot): Viewport {
  return keepOnScreen(
    { scale, x: screen.width / 2 - spot.x * scale, y: screen.height / 2 - spot.y * scale },
    map,
    screen,
  );
}

/** A good first look: as high as the screen where the map is long, never closer than counters need. */
export function firstLook(map: Area, screen: Size, spot: Spot): Viewport {
  const whole = wholeScale(map, screen);
  const filling = Math.max(screen.width / map.width, screen.height / map.height);
  const readable = Math.min(1.05, Math.max(whole, filling, 0.55));
  return centredOn(map, screen, readable, spot);
}

export function zoomedAt(view: Viewport, map: Area, screen: Size, factor: number, at: Spot): Viewport {
  const scale = Math.min(CLOSEST, Math.max(view.scale * factor, wholeScale(map, screen) * MARGIN));
  const spot = toMap(view, at);
  return keepOnScreen({ scale, x: at.x - spot.x * scale, y: at.y - spot.y * scale }, map, screen, SLACK);
}

export function panned(view: Viewport, map: Area, screen: Size, dx: number, dy: number): Viewport {
  return keepOnScreen({ ...view, x: view.x + dx, y: view.y + dy }, map, screen, SLACK);
}

/** Move as little as needed to have the spots in view with a margin around; null where they already are. */
export function broughtIntoView(
  view: Viewport,
  map: Area,
  screen: Size,
  spots: readonly Spot[],
  margin = 90,
): Viewport | null {
  if (!spots.length) return null;
  const seen = spots.map((spot) => toScreen(view, spot));
  const room = Math.min(margin, screen.width / 4, screen.height / 4);
  const dx = shift(
    seen.map((spot) => spot.x),
    room,
    screen.width - room,
  );
  const dy = shift(
    seen.map((spot) => spot.y),
    room,
    screen.height - room,
  );
  if (!dx && !dy) return null;
  const moved = keepOnScreen({ ...view, x: view.x + dx, y: view.y + dy }, map, screen, SLACK);
  return moved.x === view.x && moved.y === view.y ? null : moved;
}

function shift(values: readonly number[], low: number, high: number): number {
  const least = Math.min(...values);
  const most = Math.max(...values);
  if (most - least > high - low) return (low + high) / 2 - (least + most) / 2;
  if (least < low) return low - least;
  return most > high ? high - most : 0;
}

/** A view on the way from one to another; `t` from 0 to 1. */
export function between(from: Viewport, to: Viewport, t: number): Viewport {
  const ease = t * t * (3 - 2 * t);
  return {
    scale: from.scale + (to.scale - from.scale) * ease,
    x: from.x + (to.x - from.x) * ease,
    y: from.y + (to.y - from.y) * ease,
  };
}
