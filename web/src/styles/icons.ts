/** Small signs, drawn here: what is not a letter is not in the typeface, and no machine's fonts are counted on.
 * 16 by 16, as high as the text beside them, in its colour. */
import { html, type TemplateResult } from "lit";

/** Filled shapes. */
const SHAPES = {
  first: "M2 3h2v10H2zM14 3v10L5 8z",
  back: "M12 3v10L3 8z",
  play: "M4 3v10l9-5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  on: "M2 3v10l9-5zM12 3h2v10h-2z",
  unfold: "M5 3v10l7-5z",
  fold: "M3 5h10l-5 7z",
  star: "M8 1l2.1 4.5 4.9.6-3.6 3.4.9 4.9L8 12l-4.3 2.4.9-4.9L1 6.1l4.9-.6z",
  aid: "M6 1.5h4V6h4.5v4H10v4.5H6V10H1.5V6H6z",
} as const;

/** Lines. */
const LINES = {
  left: "M14 8H3M7 3.5L2.5 8 7 12.5",
  right: "M2 8h11M9 3.5L13.5 8 9 12.5",
  through: "M1.5 8H11M7.5 4L11.5 8l-4 4M14 3v10",
  swap: "M2 5h11M10 2l3 3-3 3M14 11H3M6 8l-3 3 3 3",
  done: "M2.5 8.5l3.7 4L13.5 4",
  cross: "M3.5 3.5l9 9M12.5 3.5l-9 9",
  barred: "M8 1.8a6.2 6.2 0 1 0 .01 0M3.7 3.7l8.6 8.6",
  waves: "M1.5 6.5q2.2-3 4.4-1t4.3.5 4.3-1.5M1.5 11.5q2.2-3 4.4-1t4.3.5 4.3-1.5",
  target: "M8 1.8a6.2 6.2 0 1 0 .01 0M8 5.8a2.2 2.2 0 1 0 .01 0",
  chain: "M6.5 9.5l3-3M7 4.5l1.5-1.5a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5L7.5 13A3 3 0 0 1 3 8.5L4.5 7",
  crew: "M8 4.8a3.2 3.2 0 1 0 .01 0M8 1v2.6M8 12.4V15M1 8h2.6M12.4 8H15M3 3l1.9 1.9M11.1 11.1L13 13M13 3l-1.9 1.9M4.9 11.1L3 13",
  lost: "M8 1.5v13M4 5.5h8",
  space: "M2 7v4h12V7",
  loud: "M2 6h2.5L8 3v10L4.5 10H2zM10.5 5.5q2 2.5 0 5M12.5 3.5q3.6 4.5 0 9",
  mute: "M2 6h2.5L8 3v10L4.5 10H2zM10.5 6l4 4M14.5 6l-4 4",
} as const;

export type IconName = keyof typeof SHAPES | keyof typeof LINES;

export function icon(name: IconName): TemplateResult {
  const filled = name in SHAPES;
  const path = filled ? SHAPES[name as keyof typeof SHAPES] : LINES[name as keyof typeof LINES];
  return html`<svg class="sign ${filled ? "" : "lines"}" viewBox="0 0 16 16" aria-hidden="true"><path d=${path} /></svg>`;
}
