/** Prompts and options for tests, from the text of actions. */
import { plainLook } from "../src/game/verbs.js";
import type { EventView, OptionView, Prompt } from "../src/generated/protocol.js";

/** Looks that matter to where options are offered. */
const LOOKS: Prompt["looks"] = {
  pass: { ...plainLook("pass"), idle: 1 },
  smoke: { ...plainLook("smoke"), hex: "special", rare: true },
  destroy: { ...plainLook("destroy"), tone: "danger", rare: true },
  transfer: { ...plainLook("transfer"), rare: true },
};

const PILES: Readonly<Record<string, string>> = { discard: "pile:discard", draw: "pile:draw" };

export function option(action: string): OptionView {
  const [verb = "", who = "-", at = "-", how = "-"] = action.split(" ");
  const plain = (word: string): string => (word === "-" ? "" : word);
  return {
    n: 0,
    action,
    verb,
    label: action,
    who: who === "-" ? [] : who.split("+"),
    at: plain(at),
    how: plain(how),
    group: verb,
    pile: PILES[verb] ?? "",
  };
}

export function prompt(...actions: string[]): Prompt {
  return {
    step: 1,
    side: "german",
    yours: true,
    asks: "?",
    rules: [],
    about: [],
    at: "",
    options: actions.map(option),
    undoable: 0,
    openings: [],
    looks: LOOKS,
    handles: [],
    let_pass: "",
    warnings: {},
  };
}

/** The signs that the Starter Kit gives its events, as far as tests need them. */
export const SIGNS: Readonly<Record<string, EventView["sign"]>> = {
  player_turn: "turn",
  phase: "phase",
  set_up: "passing",
  enter: "trail",
  end_move: "halt",
  declare: "shot",
  attack: "result",
  breaks: "break",
  resolved: "read",
};
