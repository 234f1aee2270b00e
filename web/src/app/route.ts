/** Where in the table one is. Routes live behind the `#`, so that the secrets in a link stay in the browser. */

export type Route =
  | { readonly page: "lobby" }
  | { readonly page: "scenario"; readonly id: string }
  | { readonly page: "game"; readonly id: string; readonly moment: number | null }
  | { readonly page: "join"; readonly id: string; readonly invite: string }
  | { readonly page: "watch"; readonly id: string; readonly token: string; readonly moment: number | null }
  | { readonly page: "campaigns" }
  | { readonly page: "design" }
  | { readonly page: "campaign" | "room"; readonly id: string; readonly invite: string }
  | { readonly page: "challenge"; readonly id: string }
  | { readonly page: "people"; readonly name: string }
  | { readonly page: "balance"; readonly id: string }
  | { readonly page: "learn" }
  | { readonly page: "rules"; readonly id: string }
  | { readonly page: "lost"; readonly hash: string };

export function parseRoute(hash: string): Route {
  const parts = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decode);
  const [page = "", first = "", second = "", third = "", fourth = ""] = parts;
  if (page === "") return { page: "lobby" };
  if (page === "scenario" && first) return { page, id: first };
  if (page === "game" && first) return { page, id: first, moment: second === "at" ? moment(third) : null };
  if (page === "join" && first && second) return { page, id: first, invite: second };
  if (page === "watch" && first && second) {
    return { page, id: first, token: second, moment: third === "at" ? moment(fourth) : null };
  }
  if (page === "campaigns" || page === "design") return { page };
  if ((page === "campaign" || page === "room") && first) {
    return { page, id: first, invite: second === "join" ? third : "" };
  }
  if ((page === "challenge" || page === "balance") && first) return { page, id: first };
  if (page === "people") return { page, name: first };
  if (page === "learn") return { page };
  if (page === "rules") return { page, id: first };
  return { page: "lost", hash };
}

function moment(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function linkTo(...parts: (string | number)[]): string {
  return `#/${parts.map((part) => encodeURIComponent(part)).join("/")}`;
}

/** The whole address of a link, to be sent to somebody. */
export function addressOf(link: string): string {
  return `${location.origin}${location.pathname}${link}`;
}

export function go(link: string): void {
  location.hash = link;
}
