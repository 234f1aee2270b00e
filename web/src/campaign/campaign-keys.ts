/** The campaigns that this browser keeps sides in: tokens by campaign. The same tokens open their games. */
import { addKey } from "../app/keyring.js";
import { keep, kept } from "../app/storage.js";
import type { CampaignView, SeatGrant } from "../generated/protocol.js";

export interface KeptCampaign {
  readonly id: string;
  readonly seats: readonly SeatGrant[];
  readonly invites: readonly SeatGrant[];
  /** The tables of its games. */
  readonly games: readonly string[];
}

const MOST = 50;

function isKept(value: unknown): value is KeptCampaign {
  if (typeof value !== "object" || value === null) return false;
  const one = value as Partial<KeptCampaign>;
  return typeof one.id === "string" && [one.seats, one.invites, one.games].every(Array.isArray);
}

export function campaigns(): readonly KeptCampaign[] {
  const stored = kept("campaigns");
  return Array.isArray(stored) ? stored.filter(isKept) : [];
}

export function campaignKey(id: string): KeptCampaign | undefined {
  return campaigns().find((one) => one.id === id);
}

/** The campaign that a game is part of; empty for any other game. */
export function campaignOf(game: string): string {
  return campaigns().find((one) => one.games.includes(game))?.id ?? "";
}

function put(one: KeptCampaign): void {
  keep("campaigns", [one, ...campaigns().filter((other) => other.id !== one.id)].slice(0, MOST));
}

export function addCampaign(id: string, seats: readonly SeatGrant[], invites: readonly SeatGrant[]): void {
  const before = campaignKey(id);
  const held = [...seats];
  for (const seat of before?.seats ?? []) {
    if (!held.some((other) => other.side === seat.side)) held.push(seat);
  }
  put({
    id,
    seats: held,
    invites: invites.length ? invites : (before?.invites ?? []),
    games: before?.games ?? [],
  });
}

/** Let the tokens of a campaign open the tables of its games too. */
export function openTables(campaign: CampaignView): void {
  const key = campaignKey(campaign.id);
  const games = campaign.games.map((game) => game.game).filter((game) => game);
  if (!key || games.every((game) => key.games.includes(game))) return;
  for (const id of games.filter((game) => !key.games.includes(game))) {
    addKey({ id, seats: key.seats, watch: "", invites: [] });
  }
  put({ ...key, games });
}

export function forgetCampaign(id: string): void {
  keep(
    "campaigns",
    campaigns().filter((one) => one.id !== id),
  );
}

export function campaignTokens(id?: string): string[] {
  const wanted = id === undefined ? campaigns() : campaigns().filter((one) => one.id === id);
  return wanted.flatMap((one) => one.seats.map((seat) => seat.token));
}
