/** What leads to games and is kept beside them, campaigns and rooms: tokens by id. The same tokens open their games. */
import type { SeatGrant } from "../generated/protocol.js";
import { addKey, type KeptGame } from "./keyring.js";
import { keep, kept } from "./storage.js";

export interface KeptBook {
  readonly id: string;
  readonly seats: readonly SeatGrant[];
  readonly invites: readonly SeatGrant[];
  /** The tables of its games. */
  readonly games: readonly string[];
}

const MOST = 50;

function isKept(value: unknown): value is KeptBook {
  if (typeof value !== "object" || value === null) return false;
  const one = value as Partial<KeptBook>;
  return typeof one.id === "string" && [one.seats, one.invites, one.games].every(Array.isArray);
}

/** All of one kind that this browser keeps. */
export class BookKeys {
  constructor(private readonly kind: string) {}

  all(): readonly KeptBook[] {
    const stored = kept(this.kind);
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  }

  find(id: string): KeptBook | undefined {
    return this.all().find((one) => one.id === id);
  }

  private put(one: KeptBook): void {
    keep(this.kind, [one, ...this.all().filter((other) => other.id !== one.id)].slice(0, MOST));
  }

  add(id: string, seats: readonly SeatGrant[], invites: readonly SeatGrant[]): void {
    const before = this.find(id);
    const held = [...seats];
    for (const seat of before?.seats ?? []) {
      if (!held.some((other) => other.side === seat.side)) held.push(seat);
    }
    this.put({
      id,
      seats: held,
      invites: invites.length ? invites : (before?.invites ?? []),
      games: before?.games ?? [],
    });
  }

  /** Let its tokens open the tables of its games too. */
  open(id: string, games: readonly string[], keyOf: (book: KeptBook, game: string) => KeptGame): void {
    const book = this.find(id);
    if (!book || games.every((game) => book.games.includes(game))) return;
    for (const game of games.filter((one) => !book.games.includes(one))) addKey(keyOf(book, game));
    this.put({ ...book, games });
  }

  forget(id: string): void {
    keep(
      this.kind,
      this.all().filter((one) => one.id !== id),
    );
  }

  tokens(id?: string): string[] {
    const wanted = id === undefined ? this.all() : this.all().filter((one) => one.id === id);
    return wanted.flatMap((one) => one.seats.map((seat) => seat.token));
  }
}
