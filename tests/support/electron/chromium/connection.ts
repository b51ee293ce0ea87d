/**
 * Chromium's DevTools protocol over its own WebSocket, so that the stand-in needs nothing of the test's
 * process.
 */
import { EventEmitter } from 'node:events';
import type { CDPSession } from 'playwright/test';

/** With the types of Playwright's sessions, which are those of the protocol. */
export type Session = Pick<CDPSession, 'send' | 'on'>;

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export class Connection {
  readonly closed: Promise<void>;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #sessions = new Map<string | undefined, EventEmitter>();
  #last = 0;

  static async open(endpoint: string): Promise<Connection> {
    const socket = new WebSocket(endpoint);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error(`Chromium does not answer at ${endpoint}`));
    });
    return new Connection(socket);
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => {
      socket.onclose = () => resolve();
    });
    socket.onmessage = ({ data }) => this.#take(JSON.parse(String(data)) as Message);
  }

  #take(message: Message): void {
    if (message.id === undefined)
      this.#sessions.get(message.sessionId)?.emit(message.method!, message.params);
    else this.#waiting.get(message.id)?.(message);
  }

  /** The browser itself. */
  get browser(): Session {
    return this.#session(undefined);
  }

  async attach(targetId: string): Promise<Session> {
    const { sessionId } = await this.browser.send('Target.attachToTarget', { targetId, flatten: true });
    return this.#session(sessionId);
  }

  #session(sessionId: string | undefined): Session {
    const events = this.#sessions.get(sessionId) ?? new EventEmitter();
    this.#sessions.set(sessionId, events);
    const send = (method: string, params: unknown) => this.#send({ sessionId, method, params });
    return { send: send as Session['send'], on: events.on.bind(events) as unknown as Session['on'] };
  }

  /** Never answered once the connection is closed. */
  #send(message: object): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        this.#waiting.delete(id);
        if (error) reject(new Error(error.message));
        else resolve(result);
      });
      this.#socket.send(JSON.stringify({ ...message, id }));
    });
  }

  close(): void {
    this.#socket.close();
  }
}
