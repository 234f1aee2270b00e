/** The emblem of a nation on a patch of its colour. */
import { css, html, svg, type TemplateResult } from "lit";

const SIGNS: Readonly<Record<string, string>> = {
  german: "M-2-7h4v5h5v4H2v5h-4V2h-5v-4h5z",
  american: "M0-6.6l1.6 4.5 4.8.1-3.8 2.9 1.4 4.6L0 2.8-4 5.5l1.4-4.6L-6.4-2l4.8-.1z",
  british: "M0-4a4 4 0 1 0 .01 0z",
  russian: "M0-7.4l1.9 5.1 5.4.2-4.3 3.4 1.5 5.2L0 3.4l-4.5 3.1L-3 1.3-7.3-2.1l5.4-.2z",
};

/** Where two games are played side by side, `german-2` is the German at the second table. */
export function nationOf(side: string): string {
  return side.split("-")[0] ?? side;
}

export function emblem(id: string, size = 22): TemplateResult {
  const side = nationOf(id);
  const known = SIGNS[side];
  return html`<svg class="emblem nation-${known ? side : "other"}" width=${size} height=${size} viewBox="-11 -11 22 22" aria-hidden="true">
    <rect x="-10.5" y="-10.5" width="21" height="21" rx="4" />
    ${side === "american" || side === "british" ? svg`<circle r="8.3" />` : ""}${known ? svg`<path d=${known} />` : ""}
  </svg>`;
}

export const emblemStyles = css`
  .emblem {
    flex: none;
    vertical-align: -5px;
  }
  .emblem.nation-german {
    --face: var(--german);
    --mark: var(--german-ink);
  }
  .emblem.nation-american {
    --face: var(--american);
    --mark: var(--american-ink);
  }
  .emblem.nation-russian {
    --face: var(--russian);
    --mark: var(--russian-ink);
  }
  .emblem.nation-british {
    --face: var(--british);
    --mark: var(--british-ink);
  }
  .emblem.nation-other {
    --face: var(--other);
    --mark: var(--other-ink);
  }
  .emblem rect {
    fill: var(--face);
    stroke: #14170e;
  }
  .emblem path {
    fill: var(--mark);
  }
  .emblem circle {
    fill: none;
    stroke: var(--mark);
    stroke-width: 1.3;
  }
`;
