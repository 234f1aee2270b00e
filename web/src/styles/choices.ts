/** Choices that are shown side by side: radio buttons that look like cards. */
import { css, html, type TemplateResult } from "lit";

export function choice(
  name: string,
  value: string,
  checked: boolean,
  words: unknown,
  take: () => void,
): TemplateResult {
  return html`<label class="choice"
    ><input type="radio" name=${name} value=${value} .checked=${checked} @change=${take} /><span>${words}</span></label
  >`;
}

export const choiceStyles = css`
  .two {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(230px, 100%), 1fr));
    gap: 12px;
    align-items: end;
  }
  .tick {
    flex-wrap: nowrap;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .choice {
    cursor: pointer;
  }
  .choice input {
    position: absolute;
    opacity: 0;
  }
  .choice span {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-height: 42px;
    padding: 6px 14px;
    border: 1px solid var(--edge);
    border-radius: 9px;
    background: var(--bg);
  }
  .choice input:checked + span {
    border-color: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
  }
  .choice input:focus-visible + span {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }
  form > .btn {
    min-height: 46px;
  }
`;
