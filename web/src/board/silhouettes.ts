/** Silhouettes of guns and vehicles seen from above, pointing up: the middle of each is where it turns.
 *
 * A hull and a turret are shapes of their own, so that each can be turned its own way.
 */
import { svg } from "lit";

const TRACKS =
  "M-11.5-15q0-2.5 2.4-2.5t2.4 2.5v30q0 2.5-2.4 2.5t-2.4-2.5zM6.7-15q0-2.5 2.4-2.5t2.4 2.5v30q0 2.5-2.4 2.5t-2.4-2.5z";
const LINKS =
  "M-11.5-12h4.8M-11.5-8h4.8M-11.5-4h4.8M-11.5 0h4.8M-11.5 4h4.8M-11.5 8h4.8M-11.5 12h4.8M6.7-12h4.8M6.7-8h4.8M6.7-4h4.8M6.7 0h4.8M6.7 4h4.8M6.7 8h4.8M6.7 12h4.8";
const WHEEL = (x: number, y: number) =>
  svg`<rect x=${x - 1.9} y=${y - 3.4} width="3.8" height="6.8" rx="1.4"/>`;

export const SILHOUETTES = svg`
  <g id="hull-tank"><path d=${TRACKS}/><path class="cut thin" d=${LINKS}/>
    <path class="plate" d="M-7.4-16.4h14.8l1 3.4v26.4l-2.2 2.8H-6.2l-2.2-2.8V-13z"/>
    <path class="cut thin" d="M-6.4-11.4H6.4M-5.4 10.2H5.4M-5.4 12.6H5.4"/></g>
  <g id="turret-tank"><path class="over" d="M-1.5-24.5h3V-7.5h-3z"/><path class="over" d="M-2.3-25.6h4.6v3.4h-4.6z"/>
    <path class="over" d="M-5.6-6.8Q0-9.4 5.6-6.8q1.9 3.4 1.7 8Q6.6 7.8 0 8t-7.3-6.8q-.2-4.6 1.7-8z"/>
    <circle class="hatch" cx="-2.4" cy="2.2" r="2.3"/></g>
  <g id="hull-assault-gun"><path d=${TRACKS}/><path class="cut thin" d=${LINKS}/>
    <path class="plate" d="M-7.4-16.4h14.8l1 3.4v26.4l-2.2 2.8H-6.2l-2.2-2.8V-13z"/>
    <path class="over" d="M-1.6-26h3.2V-8h-3.2z"/><path class="over" d="M-3.2-12.4h6.4v5h-6.4z"/>
    <path class="over" d="M-6.8-8.8H6.8L8 1.4 6.6 9H-6.6L-8 1.4z"/><circle class="hatch" cx="-3.2" cy="2.4" r="2.2"/>
    <path class="cut thin" d="M1.4-1.2h4v3.6h-4z"/></g>
  <g id="hull-armored-car">${WHEEL(-8.8, -11)}${WHEEL(8.8, -11)}${WHEEL(-8.8, 10.6)}${WHEEL(8.8, 10.6)}
    <path class="plate" d="M-4.4-18.4h8.8l3.4 7.6v20.6L5 17H-5l-2.8-7.2v-20.6z"/>
    <path class="cut thin" d="M-5.6-9.6H5.6M-5.4 9H5.4"/></g>
  <g id="turret-armored-car"><path class="over" d="M-1.1-15.5h2.2V-4h-2.2z"/>
    <path class="over" d="M-4.2-5.4h8.4l2 4.4-2 6.2h-8.4l-2-6.2z"/><circle class="hatch" cy="1" r="2"/></g>
  <g id="hull-half-track">${WHEEL(-8.4, -12.6)}${WHEEL(8.4, -12.6)}
    <path d="M-10.6-2q0-2.2 2.2-2.2T-6.2-2v15.6q0 2.2-2.2 2.2t-2.2-2.2zM6.2-2q0-2.2 2.2-2.2T10.6-2v15.6q0 2.2-2.2 2.2t-2.2-2.2z"/>
    <path class="plate" d="M-4-18.6h8l2.2 6.4.8 8v20.6H-7V-4.2l.8-8z"/><path class="hollow" d="M-4.8-2.6h9.6v16.4h-9.6z"/>
    <path class="over" d="M-.7-9h1.4v9H-.7z"/></g>
  <g id="hull-carrier"><path d="M-10.4-11q0-2.2 2.2-2.2t2.2 2.2v22.6q0 2.2-2.2 2.2t-2.2-2.2zM6-11q0-2.2 2.2-2.2t2.2 2.2v22.6q0 2.2-2.2 2.2T6 11.6z"/>
    <path class="plate" d="M-6.6-13.4H6.6v26.2H-6.6z"/><path class="hollow" d="M-4.6-8.8h9.2v7h-9.2zM-4.6 3.8h9.2v6.6h-9.2z"/>
    <path class="over" d="M1.4-16.4h1.4v8.8H1.4z"/></g>
  <g id="hull-at-gun"><path class="line" d="M-2 3L-9 18M2 3l7 15"/><path d="M-10.6 16.4h4.4v2.8h-4.4zM6.2 16.4h4.4v2.8H6.2z"/>
    ${WHEEL(-8.2, 0)}${WHEEL(8.2, 0)}<path d="M-1.3-24h2.6V6h-2.6z"/><path d="M-2.4-25.4h4.8v3.4h-4.8z"/>
    <path d="M-10.4-5.8L0-7.4l10.4 1.6v2.2L0-5.2l-10.4 1.6z"/><path d="M-3-1h6v7.4h-6z"/></g>
  <g id="hull-howitzer"><path class="line" d="M-1.6 4L-6.4 18M1.6 4l4.8 14"/><path d="M-8-.8V16M8 16"/>
    ${WHEEL(-8.8, 1)}${WHEEL(8.8, 1)}<path d="M-2.2-17h4.4V7h-4.4z"/><path d="M-3-18h6v3.4h-6z"/>
    <path d="M-9.4-4.6h18.8v2.8H-9.4z"/><path d="M-3.8 0h7.6v7.4h-7.6z"/><path d="M-8.4 16.6h4.2v2.4h-4.2zM4.2 16.6h4.2v2.4H4.2z"/></g>
  <g id="hull-aa-gun"><path class="line" d="M0-9V16M-13 3.6h26"/><circle cy="3.6" r="6.4"/>
    <path d="M-1.2-25h2.4V4h-2.4z"/><path d="M-2-26h4v3h-4z"/><path d="M-7.4-3h14.8v2.4H-7.4z"/>
    <circle class="cut thin hollow" cy="3.6" r="2.6"/></g>
  <g id="hull-mortar"><path class="line" d="M0 4l-8-14M0 4l8-14"/><path d="M-2.2-16h4.4l.8 26h-6z"/>
    <path d="M-7 9.4q7-3.4 14 0l-1.4 7.4H-5.6z"/><circle class="hollow" cy="-15.4" r="1.5"/></g>
  <g id="hull-launcher"><path d="M-22-2.2h38l5-2v8.4l-5-2h-38z"/><path d="M-2 2h3l-1.2 6.4h-3zM-10 2h3l-1.4 5h-3z"/><path d="M-4-4.6h2.4v2.6H-4z"/></g>
  <g id="hull-piat"><path d="M-20-2h26v4h-26zM6-3.6h10v7.2H6z"/><path d="M16-2.4L22 0l-6 2.4zM-8 2h2.8l-1.4 6h-2.8zM-22-4.4h2.6v8.8H-22z"/><path class="line" d="M4 2l-3 8M4 2l5 8"/></g>
  <g id="hull-panzerfaust"><path d="M-20-1.4h28v2.8h-28z"/><path d="M8-2.4q4-2.6 8-2.6l6 5-6 5q-4 0-8-2.6z"/></g>
  <g id="hull-rifle"><path d="M-22-3.4l8 .8h12v-1.2h6v1.2h18v1.6H4l-6 .8-1 3h-2.4l.4-3-8 .6-7 3z"/><path class="line" d="M8-1l-3 8M8-1l4 8"/></g>
  <g id="weapon-Radio"><rect x="-11" y="-6" width="22" height="16" rx="2"/><path class="line" d="M8-6V-20"/><path class="cut" d="M-8-2.4h9.6M-8 1h9.6M-8 4.4h9.6"/><circle class="cut" cx="6" cy="1" r="2.6"/></g>
  <g id="weapon-PF"><use href="#hull-panzerfaust"/></g>
  <g id="weapon-BAZ"><use href="#hull-launcher"/></g>
  <g id="weapon-PSK"><use href="#hull-launcher"/><path d="M-3-9.6h9v7.4h-9z"/></g>
  <g id="weapon-PIAT"><use href="#hull-piat"/></g>
  <g id="weapon-ATR"><use href="#hull-rifle"/></g>
  <g id="weapon-LAHTI"><use href="#hull-rifle"/></g>
  <g id="weapon-RCL"><path d="M-22-4.4h5v8.8h-5zM-17-2.4h38v4.8h-38z"/><path class="line" d="M2 2.4l-6 8M2 2.4l7 8"/></g>
  <g id="weapon-ATM"><path d="M-2.6-10h5.2l1 3.6 6.4 9.6h-20l6.4-9.6z"/><path d="M-10 4.6h5.4v5H-10zM-2.7 4.6h5.4v5h-5.4zM4.6 4.6H10v5H4.6z"/></g>
  <g id="weapon-KLO"><path d="M-6-5h20v10H-6zM-8.4-3.4h2v6.8h-2z"/><path class="line" d="M-8.4 0q-4-6-7 0t-5 1"/><path class="cut" d="M-2-5h1.4V5H-2zM8.6-5H10V5H8.6z"/></g>
  <g id="weapon-MOL"><path d="M-2-8h4v4.4q3.6 1.8 3.6 5.4v6.4q0 2.2-2.2 2.2h-6.8q-2.2 0-2.2-2.2V1.8q0-3.6 3.6-5.4z"/><path d="M-1.4-9.4q-2.6-3.4 1.4-7.2-.4 2.2 1.4 3.4 1.4 1.6-.2 3.8z"/><path class="cut" d="M-3.4 3h6.8v1.2h-6.8z"/></g>`;
