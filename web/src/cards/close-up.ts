/** A closer look at what is pointed at: every figure, every use, every state, in words. */
import { html, nothing, type TemplateResult } from "lit";
import type { ActionCardView, CardScene, GroupView, UnitCardView } from "../generated/protocol.js";

export function inspect(scene: CardScene, thing: string): TemplateResult | typeof nothing {
  if (!thing) return nothing;
  const card = [...scene.hand, ...scene.piles.flatMap((pile) => pile.top)].find((one) => one.id === thing);
  if (card) return cardCloseUp(card);
  const units = [
    ...scene.groups.flatMap((group) => group.members),
    ...scene.waiting.flatMap((one) => one.units),
  ];
  const unit = units.find((one) => one.id === thing);
  if (unit) return unitCloseUp(unit);
  const group = scene.groups.find((one) => one.id === thing);
  return group ? groupCloseUp(scene, group) : nothing;
}

function cardCloseUp(card: ActionCardView): TemplateResult {
  return html`<h4>${card.name}</h4>
    <ul>
      ${card.uses.map(
        (use) =>
          html`<li>
            <b>${use.name}</b>${use.detail ? `: ${use.detail}` : ""}${use.usable ? nothing : html` <em>– ${use.why}</em>`}
          </li>`,
      )}
      <li>Random number: ${card.red ? "red" : "black"} ${card.number}</li>
      ${card.marks.map((mark) => html`<li>${mark.text}</li>`)}
    </ul>`;
}

function unitCloseUp(unit: UnitCardView): TemplateResult {
  return html`<h4>${unit.rank} ${unit.name} <small>${unit.weapon}</small></h4>
    <p>${unit.figures.map((figure) => html`<span class="pair">${figure.label} <b>${figure.value}</b></span> `)}</p>
    ${
      unit.rows.length
        ? html`<table>
          <thead>
            <tr>
              <th scope="col">Range</th>
              ${[0, 1, 2, 3, 4, 5].map((range) => html`<th scope="col">${range}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${unit.rows.map(
              (row) =>
                html`<tr class=${row.now ? "" : "idle"}>
                  <th scope="row">${row.label}</th>
                  ${row.values.map((value) => html`<td>${value}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>`
        : nothing
    }
    ${unit.states.length ? html`<p class="states">${unit.states.map((mark) => mark.text).join(" · ")}</p>` : nothing}`;
}

function groupCloseUp(scene: CardScene, group: GroupView): TemplateResult {
  const shots = scene.shots.filter((shot) => shot.firer === group.id);
  const letter = (id: string): string => scene.groups.find((one) => one.id === id)?.name ?? id;
  return html`<h4>${group.name} <small>range chit ${group.range}, ${group.terrain}${group.moving ? ", moving" : ""}</small></h4>
    <ul>
      ${shots.map(
        (shot) =>
          html`<li>
            ${letter(shot.target)}: range <b>${shot.range}</b>,
            ${
              shot.reason
                ? html`<em>${shot.reason}</em>`
                : html`firepower <b>${shot.firepower}</b>${shot.halved ? ", strength halved" : ""}${
                    shot.modifier ? `, ${shot.modifier > 0 ? "+" : "−"}${Math.abs(shot.modifier)}` : ""
                  }`
            }
          </li>`,
      )}
      ${group.marks.map((mark) => html`<li>${mark.text}</li>`)}
    </ul>`;
}
