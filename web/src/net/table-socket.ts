/** The line to a game: comes back by itself when it breaks, and matches answers with what was asked. */
import {
  CLOSE_BAD_ORIGIN,
  CLOSE_BAD_TOKEN,
  CLOSE_FULL,
  CLOSE_NO_GAME,
  type ClientMessage,
  type Refused,
  type ServerMessage,
} from "../generated/protocol.js";

export type LineState = "connecting" | "open" | "lost" | "closed";

export class RefusedError extends Error {
  constructor(readonly refused: Refused) {
    super(refused.reason);
  }
}

/** The line broke, or the answer did not come in time. */
export class NoAnswer extends Error {
  constructor() {
    super("The server did not answer in time.");
  }
}

interface Listener {
  message(message: ServerMessage): void;
  state(state: LineState, why: string): void;
}

interface Waiting {
  resolve(message: ServerMessage): void;
  reject(error: Error): void;
  timer: ReturnType<typeof setTimeout>;
}

/** A message that carries an id, before it has one. */
type Question = ClientMessage extends infer M
  ? M extends { readonly id?: string }
    ? Omit<M, "id">
    : never
  : never;

const FINAL: Readonly<Record<number, string>> = {
  [CLOSE_BAD_TOKEN]: "This seat is not known here any more.",
  [CLOSE_BAD_ORIGIN]: "The server does not accept this page.",
  [CLOSE_NO_GAME]: "There is no such game.",
};
const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const ANSWER_WITHIN = 15_000;

export class TableSocket {
  private socket: WebSocket | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST_WAIT;
  private asked = 0;
  private closed = false;
  private readonly waiting = new Map<string, Waiting>();
  private since = 0;

  constructor(
    private readonly game: string,
    private readonly tokens: readonly string[],
    private readonly name: string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    this.closed = false;
    this.listener.state("connecting", "");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/games/${encodeURIComponent(this.game)}/socket`,
    );
    this.socket = socket;
    socket.onopen = () => this.greet(socket);
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => this.lost(socket, event.code);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    this.socket?.close(1000);
    this.socket = null;
    this.failAll();
  }

  /** Try again now instead of when the wait is over. */
  hurry(): void {
    if (this.closed || this.socket) return;
    clearTimeout(this.retry);
    this.open();
  }

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Ask or tell something and wait for what comes of it. Rejects with `RefusedError` or `NoAnswer`. */
  ask<T extends ServerMessage = ServerMessage>(question: Question): Promise<T> {
    const id = `q${++this.asked}`;
    return new Promise<T>((resolve, reject) => {
      if (!this.isOpen) return reject(new NoAnswer());
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new NoAnswer());
      }, ANSWER_WITHIN);
      this.waiting.set(id, { resolve: resolve as (message: ServerMessage) => void, reject, timer });
      this.socket?.send(JSON.stringify({ ...question, id }));
    });
  }

  private greet(socket: WebSocket): void {
    const [token = "", ...others] = this.tokens;
    const hello: ClientMessage = { type: "hello", token, others, since: this.since, name: this.name };
    socket.send(JSON.stringify(hello));
  }

  private receive(message: ServerMessage): void {
    if (message.type === "table") {
      this.wait = FIRST_WAIT;
      this.listener.state("open", "");
    }
    if (message.type === "table" || message.type === "update") this.since = message.step;
    const id = "id" in message ? message.id : "";
    const waiting = id ? this.waiting.get(id) : undefined;
    if (waiting) {
      clearTimeout(waiting.timer);
      this.waiting.delete(id);
      if (message.type === "refused") waiting.reject(new RefusedError(message));
      else waiting.resolve(message);
    } else {
      this.listener.message(message);
    }
  }

  private lost(socket: WebSocket, code: number): void {
    if (socket !== this.socket || this.closed) return;
    this.socket = null;
    this.failAll();
    const reason = FINAL[code];
    if (reason) {
      this.closed = true;
      this.listener.state("closed", reason);
      return;
    }
    const lost =
      code === CLOSE_FULL ? "All tables of the server are taken." : "The line to the server is lost.";
    this.listener.state("lost", `${lost} Trying again…`);
    this.retry = setTimeout(() => this.open(), this.wait * (0.7 + Math.random() * 0.6));
    this.wait = Math.min(this.wait * 1.8, LONGEST_WAIT);
  }

  private failAll(): void {
    for (const waiting of this.waiting.values()) {
      clearTimeout(waiting.timer);
      waiting.reject(new NoAnswer());
    }
    this.waiting.clear();
  }
}
