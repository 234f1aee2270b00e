/** Where things are at the table: beside each other on a desk, above each other on a tablet or a phone. */
import { css } from "lit";

export const tableStyles = css`
  :host {
    position: fixed;
    inset: 0;
    display: flex;
    flex-direction: column;
    overflow: clip;
  }
  .trouble {
    margin: 16vh auto;
    display: grid;
    gap: 14px;
    justify-items: center;
    text-align: center;
    padding: 0 16px;
  }
  .body {
    flex: 1;
    min-height: 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr) 400px;
  }
  .field {
    position: relative;
    display: block;
    min-height: 0;
    min-width: 0;
  }
  df-board {
    position: absolute;
    inset: 0;
  }
  /* Who is still to come stands above the map, not on it. */
  .field:has(df-reserve:not([hidden])) {
    display: flex;
    flex-direction: column;
  }
  .field:has(df-reserve:not([hidden])) > df-board {
    position: relative;
    inset: auto;
    flex: 1;
    min-height: 0;
  }
  .over.reserve:has(df-reserve:not([hidden])) {
    position: static;
    order: -1;
    padding: 8px 12px;
    background: var(--bg);
  }
  /* The bar of the replay stands below the cards, not on them. */
  .past df-card-table {
    bottom: 72px;
  }
  .facts {
    position: absolute;
    inset: 0;
    margin: 0;
    padding: 20px;
    overflow: auto;
    display: grid;
    gap: 8px;
    align-content: start;
  }
  .facts div {
    display: grid;
    grid-template-columns: 160px 1fr;
    gap: 16px;
  }
  .facts dt {
    color: var(--dim);
  }
  .facts dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .over {
    position: absolute;
    left: 12px;
    right: 12px;
    display: grid;
    gap: 8px;
    pointer-events: none;
    z-index: 2;
  }
  .over > * {
    pointer-events: auto;
  }
  .over.top {
    top: 12px;
    justify-items: center;
  }
  .over.bottom {
    bottom: 12px;
  }
  .foot {
    pointer-events: none;
  }
  .foot > * {
    pointer-events: auto;
  }
  .foot {
    display: flex;
    align-items: end;
    gap: 10px;
  }
  .tools {
    display: flex;
    gap: 6px;
  }
  .tools .btn {
    background: color-mix(in srgb, var(--bar) 92%, transparent);
    min-height: 36px;
    min-width: 38px;
  }
  .tools .btn[aria-pressed="true"] {
    background: var(--accent);
    color: var(--on-accent);
  }
  .caption {
    flex: 0 1 auto;
    max-width: 520px;
    padding: 6px 12px;
    border-radius: 9px;
    background: color-mix(in srgb, var(--bar) 90%, transparent);
    font-size: 13.5px;
    line-height: 1.35;
    pointer-events: none;
  }
  .caption:empty {
    visibility: hidden;
  }
  df-minimap {
    --most-width: 200px;
    --most-height: 124px;
    margin-left: auto;
    flex: none;
  }
  .notice {
    display: flex;
    align-items: center;
    gap: 12px;
    max-width: 620px;
    padding: 9px 9px 9px 16px;
    border: 1px solid var(--edge);
    border-left: 5px solid var(--accent);
    border-radius: 11px;
    background: var(--card);
    box-shadow: var(--shadow);
  }
  .notice p {
    flex: 1;
  }
  /* What the computer would do takes some words: what can be done with them stands below. */
  .notice.offers {
    flex-wrap: wrap;
    justify-content: end;
    gap: 4px 10px;
  }
  .notice.offers p {
    flex: 1 0 100%;
    font-size: 14px;
    line-height: 1.4;
  }
  .notice.refused {
    border-left-color: var(--danger);
  }
  .notice.why {
    border-left-color: var(--focus);
  }
  aside {
    position: relative;
    display: flex;
    flex-direction: column;
    gap: 12px;
    min-height: 0;
    padding: 12px;
    border-left: 1px solid var(--edge);
    background: var(--bg);
  }
  .prompt {
    flex: 0 1 auto;
    max-height: calc(100% - 162px);
    overflow: auto;
    padding: 0;
    display: flex;
    flex-direction: column;
  }
  /* Figures and odds are in view together: the log makes room. */
  @media (min-width: 901px) {
    .prompt:has(df-prompt:is([figures], [card-figures])) {
      max-height: calc(100% - 106px);
    }
    aside:has(df-prompt:is([figures], [card-figures])) .record {
      min-height: 94px;
    }
    /* On a low screen so does the coach, once one has done what he says. */
    @media (max-height: 820px) {
      .prompt:has(df-prompt[figures]) df-coach {
        flex: none;
        max-height: 60px;
        overflow: auto;
      }
      .prompt:has(df-prompt[figures]) df-coach:is(:hover, :focus-within) {
        max-height: 60%;
      }
    }
  }
  .prompt df-prompt {
    padding: 14px 14px 6px;
    --answers-bottom: 47px;
  }
  .back {
    padding: 14px;
    display: grid;
    gap: 6px;
  }
  .back h2 {
    font-size: 17px;
    line-height: 1.3;
  }
  .back ul {
    margin: 0;
    padding-left: 18px;
    color: var(--dim);
  }
  df-prompt[hidden] {
    display: none;
  }
  .actions {
    position: sticky;
    bottom: 0;
    margin-top: auto;
    padding: 8px 14px;
    border-top: 1px solid var(--edge);
    background: var(--card);
    gap: 6px;
  }
  .watching {
    padding: 0 14px 12px;
  }
  .told {
    position: absolute;
    right: 20px;
    bottom: 20px;
    left: 20px;
    z-index: 3;
    display: grid;
    gap: 8px;
  }
  .told:not(:has(*)) {
    display: none;
  }
  .record {
    flex: 1 1 0;
    min-height: 150px;
    display: flex;
    flex-direction: column;
    padding: 8px 14px 12px;
  }
  df-record {
    flex: 1;
  }

  /* A tablet held upright: the board above, the question and the log below, beside each other. */
  @media (max-width: 900px) {
    .body {
      grid-template-columns: 1fr;
      grid-template-rows: minmax(0, 1fr) minmax(270px, 40%);
    }
    .body.with-cards {
      grid-template-rows: minmax(0, 1fr) minmax(270px, 29%);
    }
    aside {
      display: grid;
      grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) minmax(0, 1fr);
      border-left: 0;
      border-top: 1px solid var(--edge);
    }
    df-player-bar {
      grid-column: 1 / -1;
    }
    .prompt,
    .record {
      flex: 1 1 0;
      max-height: none;
      min-width: 0;
    }
    .told {
      left: calc(50% + 14px);
    }
    df-minimap {
      --most-width: 150px;
    }
  }

  /* A phone: one thing below the board at a time. */
  @media (max-width: 620px) {
    .body {
      grid-template-rows: minmax(0, 1fr) minmax(220px, 46%);
    }
    .body.with-cards {
      grid-template-rows: minmax(0, 1fr) minmax(200px, 36%);
    }
    aside {
      display: flex;
      flex-direction: column;
      overflow: auto;
      padding: 8px;
      gap: 8px;
    }
    .prompt,
    .record {
      flex: none;
      overflow: visible;
    }
    .record {
      height: 320px;
    }
    .told {
      position: sticky;
      top: 0;
      right: auto;
      bottom: auto;
      left: auto;
      order: -1;
    }
    .actions {
      position: static;
    }
    .prompt df-prompt {
      --answers-bottom: -8px;
    }
    .over {
      left: 8px;
      right: 8px;
    }
    .over.bottom {
      bottom: 8px;
    }
    .caption {
      display: none;
    }
    df-minimap {
      --most-width: 104px;
      --most-height: 80px;
    }
    .tools .btn {
      min-width: 34px;
      padding: 3px 8px;
    }
  }
`;
