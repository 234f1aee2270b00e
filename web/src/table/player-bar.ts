/** Who plays: names, sides, clocks, whether they are there; and the invitation while a seat is free. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { keyOf } from "../app/keyring.js";
import { addressOf, linkTo } from "../app/route.js";
import { capital, duration, sideName } from "../app/words.js";
import type { Table } from "../game/table.js";
import type { SeatInfo } from "../generated/protocol.js";
import { emblem, emblemStyles } from "../lobby/emblem.js";
import { ui } from "../styles/ui.js";
import "../lobby/invite-link.js";

const SHORT = 60;

@customElement("df-player-bar")
export class PlayerBar extends LitElement {
  static override styles = [
    ui,
    emblemStyles,
    css`
      :host {
        display: block;
      }
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
        gap: 6px;
      }
      li {
        display: flex;
        align-items: center;
        gap: 7px;
        min-width: 0;
        padding: 4px 9px;
        border: 1px solid var(--edge);
        border-radius: 9px;
        background: var(--card);
        font-size: 13.5px;
      }
      li.asked {
        border-color: var(--accent);
      }
      .name {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .dot {
        width: 9px;
        height: 9px;
        border-radius: 50%;
        border: 2px solid var(--dim);
        flex: none;
      }
      .dot.here {
        background: var(--good);
        border-color: var(--good);
      }
      .clock {
        margin-left: auto;
        white-space: nowrap;
        font-variant-numeric: tabular-nums;
        color: var(--dim);
      }
      .clock.runs {
        color: var(--ink);
        font-weight: 700;
      }
      .clock.short {
        color: var(--danger);
      }
      .invite {
        margin-top: 6px;
        padding: 9px 10px;
        border: 1px solid var(--accent);
        border-radius: 9px;
        background: var(--card);
        display: grid;
        gap: 6px;
        font-size: 14px;
      }
    `,
  ];

  @property({ attribute: false }) table!: Table;
  @property({ attribute: false }) tick = 0;
  @state() private now = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => {
      if (this.table?.clocks.length) this.now = performance.now();
    }, 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  private clock(side: string): TemplateResult | typeof nothing {
    const clock = this.table.clocks.find((one) => one.side === side);
    if (!clock) return nothing;
    const since = clock.runs
      ? Math.max(0, (Math.max(this.now, this.table.clocksAt) - this.table.clocksAt) / 1000)
      : 0;
    const left = clock.left - since;
    return html`<span class="clock ${clock.runs ? "runs" : ""} ${left < SHORT ? "short" : ""}" title="${sideName(side)}’s clock">${duration(left)}</span>`;
  }

  private name(seat: SeatInfo): string {
    if (seat.kind === "computer") return `Computer, ${seat.level}`;
    if (seat.kind === "open") return "Free seat";
    const you = this.table.holds.includes(seat.side);
    return seat.name || (you ? "You" : sideName(seat.side));
  }

  private seat(seat: SeatInfo): TemplateResult {
    const { table } = this;
    const here = seat.kind === "computer" || seat.connected || table.holds.includes(seat.side);
    const asked = table.prompt?.side === seat.side && !table.result;
    const words = seat.kind === "open" ? "Nobody sits here yet" : here ? "Is at the table" : "Is away";
    return html`<li class=${asked ? "asked" : ""} data-seat=${seat.side}>
      ${emblem(seat.side, 18)}
      <span class="name" title=${sideName(seat.side)}>${this.name(seat)}<span class="sr">, ${sideName(seat.side)}${asked ? ", to decide" : ""}</span></span>
      ${seat.kind === "computer" ? nothing : html`<span class="dot ${here ? "here" : ""}" role="img" aria-label=${words} title=${words}></span>`}
      ${this.clock(seat.side)}
    </li>`;
  }

  /** The link for a friend is there at once. */
  private invitations(): TemplateResult[] {
    const { game, seats } = this.table;
    const free = new Set(seats.filter((seat) => seat.kind === "open").map((seat) => seat.side));
    const invites = (game && keyOf(game.id)?.invites.filter((one) => free.has(one.side))) || [];
    return invites.map(
      (one) => html`<div class="invite">
        <span>${game?.table.challenge ? "Anybody here may take this seat, or send the link to a friend:" : `Send this link to whoever plays ${capital(one.side)}:`}</span>
        <df-invite .name=${sideName(one.side)} .nation=${one.side} .address=${addressOf(linkTo("join", game?.id ?? "", one.token))}></df-invite>
      </div>`,
    );
  }

  protected override render(): TemplateResult {
    return html`<ul aria-label="Players">${this.table.seats.map((seat) => this.seat(seat))}</ul>
      ${this.invitations()}`;
  }
}
