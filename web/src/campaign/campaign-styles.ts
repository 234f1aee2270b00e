/** What the pages of campaigns share. */
import { css } from "lit";
import type { CampaignView } from "../generated/protocol.js";

const STAGES: Readonly<Record<CampaignView["stage"], string>> = {
  joining: "Waiting for players",
  muster: "Waiting",
  playing: "A game is on",
  aftermath: "Waiting",
  orders: "Waiting for orders",
  over: "Over",
};

export function stageWords(stage: CampaignView["stage"]): string {
  return STAGES[stage];
}

export const campaignStyles = css`
  :host {
    display: block;
  }
  .page {
    margin: 0 auto;
    padding: 24px 20px 40px;
    display: grid;
    gap: 24px;
  }
  h1 {
    font-size: clamp(22px, 3.4vw, 30px);
    line-height: 1.15;
  }
  h2 {
    font-size: 18px;
  }
  ul.plain {
    list-style: none;
    margin: 10px 0 0;
    padding: 0;
    display: grid;
    gap: 8px;
  }
  [role="alert"] {
    color: var(--danger);
  }
  .kept {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 0 8px 0 0;
    border-left: 5px solid var(--edge);
  }
  .kept.urgent {
    border-left-color: var(--accent);
  }
  .kept a {
    flex: 1;
    display: grid;
    grid-template-columns: 1.2fr 1fr 1.6fr auto;
    gap: 2px 16px;
    align-items: baseline;
    padding: 12px 14px;
    color: var(--ink);
    text-decoration: none;
  }
  .urgent .state {
    color: var(--accent);
    font-weight: 700;
  }
  .right {
    text-align: right;
  }
  @media (max-width: 700px) {
    .kept a {
      grid-template-columns: 1fr auto;
    }
    .page {
      padding: 16px 12px 30px;
      gap: 18px;
    }
  }
`;
