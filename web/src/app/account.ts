/** An account, for those who want one: its games are found in any browser. Without one everything works, but the
 * seats are kept in this browser only. */
import type { AccountSession, Credentials } from "../generated/protocol.js";
import { api } from "../net/api.js";
import { keep, kept } from "./storage.js";

function isSession(value: unknown): value is AccountSession {
  const session = value as Partial<AccountSession> | null;
  return (
    typeof session?.name === "string" &&
    typeof session.token === "string" &&
    typeof session.expires === "number"
  );
}

/** Who is signed in here; a session that has run out is none. */
export function account(): AccountSession | null {
  const stored = kept("account");
  return isSession(stored) && stored.expires * 1000 > Date.now() ? stored : null;
}

export function accountToken(): string {
  return account()?.token ?? "";
}

export async function signUp(who: Credentials): Promise<void> {
  keep("account", await api.signUp(who));
}

export async function signIn(who: Credentials): Promise<void> {
  keep("account", await api.signIn(who));
}

export async function signOut(): Promise<void> {
  const token = accountToken();
  keep("account", null);
  if (token) await api.signOut(token);
}
