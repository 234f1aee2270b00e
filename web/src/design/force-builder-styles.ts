/** How the buying of a force looks. */
import { css } from "lit";

export const builderStyles = css`
  :host {
    display: grid;
    gap: 14px;
  }
  h3 {
    font-size: 15px;
    color: var(--dim);
    font-weight: 500;
  }
  .top {
    position: sticky;
    top: 0;
    z-index: 2;
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 8px 16px;
    align-items: center;
    padding: 10px 0;
    background: var(--card);
    border-bottom: 1px solid var(--edge);
  }
  .sum strong {
    font-size: 26px;
    font-variant-numeric: tabular-nums;
  }
  .over {
    color: var(--danger);
  }
  progress {
    appearance: none;
    width: 100%;
    height: 8px;
    margin-top: 4px;
    border: 0;
    border-radius: 99px;
    background: var(--bg);
    overflow: hidden;
  }
  progress::-webkit-progress-bar {
    background: var(--bg);
  }
  progress::-webkit-progress-value {
    background: var(--accent);
  }
  progress::-moz-progress-bar {
    background: var(--accent);
  }
  .objections {
    grid-column: 1 / -1;
    list-style: none;
    margin: 0;
    padding: 0;
    display: grid;
    gap: 4px;
    font-size: 14px;
  }
  .objections li::first-letter {
    text-transform: uppercase;
  }
  .objections .wrong {
    color: var(--danger);
  }
  .objections .missing {
    color: var(--dim);
  }
  .whole {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(170px, 100%), 1fr));
    gap: 10px;
  }
  .cards {
    display: flex;
    flex-wrap: wrap;
    gap: 10px;
  }
  .pick {
    display: grid;
    justify-items: center;
    gap: 4px;
    padding: 4px;
    border: 2px solid transparent;
    border-radius: 10px;
    background: none;
    cursor: pointer;
    line-height: normal;
  }
  .pick:hover {
    border-color: var(--dim);
  }
  .pick.chosen {
    border-color: var(--accent);
    background: color-mix(in srgb, var(--accent) 22%, transparent);
  }
  .pick.barred {
    opacity: 0.5;
    filter: grayscale(0.8);
    cursor: help;
  }
  .price {
    min-width: 28px;
    padding: 0 6px;
    border-radius: 99px;
    background: var(--raised);
    border: 1px solid var(--edge);
    color: var(--ink);
    font-size: 13px;
    line-height: 20px;
    text-align: center;
  }
  .chosen .price {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--on-accent);
  }
  summary {
    cursor: pointer;
    padding: 4px 0;
  }
  .men {
    list-style: none;
    margin: 6px 0 0;
    padding: 0;
    display: grid;
    gap: 8px;
  }
  .men li {
    display: grid;
    grid-template-columns: 110px 1fr 1fr;
    gap: 10px;
    align-items: end;
  }
  .men b {
    padding-bottom: 9px;
  }
  @media (max-width: 560px) {
    .men li {
      grid-template-columns: 1fr 1fr;
    }
    .men b {
      grid-column: 1 / -1;
      padding: 0;
    }
    .top {
      grid-template-columns: 1fr;
    }
  }
`;
