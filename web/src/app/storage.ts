/** What the browser keeps for us. A browser that keeps nothing (private windows, full disks) is no error. */

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`defilade.${key}`, JSON.stringify(value));
  } catch {
    // Nothing is kept then: everything works until the page is closed.
  }
}

export function kept(key: string): unknown {
  try {
    const text = localStorage.getItem(`defilade.${key}`);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
