/** Everything that is asked for over plain HTTP. */
import type {
  AccountSession,
  ChartsView,
  Credentials,
  GameCreated,
  GameList,
  GameSummary,
  ImportedGame,
  Invitation,
  Joined,
  JoinGame,
  Lobby,
  MapInfo,
  MomentView,
  NewGame,
  Problem,
  PublicGames,
  Reckoning,
  RulebookView,
  RulesFound,
  RuleView,
  SetUpView,
} from "../generated/protocol.js";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.reason);
  }
}

/** The server did not answer. */
export class Unreachable extends Error {
  constructor() {
    super("The server does not answer. Is it running?");
  }
}

interface Asked {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly body?: unknown;
  readonly token?: string;
}

async function ask(path: string, { method = "GET", body, token }: Asked): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Unreachable();
  }
  if (!answer.ok) throw new ApiError(answer.status, await problemOf(answer));
  return answer;
}

async function problemOf(answer: Response): Promise<Problem> {
  try {
    const said: unknown = await answer.json();
    if (typeof said === "object" && said !== null && "reason" in said) return said as Problem;
  } catch {
    // Not our kind of answer: a proxy's, perhaps.
  }
  return { code: String(answer.status), reason: `The server answered ${answer.status}.`, rule: "" };
}

export async function read<T>(path: string, asked: Asked = {}): Promise<T> {
  return (await (await ask(path, asked)).json()) as T;
}

/** Have something done of which nothing is told back. */
export async function tell(path: string, asked: Asked): Promise<void> {
  await ask(path, asked);
}

/** What does not change while the server runs is fetched once. */
function once<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const loaded = new Map<string, Promise<T>>();
  return (key) => {
    let found = loaded.get(key);
    if (!found) {
      found = load(key);
      loaded.set(key, found);
      found.catch(() => loaded.delete(key));
    }
    return found;
  };
}

const at = encodeURIComponent;
const theLobby = once(() => read<Lobby>("/scenarios"));

/** Pages of a player's own games that are shown. */
const MOST_PAGES = 6;

export const api = {
  lobby: () => theLobby(""),
  map: once((id) => read<MapInfo>(`/maps/${at(id)}`)),
  picture: once(async (url) => (await ask(url.replace(/^\/api/, ""), {})).text()),
  rulebook: once((book) => read<RulebookView>(`/rulebooks/${at(book)}`)),
  charts: once((scenario) => read<ChartsView>(`/charts/${at(scenario)}`)),
  rule: once((id) => read<RuleView>(`/rules/${at(id)}`)),
  findRules: (words: string, system: string) =>
    read<RulesFound>(`/rules?words=${at(words)}&system=${at(system)}`),
  /** `token` is that of an account, here and below; empty for those who have none. */
  newGame: (body: NewGame, token = "") => read<GameCreated>("/games", { method: "POST", body, token }),
  importGame: (body: ImportedGame, token = "") =>
    read<GameCreated>("/games/import", { method: "POST", body, token }),
  invitation: (game: string, invite: string) =>
    read<Invitation>(`/games/${at(game)}/invitation`, { method: "POST", body: { invite } }),
  join: (game: string, body: JoinGame, token = "") =>
    read<Joined>(`/games/${at(game)}/join`, { method: "POST", body, token }),
  myGames: async (tokens: readonly string[], token = ""): Promise<GameList> => {
    const games: GameSummary[] = [];
    let after = "";
    for (let page = 0; page < MOST_PAGES && (page === 0 || after); page++) {
      const found = await read<GameList>("/games/mine", { method: "POST", body: { tokens, after }, token });
      games.push(...found.games);
      after = found.more;
    }
    return { games, more: after };
  },
  publicGames: () => read<PublicGames>("/games"),
  moment: (game: string, moment: number, token: string, side: string) =>
    read<MomentView>(`/games/${at(game)}/moments/${moment}?side=${at(side)}`, { token }),
  setUp: (game: string, token: string, side: string) =>
    read<SetUpView>(`/games/${at(game)}/set-up?side=${at(side)}`, { token }),
  account: (game: string, token: string) => read<Reckoning>(`/games/${at(game)}/account`, { token }),
  signUp: (body: Credentials) => read<AccountSession>("/accounts", { method: "POST", body }),
  signIn: (body: Credentials) => read<AccountSession>("/sessions", { method: "POST", body }),
  signOut: (token: string) => ask("/sessions", { method: "DELETE", token }),
  log: async (game: string, token: string) => (await ask(`/games/${at(game)}/log`, { token })).text(),
};
