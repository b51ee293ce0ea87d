/**
 * The endpoint of the running application for a second start and for the command line, which use it instead
 * of opening the database twice. Only for this user: a socket in a private folder, and a key from a file in
 * the data folder.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '../../src-shared/result.ts';
import { removeFileSync } from '../file-system/rename-and-remove.ts';
import { type ControlAddress, controlAddresses } from './control-address.ts';
import {
  type ControlFile,
  controlFileName,
  helloSchema,
  questionSchema,
  readFrames,
  writeFrame,
} from './frames.ts';
import { isAwaited } from './lock.ts';

export interface ControlServer {
  /** Sends to every connected caller. */
  broadcast(event: string, payload: unknown): void;
  /**
   * Goes on answering callers until all have left, or none has asked for a second and all have their answers,
   * and waits for those who found the folder in use; 15 s at most. For a process that could end, while others
   * that began with it depend on it.
   */
  untilQuiet(): Promise<void>;
  close(): Promise<void>;
}

/** Validates name and input, and never throws: `dispatch.ts`. */
export type ControlDispatch = (name: string, input: unknown) => Promise<Result<unknown>>;

/** ms */
const [quiet, longestRest] = [1_000, 15_000];

/** Call only while holding the instance lock of `dataDir`. */
export async function startControlServer(dataDir: string, dispatch: ControlDispatch): Promise<ControlServer> {
  const key = randomBytes(32).toString('hex');
  const callers = new Set<Socket>();
  const open = new Set<Socket>();
  let unanswered = 0;
  let lastHeard = 0;
  const heard = () => {
    lastHeard = performance.now();
  };
  const server = createServer((socket) => {
    open.add(socket);
    heard();
    socket.on('close', () => {
      open.delete(socket);
      callers.delete(socket);
    });
    // The other end may disappear at any time.
    socket.on('error', () => socket.destroy());
    readFrames(socket, (frame) => {
      heard();
      if (callers.has(socket)) {
        unanswered += 1;
        return void answer(socket, dispatch, frame).finally(() => {
          unanswered -= 1;
        });
      }
      if (!isKey(helloSchema.parse(frame).key, key)) throw new Error('wrong key');
      callers.add(socket);
      writeFrame(socket, { welcome: true });
    });
  });
  const { address, release } = await listen(server, dataDir);
  const file = join(dataDir, controlFileName);
  const facts: ControlFile = { address, key, pid: process.pid, folder: realpathSync(dataDir) };
  removeFileSync(file);
  writeFileSync(file, JSON.stringify(facts), { mode: 0o600, flag: 'wx' });
  return {
    broadcast(event, payload) {
      for (const socket of callers) writeFrame(socket, { event, payload });
    },
    async untilQuiet() {
      const end = performance.now() + longestRest;
      const isNeeded = () =>
        isAwaited(dataDir, quiet) ||
        (open.size > 0 && (unanswered > 0 || performance.now() - lastHeard < quiet));
      while (isNeeded() && performance.now() < end) await sleep(20);
    },
    async close() {
      removeFileSync(file);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
      release();
    },
  };
}

/** Listens at the first address that the volume allows. */
async function listen(server: Server, dataDir: string): Promise<ControlAddress> {
  let refused: unknown;
  // Without a listener, a connection that cannot be accepted would end the process.
  server.on('error', () => {});
  for (const place of controlAddresses(dataDir)) {
    try {
      server.listen(place.address);
      await once(server, 'listening');
      if (process.platform !== 'win32') chmodSync(place.address, 0o600);
      return place;
    } catch (thrown) {
      if (server.listening) await new Promise((resolve) => server.close(resolve));
      place.release();
      refused = thrown;
    }
  }
  throw refused;
}

async function answer(socket: Socket, dispatch: ControlDispatch, frame: unknown): Promise<void> {
  const question = questionSchema.safeParse(frame);
  if (!question.success) return void socket.destroy();
  const { id, name, input } = question.data;
  writeFrame(socket, { id, result: await dispatch(name, input) });
}

function isKey(shown: string, key: string): boolean {
  const [a, b] = [Buffer.from(shown), Buffer.from(key)];
  return a.length === b.length && timingSafeEqual(a, b);
}
