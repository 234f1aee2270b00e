/** Dragging a card with mouse, finger or pen: a ghost follows, and whatever it is let go over is told. */

const STARTS_AFTER = 7;

export interface DragEnds {
  /** The card is on its way. */
  readonly begun: () => void;
  /** It is over a thing, or over nothing. */
  readonly over: (thing: string) => void;
  /** It was let go there; nowhere if empty. */
  readonly dropped: (thing: string) => void;
}

/** The thing under a point, through all shadow trees. */
export function thingAt(x: number, y: number): string {
  let root: Document | ShadowRoot = document;
  for (;;) {
    const hit: Element | null = root.elementFromPoint(x, y);
    const thing = hit?.closest<HTMLElement>("[data-thing]")?.dataset.thing;
    if (thing) return thing;
    if (!hit?.shadowRoot || hit.shadowRoot === root) return "";
    root = hit.shadowRoot;
  }
}

/** Follow a pointer that was pressed on a card. A press without a drag is left to be a click. */
export function followDrag(event: PointerEvent, card: HTMLElement, ends: DragEnds): void {
  if (event.button !== 0) return;
  const from = { x: event.clientX, y: event.clientY };
  let ghost: HTMLElement | null = null;

  const start = (): void => {
    const box = card.getBoundingClientRect();
    ghost = card.cloneNode(true) as HTMLElement;
    ghost.removeAttribute("data-thing");
    ghost.setAttribute("aria-hidden", "true");
    ghost.classList.add("ghost");
    ghost.style.width = `${box.width}px`;
    ghost.style.height = `${box.height}px`;
    ghost.style.left = `${box.left}px`;
    ghost.style.top = `${box.top}px`;
    card.getRootNode().appendChild(ghost);
    ends.begun();
  };

  const move = (at: PointerEvent): void => {
    const [dx, dy] = [at.clientX - from.x, at.clientY - from.y];
    if (!ghost && Math.hypot(dx, dy) < STARTS_AFTER) return;
    if (!ghost) start();
    if (ghost) ghost.style.transform = `translate(${dx}px, ${dy}px) rotate(2deg)`;
    ends.over(thingAt(at.clientX, at.clientY));
  };

  const stop = (at: PointerEvent): void => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", stop);
    window.removeEventListener("pointercancel", stop);
    if (!ghost) return;
    ghost.remove();
    // The click that follows a drag is none.
    const swallow = (click: Event): void => click.stopPropagation();
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
    ends.dropped(at.type === "pointerup" ? thingAt(at.clientX, at.clientY) : "");
  };

  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", stop);
  window.addEventListener("pointercancel", stop);
}
