/** What any part of the page can ask of the whole. */

export function openRule(from: EventTarget, id: string): void {
  from.dispatchEvent(new CustomEvent("rule", { detail: id, bubbles: true, composed: true }));
}

export function openPreferences(from: EventTarget): void {
  from.dispatchEvent(new CustomEvent("preferences", { bubbles: true, composed: true }));
}
