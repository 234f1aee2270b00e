/** People who meet at this server: what is asked of it about them. */
import { accountToken } from "../app/account.js";
import type {
  BalancePage,
  Challenges,
  Invitation,
  Joined,
  MyAccount,
  People,
  Profile,
  SetEmail,
  TakeChallenge,
} from "../generated/protocol.js";
import { read, tell } from "../net/api.js";

const at = encodeURIComponent;

/** Every request says who asks, if he is signed in. */
export const peopleApi = {
  challenges: () => read<Challenges>("/challenges", { token: accountToken() }),
  terms: (game: string) => read<Invitation>(`/challenges/${at(game)}`, { token: accountToken() }),
  take: (game: string, body: TakeChallenge) =>
    read<Joined>(`/challenges/${at(game)}`, { method: "POST", body, token: accountToken() }),
  withdraw: (game: string) => tell(`/challenges/${at(game)}`, { method: "DELETE", token: accountToken() }),
  balance: (scenario: string) => read<BalancePage>(`/balance/${at(scenario)}`),
  people: () => read<People>("/people"),
  profile: (name: string) => read<Profile>(`/people/${at(name)}`),
  mine: () => read<MyAccount>("/accounts/mine", { token: accountToken() }),
  setEmail: (body: SetEmail) =>
    read<MyAccount>("/accounts/mine/email", { method: "POST", body, token: accountToken() }),
  confirm: (code: string) =>
    read<MyAccount>("/accounts/mine/email/code", { method: "POST", body: { code }, token: accountToken() }),
};
