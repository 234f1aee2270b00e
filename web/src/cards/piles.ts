/** Between the sides: the piles, the cards that lie shown, what holds for all, and the ranges from group to group. */
import { html, nothing, type TemplateResult } from "lit";
import { look } from "../app/look.js";
import { count } from "../app/words.js";
import type { CardScene, GroupView, PileView } from "../generated/protocol.js";
import { actionFace, type Standing, standingClasses } from "./faces.js";
import { DISCARD_PILE, DRAW_PILE } from "./picking.js";

export interface MiddleOf {
  readonly able: ReadonlySet<string>;
  readonly over: string;
  readonly standing: (thing: string) => Standing;
  readonly point: (thing: string, event: Event) => void;
  readonly look: (thing: string) => void;
  /** The group whose ranges are wanted. */
  readonly outlook: string;
}

export function middle(scene: CardScene, table: string, near: string, of: MiddleOf): TemplateResult {
  const pile = scene.piles.find((one) => one.table === table) ?? scene.piles[0];
  return html`<section class="middle-band" aria-label="Piles and ranges">
    ${pile ? piles(pile, of) : nothing}
    <div class="shown" role="group" aria-label="Cards on the table">
      ${pile?.top
        .filter((card) => pile.shown.includes(card.id))
        .map((card) => html`<span class="thing action small" title=${card.words}>${actionFace(card)}</span>`)}
      ${
        scene.conditions.length
          ? html`<p class="conditions">
            ${scene.conditions.map((mark) => html`<span class="mark mark-${mark.id}" title=${mark.rule}>${mark.text}</span>`)}
          </p>`
          : nothing
      }
      <slot name="ask"></slot>
    </div>
    ${ranges(scene, near, of)}
  </section>`;
}

function piles(pile: PileView, of: MiddleOf): TemplateResult {
  const last = pile.top.filter((card) => !pile.shown.includes(card.id)).at(-1);
  const thick = Array.from({ length: Math.max(1, Math.ceil(pile.thickness / 2)) }, (_, i) => i);
  return html`<div class="piles">
    <button
      class="thing pile ${standingClasses(of.standing(DRAW_PILE))}"
      data-thing=${DRAW_PILE}
      title=${pile.words}
      @click=${(event: Event) => of.point(DRAW_PILE, event)}
    >
      <span class="sr">${pile.words}</span>
      <span class="stack" aria-hidden="true">${thick.map((i) => html`<i ${look({ left: `${2 * i}px`, top: `${-2 * i}px` })}></i>`)}</span>
      <b class="deck" aria-hidden="true">Deck ${pile.deck}<small> of ${pile.decks}</small></b>
    </button>
    <button
      class="thing pile discards ${standingClasses(of.standing(DISCARD_PILE))} ${of.over === DISCARD_PILE ? "over" : ""}"
      data-thing=${DISCARD_PILE}
      @click=${(event: Event) => of.point(DISCARD_PILE, event)}
    >
      <span class="sr">Discard pile, ${count(pile.discards, "card")}${last ? `, on top ${last.name}` : ""}</span>
      ${last ? html`<span class="action small">${actionFace(last)}</span>` : html`<span class="empty" aria-hidden="true">Discards</span>`}
      <b class="deck" aria-hidden="true">${pile.discards} <small>discarded</small></b>
    </button>
  </div>`;
}

/** Relative Range between any two groups: one's own down the side, the others across. */
function ranges(scene: CardScene, near: string, of: MiddleOf): TemplateResult | typeof nothing {
  const shots = new Map(scene.shots.map((shot) => [`${shot.firer} ${shot.target}`, shot]));
  const own = scene.groups.filter((group) => group.side === near);
  const targets = new Set(
    scene.shots.filter((shot) => own.some((one) => one.id === shot.firer)).map((one) => one.target),
  );
  const foes = scene.groups.filter((group) => targets.has(group.id));
  if (!own.length || !foes.length) return nothing;
  const several = new Set(foes.map((group) => group.side)).size > 1;
  const sign = (group: GroupView): string =>
    several ? `${group.side.charAt(0).toUpperCase()}·${group.letter}` : group.letter;
  return html`<table class="ranges">
    <caption>Relative range</caption>
    <thead>
      <tr>
        <td class="what" aria-hidden="true">Range</td>
        ${foes.map((group) => html`<th scope="col" title=${group.name} class=${of.outlook === group.id ? "on" : ""}>${sign(group)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${own.map(
        (group) =>
          html`<tr class=${of.outlook === group.id ? "on" : ""}>
            <th scope="row" title=${group.name}>${group.letter}</th>
            ${foes.map((foe) => {
              const shot = shots.get(`${group.id} ${foe.id}`);
              const words = shot
                ? `${group.name} and ${foe.name}: Relative Range ${shot.range}, firepower ${shot.firepower}`
                : "";
              return html`<td class="${shot?.reason ? "barred" : ""} near-${shot?.range ?? 0}" title=${words}>${shot?.range ?? "–"}</td>`;
            })}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
