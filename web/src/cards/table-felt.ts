/** Where things are on the felt: at a desk, on a tablet, on a phone. */
import { css } from "lit";

export const feltStyles = css`
  :host {
    position: absolute;
    inset: 0;
    display: block;
    overflow: hidden;
    background: #3c4a30;
    color: #f3efe2;
    --felt-dim: #d8d6c4;
  }
  .dim {
    color: var(--felt-dim);
  }
  /* The hand lies below the felt, not on the men. */
  .whole {
    height: 100%;
    display: flex;
    flex-direction: column;
  }
  .felt {
    flex: 1;
    min-height: 0;
    overflow: auto;
    display: flex;
    flex-direction: column;
    gap: 8px;
    padding: 8px 12px 10px;
    background:
      radial-gradient(120% 80% at 50% 45%, rgb(255 255 255 / 0.07), transparent 60%),
      repeating-linear-gradient(45deg, rgb(0 0 0 / 0.04) 0 2px, transparent 2px 5px), #3c4a30;
  }
  .felt.night {
    background:
      radial-gradient(90% 60% at 50% 45%, rgb(150 170 220 / 0.14), transparent 65%),
      repeating-linear-gradient(45deg, rgb(0 0 0 / 0.1) 0 2px, transparent 2px 5px), #1d2436;
  }
  .tables {
    display: flex;
    gap: 6px;
  }
  .tables .dim {
    color: var(--dim);
  }
  .tables .btn[aria-pressed="true"] {
    border-color: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
  }
  /* Both sides share what room is left, so that a card more on one of them hardly moves the other. */
  .far-sides,
  .side {
    flex: 1 0 auto;
  }
  .far-sides {
    display: flex;
    flex-direction: column;
    gap: 8px;
  }
  /* Two enemies above each other must not push the own squad off the table. */
  .crowded {
    --man-most: 66px;
    --man-high: 96px;
    gap: 5px;
  }
  .several {
    --man-least: 50px;
    --man-most: 53px;
    --man-low: 82px;
    --man-high: 82px;
    gap: 4px;
  }
  .several .weapon {
    display: none;
  }
  .several .group {
    padding: 3px 5px 5px;
    gap: 3px;
  }
  .side {
    display: flex;
    flex-direction: column;
    gap: 6px;
  }
  .player {
    display: flex;
    align-items: center;
    gap: 8px;
    font-size: 14px;
    min-height: 24px;
  }
  .player > * {
    flex: none;
    white-space: nowrap;
  }
  .player .dim {
    font-size: 13px;
  }
  .player .troops {
    flex: 0 1000 auto;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .new-group {
    height: 24px;
    padding: 0 10px;
    border: 1.5px dashed #fff3c4;
    border-radius: 9px;
    background: rgb(0 0 0 / 0.35);
    color: inherit;
    font-size: 12.5px;
    cursor: pointer;
  }
  .new-group.over {
    background: rgb(255 207 87 / 0.4);
  }
  .role-word,
  .turn {
    padding: 1px 8px;
    border-radius: 9px;
    font-size: 12px;
    background: rgb(0 0 0 / 0.35);
  }
  .turn {
    background: var(--accent);
    color: var(--on-accent);
    font-weight: 700;
  }
  .score {
    margin-left: auto;
    display: flex;
    align-items: center;
    gap: 14px;
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }
  .backs {
    display: inline-flex;
  }
  .backs i {
    width: 14px;
    height: 20px;
    margin-right: -5px;
    border: 1px solid #14170e;
    border-radius: 3px;
    background: repeating-linear-gradient(45deg, #6b2f24 0 3px, #82392c 3px 6px);
  }
  .backs i:last-child {
    margin-right: 0;
  }
  .groups {
    display: grid;
    gap: 8px;
    grid-template-columns: var(--columns);
    align-items: stretch;
    flex: 1;
  }
  .column {
    display: grid;
    gap: 6px;
  }
  .group {
    display: flex;
    flex-direction: column;
    gap: 6px;
    min-width: 0;
    scroll-margin: 12px;
    container-type: inline-size;
    padding: 6px 6px 8px;
    border: 1.5px solid rgb(0 0 0 / 0.35);
    border-radius: 11px;
    background: rgb(0 0 0 / 0.2);
    cursor: default;
  }
  .far .group .members {
    order: -1;
  }
  .far .group header {
    order: -2;
  }
  /* Where three sides are above each other, cards lie beside their group's letter: they say what its words would. */
  .crowded .group {
    display: grid;
    grid-template-columns: auto 1fr;
    align-items: center;
  }
  .crowded .group header {
    grid-area: 1 / 1;
  }
  .crowded .group .lies {
    grid-area: 1 / 2;
    justify-content: end;
  }
  .crowded .group .members {
    grid-column: 1 / -1;
  }
  .crowded .group:has(.strips) header :is(.where, .moving) {
    display: none;
  }
  .crowded .group .strip,
  .crowded .group .strip.kind-terrain {
    gap: 3px;
    min-height: 22px;
    padding: 0 4px 0 2px;
    font-size: 11px;
  }
  .crowded .group .strip.kind-terrain .glyph {
    width: 18px;
  }
  .crowded .group .strip.kind-terrain b {
    font-size: 14px;
    line-height: 1;
  }
  .crowded .acted {
    width: 10px;
    height: 10px;
    padding: 0;
    border: 2px solid #ffe08a;
    border-radius: 50%;
    font-size: 0;
  }
  .group.terrain-woods,
  .group.terrain-brush {
    background: linear-gradient(rgb(20 60 22 / 0.62), rgb(0 0 0 / 0.2));
  }
  .group.terrain-buildings,
  .group.terrain-walls,
  .group.terrain-pillbox {
    background: linear-gradient(rgb(96 82 66 / 0.66), rgb(0 0 0 / 0.2));
  }
  .group.terrain-hill,
  .group.terrain-gully {
    background: linear-gradient(rgb(116 92 44 / 0.55), rgb(0 0 0 / 0.2));
  }
  .group.terrain-stream,
  .group.terrain-marsh {
    background: linear-gradient(rgb(44 92 116 / 0.6), rgb(0 0 0 / 0.2));
  }
  .group.lit {
    box-shadow: 0 0 22px 4px rgb(255 240 170 / 0.55);
    background: rgb(120 112 60 / 0.6);
  }
  .choosing .group.can {
    border-color: #fff3c4;
    border-style: dashed;
    cursor: pointer;
  }
  .group.picked {
    border: 2px solid var(--accent);
  }
  .group.about {
    border-color: var(--danger);
  }
  .group.hinted {
    outline: 3px solid #7fd4ff;
  }
  .group.over,
  .slot.over {
    background: rgb(255 207 87 / 0.28);
    border-color: var(--accent);
  }
  /* One line, whatever there is to say: groups stay where they are. */
  .group header {
    display: flex;
    align-items: center;
    gap: 7px;
    font-size: 13px;
    min-height: 28px;
    white-space: nowrap;
  }
  .group header > * {
    flex: none;
  }
  /* The terrain in words where they have room; else its card and colour tell, and no words are cut in half. */
  .group header .where {
    flex: 0 1 auto;
    min-width: 0;
    height: 1.3em;
    overflow: hidden;
    display: flex;
    flex-wrap: wrap;
    line-height: 1.3;
  }
  .group header .where::before {
    content: "";
    width: 1px;
    height: 1.3em;
  }
  .letter {
    width: 28px;
    height: 28px;
    border: 2px solid rgb(255 255 255 / 0.35);
    border-radius: 8px;
    background: rgb(0 0 0 / 0.35);
    color: #fff;
    font: 800 15px/1 var(--font);
    padding: 0;
    cursor: pointer;
  }
  .letter.can {
    border-color: #fff3c4;
  }
  .chit {
    display: grid;
    place-items: center;
    width: 26px;
    height: 26px;
    border-radius: 50%;
    background: #f1ead6;
    color: #23241c;
    border: 2px solid #14170e;
    font: 800 14px/1 var(--font);
  }
  .moving {
    font-style: normal;
    font-weight: 700;
    color: #ffe08a;
  }
  .acted {
    font-size: 11.5px;
    padding: 0 6px;
    border-radius: 8px;
    background: rgb(0 0 0 / 0.4);
  }
  .shot {
    margin-left: auto;
    padding: 1px 7px;
    border-radius: 8px;
    background: #14170e;
    color: #ffe08a;
    font-weight: 700;
    font-size: 12.5px;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .shot.barred {
    color: #ffb4a3;
  }
  .lies {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .lies:empty {
    display: none;
  }
  .mark {
    display: inline-block;
    padding: 1px 7px;
    border-radius: 8px;
    background: rgb(0 0 0 / 0.45);
    font-size: 12px;
  }
  .mark-flanks,
  .mark-encircles {
    background: #ffe08a;
    color: #221c05;
  }
  .mark-encircled,
  .mark-infiltrated,
  .mark-sniped {
    background: #b3261e;
    color: #fff;
  }
  .members {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 3px;
  }
  /* Men use the room that there is: all of a group beside each other, as long as they can be read. */
  .group .members {
    --n: var(--men);
    --man-width: clamp(var(--man-least, 56px), calc((100cqi - (var(--n) - 1) * 3px) / var(--n)), var(--man-most, 86px));
    --man-height: clamp(var(--man-low, 90px), calc(var(--man-width) * 1.4), var(--man-high, 108px));
  }
  /* Four men beside each other in a narrow group: figures without their letters. */
  @container (max-width: 226px) {
    .many .figures small {
      display: none;
    }
    .many .figures {
      font-size: 12px;
    }
    .many .rank {
      display: none;
    }
    /* Where there is a shot to be judged, its figures are what one looks for. */
    .group header:has(.shot) :is(.where, .moving, .acted) {
      display: none;
    }
  }
  @container (max-width: 175px) {
    /* A Movement card is known by its arrow. */
    .strip.kind-movement span {
      position: absolute;
      clip-path: inset(50%);
    }
    .group .strip.kind-terrain {
      min-height: 24px;
    }
  }
  @container (max-width: 200px) {
    /* Terrain and movement beside each other under a vehicle, too. */
    .group .strip,
    .group .strip.kind-terrain {
      gap: 3px;
      padding-inline: 2px 4px;
      font-size: 11px;
    }
    .group header {
      gap: 4px;
      font-size: 12px;
    }
    .strip.kind-terrain {
      gap: 3px;
      padding-inline: 3px 4px;
      font-size: 11px;
    }
    .strip.kind-terrain b {
      font-size: 14px;
    }
    .strip.kind-terrain .glyph {
      width: 19px;
    }
  }
  .waiting {
    display: grid;
    gap: 4px;
  }
  .player .later {
    flex: 0 1 auto;
    min-width: 60px;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
    font-size: 13px;
  }
  .nobody {
    border: 1.5px dashed rgb(255 255 255 / 0.12);
    border-radius: 11px;
    min-height: 40px;
  }
  .slot {
    display: grid;
    place-content: center;
    justify-items: center;
    min-height: 90px;
    border: 2px dashed #fff3c4;
    border-radius: 11px;
    color: inherit;
  }
  .slot b {
    font-size: 24px;
  }
  .slot span {
    font-size: 13px;
  }
  .unit.over .face {
    outline: 3px solid var(--accent);
  }

  /* Between the sides. */
  .middle-band {
    display: grid;
    grid-template-columns: auto 1fr auto;
    gap: 16px;
    align-items: center;
    padding: 6px 10px;
    border-block: 1px solid rgb(255 255 255 / 0.14);
    background: rgb(0 0 0 / 0.16);
    border-radius: 10px;
  }
  .piles {
    display: flex;
    gap: 14px;
    align-items: end;
  }
  .small {
    --card-width: 62px;
    --card-height: 86px;
  }
  .small .face {
    padding: 2px 4px;
    border-top-width: 4px;
  }
  .small .title {
    --title-most: 10.5px;
    margin-inline: -2px;
  }
  .small .middle .glyph {
    width: 22px;
    height: 22px;
  }
  .small .value {
    font-size: 16px;
  }
  .small .detail,
  .small .second,
  .small .tag {
    display: none;
  }
  .small .foot {
    margin: 0;
    min-height: 18px;
  }
  .pile {
    display: grid;
    justify-items: center;
    gap: 3px;
    font-size: 12px;
  }
  .pile .stack {
    position: relative;
    width: 62px;
    height: 86px;
    margin: 4px 6px 0 0;
  }
  .pile .stack i {
    position: absolute;
    width: 60px;
    height: 84px;
    border: 1.5px solid #14170e;
    border-radius: 6px;
    background: repeating-linear-gradient(45deg, #6b2f24 0 5px, #82392c 5px 10px);
    box-shadow: inset 0 0 0 4px #f1ead6;
  }
  .pile .empty {
    display: grid;
    place-items: center;
    width: 62px;
    height: 86px;
    border: 2px dashed rgb(255 255 255 / 0.35);
    border-radius: 7px;
    font-size: 11.5px;
  }
  .pile.can .stack i:last-child,
  .pile.can .empty {
    outline: 2px solid #fff3c4;
  }
  .pile.over .empty,
  .pile.over .face {
    outline: 3px solid var(--accent);
  }
  .deck small {
    font-weight: 400;
  }
  .shown {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    min-width: 0;
  }
  /* A card is turned over. */
  @media (prefers-reduced-motion: no-preference) {
    .shown > .action {
      animation: turned 0.32s ease-out;
    }
    @keyframes turned {
      from {
        transform: rotateY(90deg) translateX(-30px);
      }
    }
  }
  ::slotted(df-interrupt) {
    flex: 1 1 260px;
    color: var(--ink);
  }
  .conditions {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .mark-night {
    background: #0e1426;
    border: 1px solid #8fa3d8;
  }
  .ranges {
    border-collapse: collapse;
    font-size: 13px;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  /* What it is stands in its corner. */
  .ranges caption {
    position: absolute;
    clip-path: inset(50%);
  }
  @media (max-width: 900px) {
    .ranges {
      line-height: 1.15;
    }
    .ranges td {
      padding: 0;
    }
  }
  .ranges .what {
    padding-right: 6px;
    font-size: 11.5px;
    font-weight: 400;
    color: var(--felt-dim);
  }
  .ranges th {
    width: 30px;
    font-weight: 600;
    color: var(--felt-dim);
  }
  .ranges td {
    padding: 1px 0;
    border: 1px solid rgb(255 255 255 / 0.16);
    font-weight: 700;
  }
  .ranges thead td {
    border: 0;
  }
  .ranges .near-4,
  .ranges .near-5 {
    background: rgb(179 38 30 / 0.55);
  }
  .ranges .near-3 {
    background: rgb(181 138 18 / 0.42);
  }
  .ranges .on td,
  .ranges .on th,
  .ranges th.on {
    color: #ffe08a;
  }
  .ranges .barred {
    font-weight: 400;
    font-style: italic;
    opacity: 0.65;
  }

  /* The hand. */
  .hand {
    flex: none;
    display: flex;
    gap: 14px;
    align-items: end;
    padding: 12px 12px 10px;
    background: rgb(20 26 14 / 0.72);
    border-top: 1px solid rgb(255 255 255 / 0.14);
    z-index: 1;
  }
  .hand .cards {
    display: flex;
    gap: 8px;
    min-width: 0;
    padding: 10px 4px 2px;
    margin-top: -10px;
    overflow-x: auto;
    overflow-y: hidden;
    scrollbar-width: thin;
  }
  .hand .none {
    height: var(--card-height, 130px);
  }
  .action.dragged {
    opacity: 0.35;
  }
  .ghost {
    position: fixed;
    z-index: 30;
    pointer-events: none;
    opacity: 0.95;
  }
  .closeup {
    flex: 1 1 230px;
    min-width: 200px;
    max-height: 138px;
    overflow: auto;
    padding: 8px 12px;
    border-radius: 9px;
    background: rgb(12 14 8 / 0.72);
    font-size: 13px;
    line-height: 1.35;
  }
  .closeup:empty {
    visibility: hidden;
  }
  .closeup h4 {
    margin: 0 0 4px;
    font-size: 14px;
  }
  .closeup h4 small {
    font-weight: 400;
    color: var(--felt-dim);
  }
  .closeup ul {
    margin: 0;
    padding-left: 16px;
  }
  .closeup em {
    font-style: normal;
    color: #ffb4a3;
  }
  .closeup .pair {
    margin-right: 10px;
    white-space: nowrap;
  }
  .closeup table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
    margin-top: 3px;
  }
  .closeup th,
  .closeup td {
    padding: 0 8px 0 0;
    text-align: right;
    font-weight: 400;
  }
  .closeup th:first-child {
    text-align: left;
    color: var(--felt-dim);
  }
  .closeup tbody td {
    font-weight: 700;
  }
  .closeup .idle {
    opacity: 0.55;
  }
  .closeup .states {
    margin-top: 3px;
    color: #ffe08a;
  }

  @media (max-width: 700px) {
    .closeup {
      display: none;
    }
  }
  @media (max-width: 900px) {
    .closeup {
      flex-basis: 170px;
      min-width: 150px;
    }
    .groups {
      gap: 5px;
    }
    .side {
      gap: 3px;
    }
    .group {
      padding: 4px 4px 5px;
      gap: 4px;
    }
    .members {
      gap: 3px;
    }
    .strip {
      min-height: 20px;
      padding: 0 5px 0 3px;
      font-size: 11px;
    }
    .strip.kind-terrain {
      min-height: 32px;
    }
    .felt {
      gap: 5px;
      padding-block: 6px;
      --man-least: 44px;
      --man-low: 102px;
      --man-width: 66px;
      --man-height: 98px;
      --man-high: 110px;
    }
  }
  /* On a tablet five men stand in two rows: there is more height than width. */
  @media (max-width: 900px) {
    @container (max-width: 230px) {
      .group .crowd {
        --n: 3;
      }
    }
  }
  /* A low screen: everything a little smaller, so that both sides are in view. */
  @media (max-height: 820px) and (min-width: 901px), (max-width: 900px) {
    .piles .small,
    .pile .stack,
    .shown .small {
      --card-width: 50px;
      --card-height: 70px;
    }
    .pile .stack {
      width: 50px;
      height: 70px;
    }
    .pile .stack i {
      width: 48px;
      height: 68px;
    }
  }
  @media (max-height: 820px) and (min-width: 901px) {
    .felt {
      gap: 5px;
      padding-block: 5px;
      --man-least: 41px;
      --man-low: 92px;
      --man-high: 108px;
      --machine-low: 118px;
    }
    .side {
      gap: 3px;
    }
    .group {
      gap: 4px;
      padding-block: 3px 4px;
    }
    .strip {
      min-height: 21px;
      padding: 0 5px 0 3px;
      font-size: 11.5px;
    }
    .strip.kind-terrain {
      min-height: 26px;
      padding-inline: 4px 6px;
      gap: 5px;
      border-top-width: 4px;
      font-size: 11.5px;
    }
    .strip.kind-terrain b {
      font-size: 15px;
      line-height: 1;
    }
    .strip.kind-terrain .glyph {
      width: 20px;
      height: 20px;
    }
    .piles .small,
    .pile .stack,
    .shown .small {
      --card-height: 64px;
    }
    .pile .stack {
      height: 64px;
    }
    .pile .stack i {
      height: 62px;
    }
    .middle-band {
      padding-block: 2px;
    }
    .ranges {
      font-size: 12px;
      line-height: 1.2;
    }
    .ranges td {
      padding: 0;
    }
    .hand {
      --card-width: 80px;
      --card-height: 107px;
      padding-block: 8px 6px;
    }
    .closeup {
      max-height: 112px;
    }
  }

  /* A phone: groups lie side by side and are swiped through. */
  @media (max-width: 620px) {
    .felt {
      padding: 6px 6px 8px;
      gap: 6px;
      --card-width: 66px;
      --card-height: 90px;
      --man-width: 60px;
      --man-height: 94px;
    }
    .hand {
      padding: 10px 6px 6px;
    }
    .hand .cards {
      gap: 5px;
    }
    .hand .face {
      padding: 2px 4px;
      border-top-width: 4px;
    }
    .hand .title {
      --title-most: 11px;
    }
    .hand .middle .glyph {
      width: 22px;
      height: 22px;
    }
    .hand .value {
      font-size: 18px;
    }
    .hand .detail {
      font-size: 9.5px;
    }
    .hand .foot {
      margin: 0;
      min-height: 18px;
    }
    /* The panel below asks the same. */
    ::slotted(df-interrupt) {
      display: none;
    }
    .hand .tag {
      overflow: hidden;
      padding: 1px 2px;
      font-size: 9px;
    }
    .groups {
      grid-template-columns: none;
      grid-auto-flow: column;
      grid-auto-columns: minmax(46%, 1fr);
      overflow-x: auto;
      scroll-snap-type: x proximity;
    }
    .column,
    .slot {
      scroll-snap-align: start;
    }
    .troops {
      display: none;
    }
    .score {
      gap: 8px;
    }
    .middle-band {
      grid-template-columns: auto 1fr;
      gap: 8px;
      padding: 4px 6px;
    }
    .shown {
      grid-row: 2;
      grid-column: 1 / -1;
    }
    .shown:empty {
      display: none;
    }
    .ranges {
      justify-self: end;
    }
    .piles .small,
    .pile .stack {
      --card-width: 46px;
      --card-height: 64px;
    }
    .pile .stack {
      width: 46px;
      height: 64px;
    }
    .pile .stack i {
      width: 44px;
      height: 62px;
    }
    .pile .empty {
      width: 46px;
      height: 64px;
      font-size: 10px;
    }
    .piles .small .title {
      display: none;
    }
  }
`;
