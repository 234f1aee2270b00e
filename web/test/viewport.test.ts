import { describe, expect, it } from "vitest";
import * as port from "../src/board/viewport.js";

const map = { left: 0, top: 0, width: 2880, height: 1040 };
const screen = { width: 1000, height: 800 };

describe("looking at the map", () => {
  it("shows all of it on demand, centred", () => {
    const view = port.wholeMap(map, screen);
    const a = port.toScreen(view, { x: 0, y: 0 });
    const b = port.toScreen(view, { x: 2880, y: 1040 });
    expect(a.x).toBeGreaterThanOrEqual(0);
    expect(b.x).toBeLessThanOrEqual(1000);
    expect(a.y + b.y).toBeCloseTo(800);
  });

  it("keeps what is under the finger there while zooming", () => {
    const view = port.centredOn(map, screen, 1, { x: 1400, y: 500 });
    const at = { x: 300, y: 200 };
    const before = port.toMap(view, at);
    const after = port.toMap(port.zoomedAt(view, map, screen, 1.4, at), at);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it("neither zooms in nor out without end", () => {
    let view = port.wholeMap(map, screen);
    for (let i = 0; i < 60; i++) view = port.zoomedAt(view, map, screen, 1.5, { x: 500, y: 400 });
    expect(view.scale).toBe(port.CLOSEST);
    for (let i = 0; i < 60; i++) view = port.zoomedAt(view, map, screen, 0.5, { x: 500, y: 400 });
    expect(view.scale).toBeGreaterThan(0.8 * port.wholeScale(map, screen));
  });

  it("does not let the map be lost by panning", () => {
    const view = port.panned(port.firstLook(map, screen, { x: 100, y: 100 }), map, screen, 99_999, -99_999);
    expect(port.toScreen(view, { x: 0, y: 0 }).x).toBeLessThan(screen.width / 2);
    expect(port.toScreen(view, { x: 0, y: 1040 }).y).toBeGreaterThan(screen.height / 2);
  });

  it("moves as little as needed to bring something into view", () => {
    const view = port.centredOn(map, screen, 1, { x: 1400, y: 500 });
    expect(port.broughtIntoView(view, map, screen, [{ x: 1400, y: 500 }])).toBeNull();
    const moved = port.broughtIntoView(view, map, screen, [{ x: 2200, y: 500 }]);
    expect(moved && port.toScreen(moved, { x: 2200, y: 500 }).x).toBeCloseTo(910);
    expect(port.broughtIntoView(view, map, screen, [])).toBeNull();
  });

  it("arrives where it was going", () => {
    const from = { scale: 1, x: 0, y: 0 };
    const to = { scale: 2, x: 10, y: 20 };
    expect(port.between(from, to, 0)).toEqual(from);
    expect(port.between(from, to, 1)).toEqual(to);
  });
});
