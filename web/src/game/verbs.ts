/** How the things one can do look: the server says it for every kind of option; one without a look still works. */
import type { OptionLook, OptionView, Prompt } from "../generated/protocol.js";

export type Looks = (verb: string) => OptionLook;

export function looksOf(prompt: Prompt | null): Looks {
  const looks = prompt?.looks ?? {};
  return (verb) => looks[verb] ?? plainLook(verb);
}

/** How an option looks that nobody has thought of. */
export function plainLook(verb: string): OptionLook {
  const words = verb.replaceAll("-", " ");
  const heading = words.charAt(0).toUpperCase() + words.slice(1);
  return {
    heading,
    tone: "",
    key: "",
    hex: "",
    rare: false,
    all: "",
    figures: false,
    idle: 0,
    aside: false,
    ends: false,
    pile: "",
  };
}

/** The answer that leaves things as they are, for somebody who does not answer; undefined where there is none. */
export function idleAnswer(prompt: Prompt): OptionView | undefined {
  const looks = looksOf(prompt);
  const idle = prompt.options.filter((option) => looks(option.verb).idle > 0);
  return idle.sort((a, b) => looks(a.verb).idle - looks(b.verb).idle)[0];
}
