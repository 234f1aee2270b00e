/** Somebody's name with whether he is here, and how strong he plays. */
import { css, html, type nothing, type TemplateResult } from "lit";
import { linkTo } from "../app/route.js";
import type { PersonView, Standing } from "../generated/protocol.js";

/** Above this doubt a rating says little: so it stands after the first few games. */
export const UNSURE = 6;

export const personStyles = css`
  .person {
    display: inline-flex;
    align-items: center;
    gap: 7px;
    min-width: 0;
  }
  .dot {
    width: 10px;
    height: 10px;
    border-radius: 50%;
    flex: none;
    border: 2px solid var(--dim);
  }
  .dot.here {
    background: var(--good);
    border-color: var(--good);
  }
  .rating {
    font-variant-numeric: tabular-nums;
  }
`;

export function presence(here: boolean): TemplateResult {
  return html`<span class="dot ${here ? "here" : ""}" role="img" aria-label=${here ? "Is here" : "Is away"} title=${here ? "Is here" : "Is away"}></span>`;
}

export function person({ name, here }: PersonView): TemplateResult {
  return html`<span class="person">${presence(here)}<a href=${linkTo("people", name)}>${name}</a></span>`;
}

/** A rating as it is told: with a question mark while little is known. */
export function ratingWords(standing: Standing | undefined): string {
  if (!standing) return "no rating yet";
  return `${standing.rating.toFixed(1)}${standing.doubt > UNSURE ? "?" : ""}`;
}

export function rating(who: PersonView, system: string): TemplateResult | typeof nothing {
  const found = who.standings.find((one) => one.system === system);
  return html`<span class="rating dim">${ratingWords(found)}</span>`;
}
