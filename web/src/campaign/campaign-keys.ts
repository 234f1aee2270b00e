/** The campaigns that this browser keeps sides in. */
import { BookKeys } from "../app/book-keys.js";
import type { CampaignView } from "../generated/protocol.js";

export const campaignKeys = new BookKeys("campaigns");

/** The campaign that a game is part of; empty for any other game. */
export function campaignOf(game: string): string {
  return campaignKeys.all().find((one) => one.games.includes(game))?.id ?? "";
}

/** Let the tokens of a campaign open the tables of its games too. */
export function openTables(campaign: CampaignView): void {
  const games = campaign.games.map((game) => game.game).filter((game) => game);
  campaignKeys.open(campaign.id, games, (book, id) => ({ id, seats: book.seats, watch: "", invites: [] }));
}
