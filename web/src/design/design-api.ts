/** Games of one's own design over plain HTTP. */
import { accountToken } from "../app/account.js";
import type {
  Assessed,
  AssessForce,
  Bought,
  ChanceForce,
  DesignedGame,
  DesignOffer,
  DrawDesign,
  DrawnDesign,
  HandIn,
  JoinRoom,
  NewDesign,
  NewRoom,
  RoomCreated,
  RoomList,
  RoomView,
} from "../generated/protocol.js";
import { read } from "../net/api.js";
import { roomKeys } from "./room-keys.js";

export type Design = NewDesign["design"];

export type Duel = NewRoom["design"];

export const designApi = {
  offer: () => read<DesignOffer>("/designs/offer"),
  assess: (body: AssessForce) => read<Assessed>("/designs/assess", { method: "POST", body }),
  chance: (body: ChanceForce) => read<Bought>("/designs/chance", { method: "POST", body }),
  draw: (body: DrawDesign) => read<DrawnDesign>("/designs/draw", { method: "POST", body }),
  begin: (body: NewDesign) => read<DesignedGame>("/designs", { method: "POST", body, token: accountToken() }),
};

const at = (id: string, ...more: string[]): string =>
  ["/designs/rooms", encodeURIComponent(id), ...more].join("/");

/** The tokens that open a room, the account's among them. */
function keys(id: string): string {
  return [...roomKeys.tokens(id), accountToken()].filter((token) => token).join(",");
}

/** Rooms in which two buy in secret. */
export const roomApi = {
  create: (body: NewRoom) =>
    read<RoomCreated>("/designs/rooms", { method: "POST", body, token: accountToken() }),
  mine: () =>
    read<RoomList>("/designs/rooms/mine", {
      method: "POST",
      body: { tokens: roomKeys.tokens() },
      token: accountToken(),
    }),
  look: (id: string) => read<RoomView>(at(id), { token: keys(id) }),
  join: (id: string, body: JoinRoom) =>
    read<RoomCreated>(at(id, "join"), { method: "POST", body, token: accountToken() }),
  handIn: (id: string, body: HandIn) =>
    read<RoomView>(at(id, "force"), { method: "POST", body, token: keys(id) }),
  chance: (id: string) => read<RoomView>(at(id, "chance"), { method: "POST", token: keys(id) }),
};
