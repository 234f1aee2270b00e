/** Marks on hexes: where one may go, whom one may fire at, what is being talked about. */
import { css } from "lit";

export const highlightStyles = css`
  .hex-mark polygon {
    stroke-linejoin: round;
  }
  .hex-mark .edge {
    fill: none;
    stroke: #14170e;
    stroke-opacity: 0.55;
    stroke-width: 6;
  }
  .hex-mark .line {
    stroke-width: 3.2;
  }
  .go .line {
    fill: #fff6b0;
    fill-opacity: 0.3;
    stroke: #fff09a;
  }
  .go.threatened .line {
    fill: #ffb394;
    fill-opacity: 0.36;
  }
  .special .line {
    fill: #cfe9ff;
    fill-opacity: 0.25;
    stroke: #dff1ff;
    stroke-dasharray: 3 5;
    stroke-linecap: round;
  }
  .reach .edge {
    stroke: none;
  }
  .reach .line {
    fill: #fff6b0;
    fill-opacity: 0.16;
    stroke: #fff6b0;
    stroke-opacity: 0.55;
    stroke-width: 1.4;
  }
  .reach.threatened .line {
    fill: #ff9a76;
    fill-opacity: 0.22;
    stroke: #ffb394;
  }
  .target .line {
    fill: #e5573f;
    fill-opacity: 0.2;
    stroke: #ff5a3c;
    stroke-dasharray: 11 7;
  }
  .sight {
    fill: none;
    stroke: #ff5a3c;
    stroke-width: 4;
    stroke-linecap: round;
  }
  .hint .line {
    fill: #7fd4ff;
    fill-opacity: 0.35;
    stroke: #9fe0ff;
    stroke-width: 5;
  }
  .about .line {
    fill: none;
    stroke: #ffb03b;
    stroke-dasharray: 2 7;
    stroke-linecap: round;
    stroke-width: 4;
  }
  .badge rect {
    fill: #14170e;
    fill-opacity: 0.88;
    stroke: #fff6b0;
    stroke-opacity: 0.5;
    stroke-width: 0.8;
  }
  .badge text {
    font: 800 13px var(--font);
    fill: #fff2a0;
    text-anchor: middle;
  }
  .badge.reach rect {
    fill-opacity: 0.55;
    stroke: none;
  }
  .badge.reach text {
    fill: #f5efcf;
    font-weight: 600;
  }
  .cursor-edge {
    fill: none;
    stroke: #000;
    stroke-width: 8;
    stroke-opacity: 0.6;
  }
  .cursor {
    fill: none;
    stroke: var(--focus);
    stroke-width: 4.5;
  }
  .screen:not(:focus-visible) .cursor-layer {
    opacity: 0;
  }
  .open-box {
    fill: #14170e;
    fill-opacity: 0.82;
    stroke: #fff6b0;
    stroke-opacity: 0.5;
  }
  .shot,
  .shot-edge,
  .thread,
  .thread-edge {
    fill: none;
    stroke-linecap: round;
    pointer-events: none;
  }
  .shot-edge,
  .thread-edge {
    stroke: #14170e;
    stroke-opacity: 0.6;
    stroke-width: 7;
  }
  .shot {
    stroke: #ff5a3c;
    stroke-width: 3.6;
    stroke-dasharray: 12 9;
    animation: fly 0.55s linear infinite;
  }
  .shot.aim,
  .shot.past {
    animation: none;
  }
  .shot.past {
    stroke-opacity: 0.75;
    stroke-dasharray: 3 8;
  }
  .shot.sight {
    animation: none;
    stroke: #ff9a76;
    stroke-width: 1.8;
    stroke-dasharray: 2 6;
  }
  .shot-edge.sight,
  .shot-edge.past {
    stroke: none;
  }
  .trail,
  .trail-edge {
    fill: none;
    stroke-linecap: round;
    stroke-linejoin: round;
    pointer-events: none;
  }
  .trail-edge {
    stroke: #14170e;
    stroke-opacity: 0.65;
    stroke-width: 9;
  }
  .trail {
    stroke: #fff09a;
    stroke-width: 4.5;
  }
  .trail.past {
    stroke: #ffffff;
    stroke-opacity: 0.75;
    stroke-width: 3;
    stroke-dasharray: 1 9;
  }
  .trail-edge.past {
    stroke-width: 5;
    stroke-opacity: 0.35;
  }
  .stop-off {
    fill: #fff09a;
    stroke: #14170e;
    stroke-width: 2;
  }
  .stop-off.seen {
    fill: #ff5a3c;
  }
  .stop-off.past {
    display: none;
  }
  .thread {
    stroke-width: 3.2;
  }
  .thread.clear {
    stroke: #ffe08a;
  }
  .thread.stopped {
    stroke: #ff7358;
    stroke-dasharray: 5 7;
  }
  .stop {
    stroke: #ff5a3c;
    stroke-width: 5;
    stroke-linecap: round;
    fill: none;
  }
  .highlights,
  .markers,
  .threads,
  .cursor-layer {
    pointer-events: none;
  }
  @keyframes fly {
    to {
      stroke-dashoffset: -21;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .shot {
      animation: none;
    }
  }
`;
