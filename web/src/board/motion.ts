/** Motion that tells what happened: counters slide to where they went. */

const SLIDE: KeyframeAnimationOptions = {
  duration: 380,
  easing: "cubic-bezier(.3,.05,.25,1)",
  composite: "add",
};

/** Let an element come from where it was; `dx`, `dy` lead back there. */
export function slide(element: Element, dx: number, dy: number): void {
  // On the inner group: the outer one holds the place in an attribute, which an animation would replace.
  const inner = element.firstElementChild ?? element;
  inner.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "translate(0, 0)" }], SLIDE);
}
