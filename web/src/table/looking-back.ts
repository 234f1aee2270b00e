/** Looking back at a game: its moments one by one, what the computer was thinking, the account at the end, and faults
 * that are tried again. */
import { html, nothing, type TemplateResult } from "lit";
import { keyOf } from "../app/keyring.js";
import { addressOf, linkTo } from "../app/route.js";
import type { Table } from "../game/table.js";
import type { Fault, MomentView } from "../generated/protocol.js";
import { api } from "../net/api.js";
import "./ending.js";
import "./practice-panel.js";
import "./replay-bar.js";
import "./thought-panel.js";
import type { ReplayBar } from "./replay-bar.js";
import type { TablePage } from "./table-page.js";
import { lookingBack } from "./table-parts.js";

export class LookingBack {
  /** The moment that is looked at; null: the present one. */
  past: MomentView | null = null;
  /** The account of the game has been put away. */
  accounted = false;

  /** The moment that is being fetched: the next step goes on from there, however quickly it follows. */
  private sought: number | null = null;
  /** What the computer was thinking is told, and the table shown with the eyes of who decided. */
  private thoughts = { open: false, eyes: false };
  /** Faults that are gone back to, one by one. */
  private practised: readonly Fault[] = [];
  /** With whose eyes the past is looked at meanwhile. */
  private eyesOf = "";
  private seeks = 0;

  constructor(private readonly page: TablePage) {}

  /** Another game lies on the table: it has no past yet. */
  forget(): void {
    this.accounted = false;
    this.practised = [];
    this.eyesOf = "";
    void this.seek(null);
  }

  /** Look at a moment; null is now. Only what was asked for last is shown. */
  async seek(moment: number | null): Promise<void> {
    const { page } = this;
    const mine = ++this.seeks;
    this.sought = moment;
    if (moment === null) this.past = null;
    page.requestUpdate();
    if (moment === null) return;
    try {
      const found = await this.pastAt(moment);
      if (mine !== this.seeks) return;
      this.past = found;
      this.sought = null;
      page.requestUpdate();
      const at = found.events.map((event) => event.at).filter((hex) => hex);
      await page.updateComplete;
      page.board?.show(at.slice(-2));
    } catch (error) {
      if (mine !== this.seeks) return;
      this.sought = null;
      page.requestUpdate();
      page.table?.say({
        text: error instanceof Error ? error.message : String(error),
        rule: "",
        tone: "refused",
      });
    }
  }

  private async pastAt(moment: number): Promise<MomentView> {
    const { game, table, token } = this.page;
    const { side = "", holds = [] } = table ?? {};
    const eyes = this.eyesOf || (holds.includes(side) ? side : "");
    const past = await api.moment(game, moment, token, eyes);
    const decider = this.thoughts.open && this.thoughts.eyes ? past.decision?.side : undefined;
    return decider && decider !== past.side ? api.moment(game, moment, token, decider) : past;
  }

  stepBy(by: number): void {
    const end = this.page.table?.moment ?? 0;
    const now = this.sought ?? this.past?.moment ?? end;
    const wanted = Math.max(0, now + by);
    void this.seek(wanted >= end ? null : wanted);
  }

  /** What has just happened, a step at a time; then back to now. */
  stepThrough(): void {
    const { moments } = this.page.table?.aftermath ?? { moments: [] };
    const now = this.sought ?? this.past?.moment ?? -1;
    const next = moments.find((moment) => moment > now);
    if (next !== undefined && next < (this.page.table?.moment ?? 0)) void this.seek(next);
    else if (this.past) void this.seek(null);
    else if (next !== undefined) void this.seek(next);
  }

  /** What was it thinking? From the end of a game it leads to the computer's last decision. */
  async toggleThoughts(): Promise<void> {
    const { table } = this.page;
    if (!table?.result) return;
    this.thoughts = { ...this.thoughts, open: !(this.past && this.thoughts.open) };
    this.page.requestUpdate();
    if (this.past) return;
    await this.seek(table.moment);
    const last = this.past as MomentView | null;
    if (last?.decision && !last.decision.computer && last.decision.before !== null) {
      await this.seek(last.decision.before);
    }
  }

  private async lookWithEyes(eyes: boolean): Promise<void> {
    this.thoughts = { ...this.thoughts, eyes };
    this.page.requestUpdate();
    if (this.past) await this.seek(this.past.moment);
  }

  private async share(moment: number): Promise<void> {
    const { game, table } = this.page;
    const watch = keyOf(game)?.watch ?? "";
    const link = watch ? linkTo("watch", game, watch, "at", moment) : linkTo("game", game, "at", moment);
    try {
      await navigator.clipboard.writeText(addressOf(link));
      table?.say({ text: "The link to this moment is in the clipboard.", rule: "", tone: "news" });
    } catch {
      table?.say({ text: addressOf(link), rule: "", tone: "news" });
    }
  }

  account(away: boolean): void {
    this.accounted = away;
    this.page.requestUpdate();
  }

  /** From the beginning, by itself. */
  private async watchReplay(): Promise<void> {
    await this.seek(0);
    await this.page.updateComplete;
    this.page.shadowRoot?.querySelector<ReplayBar>("df-replay")?.play();
  }

  private practise(faults: readonly Fault[]): void {
    this.practised = faults;
    this.page.requestUpdate();
  }

  /** The table as a side saw it before it decided. */
  private async goBackTo({ moment, side }: Fault): Promise<void> {
    this.eyesOf = side;
    await this.seek(moment);
  }

  private endPractice(): void {
    this.practised = [];
    this.eyesOf = "";
    void this.seek(null);
  }

  // -- drawing -----------------------------------------------------------------------------------------------

  /** The bar below the map. */
  bar(table: Table): TemplateResult | typeof nothing {
    if (!this.past) return nothing;
    return html`<df-replay
      .moment=${this.sought ?? this.past.moment}
      .moments=${table.moment}
      @seek=${(event: CustomEvent<number>) => this.seek(event.detail)}
      @leave=${() => this.seek(null)}
      @share=${(event: CustomEvent<number>) => this.share(event.detail)}
    ></df-replay>`;
  }

  /** The account of a game that is over. */
  ending(table: Table, tick: number): TemplateResult | typeof nothing {
    if (!table.result || table.showing || table.result.how === "pinned") return nothing;
    return html`<df-ending
      ?hidden=${this.accounted || this.past !== null}
      .table=${table}
      .tick=${tick}
      .token=${this.page.token}
      @leave=${() => this.account(true)}
      @seek=${(event: CustomEvent<number>) => this.seek(event.detail)}
      @replay=${() => this.watchReplay()}
      @practise=${(event: CustomEvent<readonly Fault[]>) => this.practise(event.detail)}
      @share=${() => this.share(0)}
    ></df-ending>`;
  }

  /** What stands where the question stands now. */
  beside(table: Table): TemplateResult {
    return html`${this.practice(table)} ${this.past ? lookingBack(this.past) : nothing}
    ${this.practised.length ? nothing : this.thinking(table)}`;
  }

  private thinking(table: Table): TemplateResult | typeof nothing {
    const decision = this.past?.decision;
    if (!decision) return nothing;
    return html`<df-thought
      .table=${table}
      .decision=${decision}
      .open=${this.thoughts.open}
      .eyes=${this.thoughts.eyes}
      @open=${() => this.toggleThoughts()}
      @eyes=${(event: CustomEvent<boolean>) => this.lookWithEyes(event.detail)}
      @seek=${(event: CustomEvent<number>) => this.seek(event.detail)}
    ></df-thought>`;
  }

  private practice(table: Table): TemplateResult | typeof nothing {
    if (!this.practised.length) return nothing;
    return html`<df-practice
      .table=${table}
      .faults=${this.practised}
      @back=${(event: CustomEvent<Fault>) => this.goBackTo(event.detail)}
      @leave=${() => this.endPractice()}
    ></df-practice>`;
  }
}
