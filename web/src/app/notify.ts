/** Tells by a notification of the browser that it is one's turn, where a player wants that and does not look. */
import { preferences } from "./preferences.js";

const MARK = "● ";

/** Whether this browser can tell anything at all. */
export function canNotify(): boolean {
  return "Notification" in globalThis;
}

/** Ask the player's browser for leave; whether it was given. */
export async function mayNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  if (Notification.permission === "default") return (await Notification.requestPermission()) === "granted";
  return Notification.permission === "granted";
}

/** It is the player's turn: `tag` keeps one notification for each game. */
export function notify(words: string, tag: string, link: string): void {
  if (!document.hidden) return;
  if (!document.title.startsWith(MARK)) document.title = MARK + document.title;
  if (!preferences().notify || !canNotify() || Notification.permission !== "granted") return;
  const shown = new Notification(words, { tag });
  shown.onclick = () => {
    window.focus();
    location.hash = link;
    shown.close();
  };
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && document.title.startsWith(MARK)) document.title = document.title.slice(MARK.length);
});
