/** The terms of a table in words: what somebody agrees to who sits down at it. */
import { html, type TemplateResult } from "lit";
import { capital } from "../app/words.js";
import type { GameInfo, TableOptions } from "../generated/protocol.js";

export const UNDO: Readonly<Record<TableOptions["undo"], string>> = {
  fair: "Until dice or the other side have spoken",
  free: "At any time",
  none: "Never",
};

function span(seconds: number): string {
  if (seconds % 86_400 === 0) return seconds === 86_400 ? "a day" : `${seconds / 86_400} days`;
  if (seconds % 3600 === 0) return seconds === 3600 ? "an hour" : `${seconds / 3600} hours`;
  if (seconds % 60 === 0) return seconds === 60 ? "a minute" : `${seconds / 60} minutes`;
  return `${seconds} seconds`;
}

export function clockWords({ kind, seconds, increment }: TableOptions["clock"]): string {
  if (kind === "none") return "No clock";
  if (kind === "move") return `${capital(span(seconds))} for each decision; who runs out of time loses`;
  const more = increment ? `, ${span(increment)} more a decision` : "";
  return `${capital(span(seconds))} each${more}; who runs out of time loses`;
}

/** Name and words of every term. */
export function termsOf(game: GameInfo): readonly (readonly [string, string])[] {
  const { table } = game;
  return [
    ["Rules", game.system_name],
    ...Object.entries(game.options).map(([name, value]): [string, string] => [
      capital(name.replaceAll("-", " ")),
      value,
    ]),
    ["Taking back", UNDO[table.undo]],
    ["Clock", clockWords(table.clock)],
    ...(table.rated ? [["Rated", "The end counts for both ratings"] as const] : []),
    ["Watching", table.public ? "Everybody may watch" : "Only who has the link may watch"],
    ...(table.mail ? [["By mail", "The file of the game holds its dice"] as const] : []),
    ...game.seats.map((seat): [string, string] => [
      capital(seat.side),
      seat.kind === "computer"
        ? `Computer (${seat.level})`
        : seat.kind === "open"
          ? "Open"
          : seat.name || "Taken",
    ]),
    [
      "Dice",
      game.commitment
        ? "From a seed that is fixed by now, and what each player adds"
        : "From a new seed of the server",
    ],
  ];
}

export function termsList(game: GameInfo, length = ""): TemplateResult {
  const terms = length ? [["Length", length] as const, ...termsOf(game)] : termsOf(game);
  return html`<dl class="terms">
    ${terms.map(([name, words]) => html`<div><dt>${name}</dt><dd>${words}</dd></div>`)}
  </dl>`;
}
