/** The pieces that every panel is made of: buttons, cards, chips, fields. */
import { css } from "lit";

export const ui = css`
  :host {
    box-sizing: border-box;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  h1,
  h2,
  h3,
  p {
    margin: 0;
  }
  a {
    color: var(--link);
  }
  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  :focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
    border-radius: 6px;
  }
  .btn {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-height: 38px;
    padding: 7px 14px;
    border: 1px solid var(--edge);
    border-radius: 9px;
    background: var(--raised);
    color: var(--ink);
    text-decoration: none;
    cursor: pointer;
    text-align: center;
    line-height: 1.2;
  }
  .btn:hover {
    border-color: var(--dim);
  }
  .btn:disabled {
    opacity: 0.5;
    cursor: default;
  }
  .btn.primary {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--on-accent);
    font-weight: 700;
  }
  .btn.primary:hover {
    filter: brightness(1.06);
  }
  .btn.quiet {
    background: none;
    border-color: transparent;
    color: var(--dim);
  }
  .btn.quiet:hover {
    color: var(--ink);
    border-color: var(--edge);
  }
  .btn.danger {
    color: var(--danger);
  }
  .btn.small {
    min-height: 30px;
    padding: 3px 10px;
    font-size: 13px;
  }
  .card {
    background: var(--card);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    padding: 14px;
  }
  .rule {
    display: inline-block;
    padding: 0 7px;
    border: 1px solid var(--edge);
    border-radius: 99px;
    background: none;
    color: var(--dim);
    font-size: 11.5px;
    line-height: 18px;
    white-space: nowrap;
    cursor: pointer;
    text-decoration: none;
  }
  .rule:hover {
    color: var(--ink);
    border-color: var(--dim);
  }
  .field {
    display: grid;
    gap: 5px;
  }
  .field > span,
  legend {
    color: var(--dim);
    font-size: 13px;
  }
  input[type="text"],
  input[type="password"],
  input[type="number"],
  select,
  textarea {
    width: 100%;
    min-height: 38px;
    padding: 7px 10px;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: var(--bg);
    color: var(--ink);
  }
  fieldset {
    border: 0;
    padding: 0;
    margin: 0;
    min-width: 0;
  }
  legend {
    padding: 0;
    margin-bottom: 5px;
  }
  .dim {
    color: var(--dim);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  .spread {
    justify-content: space-between;
  }
  .sr {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  kbd {
    display: inline-block;
    min-width: 20px;
    padding: 0 5px;
    border: 1px solid var(--edge);
    border-bottom-width: 2px;
    border-radius: 5px;
    background: var(--bg);
    color: var(--dim);
    font: 600 12px/18px var(--font);
    text-align: center;
  }
  @media (hover: none) {
    kbd {
      display: none;
    }
  }
  dialog {
    width: min(680px, calc(100vw - 24px));
    max-height: calc(100dvh - 24px);
    padding: 0;
    border: 1px solid var(--edge);
    border-radius: 14px;
    background: var(--card);
    color: var(--ink);
    box-shadow: var(--shadow);
    overflow: auto;
  }
  dialog::backdrop {
    background: rgb(10 12 7 / 0.6);
  }
  .dialog-head {
    position: sticky;
    top: 0;
    z-index: 1;
    display: flex;
    align-items: center;
    gap: 12px;
    padding: 12px 16px;
    background: var(--card);
    border-bottom: 1px solid var(--edge);
  }
  .dialog-head h2 {
    flex: 1;
    font-size: 17px;
  }
  .dialog-body {
    padding: 16px;
    display: grid;
    gap: 16px;
  }
  .sign {
    flex: none;
    width: 1em;
    height: 1em;
    vertical-align: -0.125em;
    fill: currentColor;
  }
  .sign.lines {
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .die {
    display: inline-grid;
    place-items: center;
    width: 20px;
    height: 20px;
    margin: 0 1px;
    border-radius: 4px;
    background: var(--die);
    color: var(--die-ink);
    font: 800 12.5px/1 var(--font);
    vertical-align: -3px;
  }
  .die.coloured {
    background: var(--die-coloured);
    color: var(--die-coloured-ink);
  }
`;
