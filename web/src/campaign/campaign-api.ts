/** Campaigns over plain HTTP. */
import { accountToken } from "../app/account.js";
import type {
  AftermathOrder,
  CampaignCreated,
  CampaignList,
  CampaignOffer,
  CampaignView,
  JoinCampaign,
  MusterOrder,
  NewCampaign,
  OrdersGiven,
} from "../generated/protocol.js";
import { read } from "../net/api.js";
import { campaignKeys } from "./campaign-keys.js";

const at = (id: string, ...more: string[]): string =>
  ["/campaigns", encodeURIComponent(id), ...more].join("/");

const by = (system: string): string => (system ? `?system=${encodeURIComponent(system)}` : "");

/** The tokens that open a campaign, the account's among them. */
function keys(id: string): string {
  return [...campaignKeys.tokens(id), accountToken()].filter((token) => token).join(",");
}

export const campaignApi = {
  offer: (system = "") => read<CampaignOffer>(`/campaigns/offer${by(system)}`),
  create: (body: NewCampaign, system = "") =>
    read<CampaignCreated>(`/campaigns${by(system)}`, { method: "POST", body, token: accountToken() }),
  mine: () =>
    read<CampaignList>("/campaigns/mine", {
      method: "POST",
      body: { tokens: campaignKeys.tokens() },
      token: accountToken(),
    }),
  look: (id: string) => read<CampaignView>(at(id), { token: keys(id) }),
  join: (id: string, body: JoinCampaign) =>
    read<CampaignCreated>(at(id, "join"), { method: "POST", body, token: accountToken() }),
  muster: (id: string, body: MusterOrder) =>
    read<CampaignView>(at(id, "muster"), { method: "POST", body, token: keys(id) }),
  orders: (id: string, body: OrdersGiven) =>
    read<CampaignView>(at(id, "orders"), { method: "POST", body, token: keys(id) }),
  aftermath: (id: string, body: AftermathOrder) =>
    read<CampaignView>(at(id, "aftermath"), { method: "POST", body, token: keys(id) }),
};
