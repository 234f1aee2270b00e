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
  NewDesign,
} from "../generated/protocol.js";
import { read } from "../net/api.js";

export type Design = NewDesign["design"];

export const designApi = {
  offer: () => read<DesignOffer>("/designs/offer"),
  assess: (body: AssessForce) => read<Assessed>("/designs/assess", { method: "POST", body }),
  chance: (body: ChanceForce) => read<Bought>("/designs/chance", { method: "POST", body }),
  draw: (body: DrawDesign) => read<DrawnDesign>("/designs/draw", { method: "POST", body }),
  begin: (body: NewDesign) => read<DesignedGame>("/designs", { method: "POST", body, token: accountToken() }),
};
