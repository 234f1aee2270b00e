/** Fingers, mouse and wheel turned into panning, zooming, pointing and tapping. */
import type { Spot } from "./viewport.js";

interface Wanted {
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Spot): void;
  /** `further`: with the shift key. */
  tap(at: Spot, target: Element | null, further: boolean): void;
  /** The other mouse button, or a finger that stays. */
  press(at: Spot, target: Element | null): void;
  /** Whether what lies there can be taken up; then it is carried about until it is let go. */
  grab(target: Element | null): boolean;
  carry(at: Spot): void;
  drop(at: Spot): void;
  /** A box is drawn around things, with the shift key. */
  frame(from: Spot, to: Spot): void;
  framed(from: Spot, to: Spot): void;
  hover(at: Spot, target: Element | null): void;
  leave(): void;
}

/** A finger that trembles is not dragging. */
const SLOP = 7;

export class Gestures {
  private readonly fingers = new Map<number, Spot>();
  private began: Spot | null = null;
  private target: Element | null = null;
  private dragging = false;
  private hand: "pans" | "carries" | "frames" = "pans";
  private corner: Spot = { x: 0, y: 0 };
  private readonly off = new AbortController();

  constructor(
    private readonly element: HTMLElement,
    private readonly wanted: Wanted,
  ) {
    const options = { signal: this.off.signal };
    element.addEventListener("pointerdown", (event) => this.down(event), options);
    element.addEventListener("pointermove", (event) => this.move(event), options);
    element.addEventListener("pointerup", (event) => this.up(event), options);
    element.addEventListener("pointercancel", (event) => this.cancel(event), options);
    element.addEventListener("pointerleave", () => this.wanted.leave(), options);
    element.addEventListener("contextmenu", (event) => this.press(event), options);
    element.addEventListener("wheel", (event) => this.wheel(event), { ...options, passive: false });
  }

  /** The player has a hand on the map. */
  get busy(): boolean {
    return this.fingers.size > 0;
  }

  release(): void {
    this.off.abort();
  }

  private spot(event: MouseEvent): Spot {
    const rect = this.element.getBoundingClientRect();
    return { x: event.clientX - rect.left, y: event.clientY - rect.top };
  }

  /** What lies under the pointer, through the shadow root. */
  private under(event: Event): Element | null {
    const first = event.composedPath()[0];
    return first instanceof Element ? first : null;
  }

  private down(event: PointerEvent): void {
    if (event.button > 1) return;
    this.fingers.set(event.pointerId, this.spot(event));
    if (this.fingers.size === 1) {
      this.began = this.spot(event);
      this.target = this.under(event);
      this.dragging = event.button === 1;
      this.corner = this.began;
      this.hand = event.shiftKey ? "frames" : "pans";
    } else {
      this.began = null;
    }
  }

  private move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    const now = this.spot(event);
    if (!before) {
      if (event.pointerType !== "touch") this.wanted.hover(now, this.under(event));
      return;
    }
    if (this.fingers.size === 1) this.drag(event, before, now);
    else this.pinch(event.pointerId, before, now);
    this.fingers.set(event.pointerId, now);
  }

  private drag(event: PointerEvent, before: Spot, now: Spot): void {
    if (!this.dragging && this.began && Math.hypot(now.x - this.began.x, now.y - this.began.y) > SLOP) {
      this.dragging = true;
      this.element.setPointerCapture(event.pointerId);
      this.wanted.leave();
      if (this.hand === "pans" && this.wanted.grab(this.target)) this.hand = "carries";
    }
    if (!this.dragging) return;
    if (this.hand === "carries") this.wanted.carry(now);
    else if (this.hand === "frames") this.wanted.frame(this.corner, now);
    else this.wanted.pan(now.x - before.x, now.y - before.y);
  }

  private pinch(id: number, before: Spot, now: Spot): void {
    const other = [...this.fingers].find(([finger]) => finger !== id)?.[1];
    if (!other) return;
    const apart = Math.hypot(before.x - other.x, before.y - other.y);
    const wider = Math.hypot(now.x - other.x, now.y - other.y);
    this.dragging = true;
    this.wanted.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    if (apart > 10) this.wanted.zoom(wider / apart, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }

  private up(event: PointerEvent): void {
    const known = this.fingers.delete(event.pointerId);
    if (known && this.dragging && this.hand === "carries") this.wanted.drop(this.spot(event));
    if (known && this.dragging && this.hand === "frames") this.wanted.framed(this.corner, this.spot(event));
    this.hand = "pans";
    if (known && !this.dragging && this.began && event.button === 0)
      this.wanted.tap(this.began, this.target, event.shiftKey);
    if (!this.fingers.size) this.dragging = false;
    this.began = null;
  }

  private press(event: MouseEvent): void {
    event.preventDefault();
    this.began = null;
    this.wanted.press(this.spot(event), this.under(event));
  }

  private cancel(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    this.began = null;
    if (!this.fingers.size) this.dragging = false;
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 18 : 1;
    if (event.shiftKey) {
      this.wanted.pan(-(event.deltaX || event.deltaY) * unit, 0);
      return;
    }
    const step = Math.max(-160, Math.min(160, event.deltaY * unit));
    this.wanted.zoom(Math.exp(-step * 0.0022), this.spot(event));
  }
}
