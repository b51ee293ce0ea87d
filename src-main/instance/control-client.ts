/** The client of the control socket: the complete contract of the application that runs on a data folder. */
import { readFileSync, realpathSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { type AppClient, type AppContract, contract } from '../../src-shared/ipc/contract.ts';
import type { CallInput, CallName, CallOutput, EventName, EventPayload } from '../../src-shared/ipc/wire.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { fail, type Result, succeed, toAppError } from '../../src-shared/result.ts';
import { mainProblem } from '../main-error.ts';
import {
  answerSchema,
  type ControlFile,
  controlFileName,
  controlFileSchema,
  eventSchema,
  readFrames,
  writeFrame,
} from './frames.ts';

export interface RunningApp extends AppClient {
  /** Process id of the application. */
  readonly pid: number;
  /** Called when the application has ended; not after `close`. */
  onGone(listener: () => void): void;
  close(): void;
}

/** How long a process that is just starting or ending may leave its endpoint unanswered. */
const patience = 5_000;

/** Null if no application runs on this folder. The file in a copied folder names the original. */
export async function connectToRunningApp(dataDir: string): Promise<RunningApp | null> {
  const facts = readControlFile(join(dataDir, controlFileName));
  if (facts === null || facts.folder !== realpathSync(dataDir)) return null;
  return reach(facts);
}

/** How long another start may take until its endpoint is open, ms. */
const startTakes = 15_000;
const betweenAttempts = 100;

/**
 * The running application, or `start()`. Two starts at the same moment become one application: the one that
 * does not get the lock waits for the other's endpoint. Throws what `start` throws, finally its
 * `already-running`.
 */
export async function joinOrStart<T>(
  dataDir: string,
  start: () => Promise<T>,
): Promise<{ readonly running: RunningApp } | { readonly started: T }> {
  for (const end = Date.now() + startTakes; ; ) {
    const running = await connectToRunningApp(dataDir);
    if (running) return { running };
    try {
      return { started: await start() };
    } catch (thrown) {
      if (toAppError(thrown).code !== 'already-running' || Date.now() > end) throw thrown;
    }
    await sleep(betweenAttempts);
  }
}

function readControlFile(path: string): ControlFile | null {
  try {
    return controlFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** A caller whose key was accepted, or null if nobody answers (the file outlived its process). */
function reach({ address, key, pid }: ControlFile): Promise<RunningApp | null> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const giveUp = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(null);
    };
    const timer = setTimeout(giveUp, patience);
    socket.once('connect', () => writeFrame(socket, { key }));
    socket.on('error', giveUp);
    socket.once('close', giveUp);
    let speaker: Speaker | null = null;
    readFrames(socket, (frame) => {
      if (speaker !== null) return speaker.take(frame);
      clearTimeout(timer);
      speaker = speak(socket, pid);
      resolve(speaker.app);
    });
  });
}

interface Speaker {
  readonly app: RunningApp;
  take(frame: unknown): void;
}

const gone = mainProblem('app-gone', ref('hosts.goneBeforeAnswer'));
const unreadable = mainProblem('bad-answer', ref('hosts.answerUnreadable'));

/**
 * The running application may be of another version, so its answers and events are parsed by the contract of
 * this one.
 */
function parseAnswer<N extends CallName<AppContract>>(
  name: N,
  result: Result<unknown>,
): Result<CallOutput<AppContract, N>> {
  if (!result.ok) return result;
  const output: z.ZodType = contract.calls[name].output;
  const parsed = output.safeParse(result.value);
  return parsed.success ? succeed(parsed.data as CallOutput<AppContract, N>) : fail(unreadable);
}

function speak(socket: Socket, pid: number): Speaker {
  const waiting = new Map<number, (result: Result<unknown>) => void>();
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  let onGone = () => {};
  let last = 0;
  const take = (frame: unknown) => {
    const answer = answerSchema.safeParse(frame);
    if (answer.success) {
      waiting.get(answer.data.id)?.(answer.data.result);
      waiting.delete(answer.data.id);
      return;
    }
    const { event, payload } = eventSchema.parse(frame);
    for (const listener of listeners.get(event) ?? []) listener(payload);
  };
  socket.on('close', () => {
    for (const give of waiting.values()) give(fail(gone));
    waiting.clear();
    onGone();
  });
  const app: RunningApp = {
    pid,
    invoke<N extends CallName<AppContract>>(name: N, input: CallInput<AppContract, N>) {
      if (socket.destroyed) return Promise.resolve(fail(gone));
      last += 1;
      const id = last;
      return new Promise<Result<CallOutput<AppContract, N>>>((resolve) => {
        waiting.set(id, (result) => resolve(parseAnswer(name, result)));
        writeFrame(socket, { id, name, input });
      });
    },
    on<N extends EventName<AppContract>>(name: N, listener: (payload: EventPayload<AppContract, N>) => void) {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all);
      const call = (payload: unknown) => {
        const parsed = contract.events[name].safeParse(payload);
        if (parsed.success) listener(parsed.data as EventPayload<AppContract, N>);
      };
      all.add(call);
      return () => all.delete(call);
    },
    onGone: (listener) => {
      onGone = listener;
    },
    close() {
      onGone = () => {};
      socket.destroy();
    },
  };
  return { app, take };
}
