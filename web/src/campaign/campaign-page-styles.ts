/** How the page of a campaign looks. */
import { css } from "lit";

export const pageStyles = css`
  .page {
    width: min(1180px, 100%);
  }
  header p {
    font-size: 14px;
    margin-bottom: 2px;
  }
  .scores {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(260px, 100%), 1fr));
    gap: 12px;
  }
  .score {
    display: flex;
    align-items: center;
    gap: 12px;
    padding: 12px 16px;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--card);
  }
  .score div {
    flex: 1;
    display: grid;
  }
  .score span {
    font-size: 13px;
  }
  .score strong {
    font-size: 30px;
    font-variant-numeric: tabular-nums;
  }
  .score.leads {
    border-color: var(--accent);
  }
  .score.leads strong {
    color: var(--accent);
  }
  .stands {
    margin-top: -4px;
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(300px, 5fr) 7fr;
    gap: 24px;
    align-items: start;
  }
  .left,
  .right {
    text-align: left;
    display: grid;
    gap: 22px;
    min-width: 0;
  }
  .task {
    display: grid;
    gap: 12px;
    padding: 18px;
  }
  .task h2 {
    font-size: 21px;
  }
  .task form {
    display: grid;
    gap: 14px;
  }
  .task .btn.primary {
    min-height: 46px;
  }
  .question {
    padding-bottom: 10px;
    border-bottom: 1px solid var(--edge);
  }
  .question legend {
    color: var(--ink);
    font-size: 15px;
  }
  .question label {
    min-height: 32px;
    margin-right: 14px;
  }
  .games {
    list-style: none;
    margin: 10px 0 0;
    padding: 0;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--card);
  }
  .games li {
    display: grid;
    grid-template-columns: 26px 1fr auto;
    gap: 8px;
    align-items: baseline;
    padding: 8px 14px;
  }
  .games li + li {
    border-top: 1px solid var(--edge);
  }
  .games .number {
    color: var(--dim);
    font-variant-numeric: tabular-nums;
  }
  .games .later .title {
    color: var(--dim);
  }
  .games [aria-current] .title {
    color: var(--accent);
    font-weight: 700;
  }
  .games .points {
    margin-left: 8px;
    color: var(--ink);
    font-variant-numeric: tabular-nums;
  }
  .tabs .btn[aria-pressed="true"] {
    border-color: var(--accent);
  }
  section > .card {
    margin-top: 10px;
  }
  .sheets {
    display: grid;
    gap: 16px;
    padding: 16px;
    min-width: 0;
  }
  details {
    margin-top: 8px;
  }
  summary {
    cursor: pointer;
    padding: 4px 0;
  }
  .notes {
    list-style: none;
    margin: 4px 0 0;
    padding: 0;
    display: grid;
    gap: 6px;
  }
  .notes li {
    display: flex;
    align-items: baseline;
    gap: 8px;
  }
  .notes span {
    flex: 1;
  }
  @media (max-width: 860px) {
    .columns {
      grid-template-columns: 1fr;
    }
  }
  @media (max-width: 480px) {
    .scores {
      grid-template-columns: 1fr 1fr;
    }
    .score {
      padding: 10px;
      gap: 8px;
    }
    .score strong {
      font-size: 24px;
    }
  }
`;
