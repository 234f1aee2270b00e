/** The rooms in which this browser buys a force. */
import { BookKeys } from "../app/book-keys.js";
import type { RoomView } from "../generated/protocol.js";

export const roomKeys = new BookKeys("rooms");

/** Let the token of a room open one's side of the game that came of it. */
export function openTable(room: RoomView): void {
  const { game } = room;
  if (!game) return;
  roomKeys.open(room.id, [game.id], (book, id) => ({
    id,
    seats: book.seats.map(({ token }) => ({ side: game.side, token })),
    watch: game.watch,
    invites: [],
  }));
}
