/** `ipcMain`: one handler a channel, and listeners; arguments and answers are cloned on their way. */
import { EventEmitter } from 'node:events';

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: never[]) => unknown;

/** What a handler may ask of the page that calls. `senderFrame` is null once that frame is gone. */
export interface Sender {
  readonly sender: object;
  readonly senderFrame: object | null;
}

class IpcMain extends EventEmitter implements Pick<Electron.IpcMain, 'handle'> {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler) {
    if (this.#handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    this.#handlers.set(channel, handler);
  }

  async invoke(event: Sender, channel: string, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return structuredClone(await handler(event as never, ...(structuredClone(args) as never[])));
  }
}

export const ipcMain = new IpcMain();
