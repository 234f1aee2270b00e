/** Everything at the table by key. */
import type { TablePage } from "./table-page.js";

const MOST_NUMBERED = 12;

function inField(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.matches("input, select, textarea, [contenteditable]") || target.closest("dialog[open]") !== null
  );
}

/** The space bar presses the button that one is on. */
function onButton(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  return (
    target instanceof HTMLElement && target.matches("button, a, summary, [role=button], [role=menuitem]")
  );
}

export function keyAction(page: TablePage, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || inField(event) || page.table?.covered) return;
  if (document.querySelector("df-app")?.shadowRoot?.querySelector("dialog[open]")) return;
  const done = byKey(page, event) || answerBy(page, event.key);
  if (done) event.preventDefault();
}

/** Answer by a letter or a number. While the last answer is on its way the key waits for the next question. */
function answerBy(page: TablePage, key: string): boolean {
  if (page.table?.busy && /^[a-z1-9]$/.test(key)) {
    page.afterwards(() => answerBy(page, key));
    return true;
  }
  return byCourse(page, key) || byVerb(page, key) || byNumber(page, key);
}

/** The key of the course that is open, or that is about to be. */
function byCourse(page: TablePage, key: string): boolean {
  const { coursing } = page;
  if (key === "g" && coursing.goal) {
    void coursing.go(coursing.goal);
    return true;
  }
  if (!/^[a-z]$/.test(key) || !coursing.isOpening) return false;
  if (coursing.course && coursing.course.key !== key) return false;
  void coursing.settled().then(() => (coursing.course?.key === key ? coursing.go() : undefined));
  return true;
}

function byKey(page: TablePage, event: KeyboardEvent): boolean {
  const plain: Readonly<Record<string, () => void>> = {
    "+": () => page.board?.closer(),
    "=": () => page.board?.closer(),
    "-": () => page.board?.farther(),
    "0": () => page.board?.fit(),
    "?": () => page.openMenu(),
    "[": () => page.back.stepBy(-1),
    "]": () => page.back.stepBy(1),
    u: () => page.undo(),
    h: () => void page.showHint(),
    l: () => page.toggleSight(),
    v: () => page.togglePeek(),
    x: () => page.toggleArcs(),
    t: () => void page.back.toggleThoughts(),
    i: () => void page.inspect(),
    n: () => page.cycle(1),
    N: () => page.cycle(-1),
    Escape: () => page.closeAll(),
  };
  const action = plain[event.key];
  if (action) {
    action();
    return true;
  }
  if (event.key !== " " || onButton(event)) return false;
  if (page.table?.showing) page.skip();
  else page.back.stepThrough();
  return true;
}

function options(page: TablePage) {
  return page.offered?.yours ? page.offered.options : [];
}

function byVerb(page: TablePage, key: string): boolean {
  const found = options(page).filter((option) => page.looks(option.verb).key === key);
  const [only] = found;
  if (found.length !== 1 || !only) return false;
  void page.choose(only);
  return true;
}

function byNumber(page: TablePage, key: string): boolean {
  const all = options(page);
  // At a card table there may be a hundred things to do: numbers count those that are left when something is picked.
  if (page.cards && all.length > MOST_NUMBERED) return false;
  const option = /^[1-9]$/.test(key) ? all[Number(key) - 1] : undefined;
  if (!option) return false;
  void page.choose(option);
  return true;
}
