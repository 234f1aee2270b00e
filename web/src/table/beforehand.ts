/** Answers that a player gives beforehand, for several questions at once, or twice to be sure. */
import { preferences } from "../app/preferences.js";
import type { Table } from "../game/table.js";
import type { OptionView, Prompt } from "../generated/protocol.js";

const MOST_REPEATS = 30;

export class Beforehand {
  /** Movers whom the player does not fire at for now. */
  private spared: ReadonlySet<string> = new Set();
  /** The step at which the player has been warned. */
  private sure = -1;

  constructor(
    private readonly table: () => Table | null,
    private readonly prompt: () => Prompt | null,
  ) {}

  /** Some answers are asked for twice. */
  shallAsk(option: OptionView): boolean {
    const prompt = this.prompt();
    const step = prompt?.step ?? -1;
    const text = prompt?.warnings[option.action];
    if (!text || !preferences().confirm || this.sure === step) return false;
    this.sure = step;
    this.table()?.say({ text, rule: "", tone: "news" });
    return true;
  }

  /** Let those who move now pass until they have moved. */
  holdFire(): void {
    this.spared = new Set(this.prompt()?.about);
    this.letPass();
  }

  /** Those who are let pass go on; when others move, one is asked again. */
  letPass(): void {
    const prompt = this.prompt();
    if (!this.spared.size || !prompt?.let_pass) return;
    if (prompt.about.every((id) => this.spared.has(id))) void this.table()?.act(prompt.let_pass);
    else this.spared = new Set();
  }

  /** A standing order, given where one notices that it is wanted. */
  async askWhenAdjacent(): Promise<void> {
    const table = this.table();
    const pass = this.prompt()?.let_pass;
    if (!table?.orders || !pass) return;
    await table.giveOrders({ ...table.orders, first_fire: "adjacent" });
    await table.act(pass);
    table.say({
      text: "You will be asked when the enemy comes adjacent. Menu, Standing orders changes it back.",
      rule: "",
      tone: "news",
    });
  }

  /** Do all of a kind, one after the other, for as long as they are offered. */
  async repeat(verb: string): Promise<void> {
    const table = this.table();
    for (let i = 0; table && i < MOST_REPEATS; i++) {
      const prompt = this.prompt();
      const option = prompt?.yours ? prompt.options.find((one) => one.verb === verb) : undefined;
      if (!option) return;
      await table.act(option.action);
      if (table.notice?.tone === "refused") return;
      await table.rested();
    }
  }
}
