/**
 * How a process of Fabdesk ends, whatever requests it: in order, only once, within a time limit, and with a
 * sentence on stderr that says how it ended. Every host uses it; the process and its timer are passed in.
 */
import { type EndingProcess, endProcess } from './end-process.ts';
import { english } from './messages/english.ts';
import type { Translate } from './messages/messages.ts';

/** The part of Node's `process` that is used. */
export interface ClosingProcess extends EndingProcess {
  on(event: string, listener: (...args: never[]) => void): unknown;
  readonly stderr: {
    write(text: string, done: () => void): unknown;
    on(event: 'error', listener: () => void): unknown;
  };
  readonly stdout: { on(event: 'error', listener: () => void): unknown };
  /** The launcher's end of the channel; absent if there is no launcher. */
  readonly channel?: { unref(): void } | null | undefined;
  readonly connected?: boolean;
}

export interface ClosingOptions {
  readonly process: ClosingProcess;
  /** `setTimeout`. */
  readonly timer: (act: () => void, ms: number) => { unref(): unknown };
  readonly now: () => number;
  /** The name of what closes, for the beginning of a sentence. */
  readonly name: string;
  /** Texts in the person's language; by default English. */
  readonly t?: Translate;
  /** Ms within which everything is to be closed; by default `closingLimit`. */
  readonly limit?: number;
  readonly close: () => Promise<void>;
  /** Ends the process; by default `endProcess`. */
  readonly exit?: (code: number) => void;
}

export interface Closing {
  /** Begins to close. Further calls change nothing. */
  begin(): void;
}

/** The message from the launcher to its program. */
export const closeMessage = 'fabdesk:close';

/** Ms. Windows ends a program 10 s after its console was closed; at a logout, systems wait less. */
export const closingLimit = 5_000;
/** After this time, ms, a message says why closing takes a while. */
const noticeAfter = 1_000;
/** Interrupts this close together, ms, count as one: npm repeats what the terminal sent to all programs. */
const sameInterrupt = 500;
/** How long writing the last sentence may take, ms. */
const lastSentence = 300;

/** From now on, listens to the system's signals and to the launcher. */
export function closeInOrder(options: ClosingOptions): Closing {
  const { process, timer, now, name, t = english.t, limit = closingLimit } = options;
  const checked = () => t('hosts.closing.nothingLost');
  let begunAt: number | null = null;
  let isOver = false;

  const say = (sentence: string, done = () => {}) => process.stderr.write(`${sentence}\n`, done);
  const waiting: { unref(): unknown }[] = [];
  const later = (act: () => void, ms: number) => void waiting.push(timer(act, ms));

  function end(sentence: string, code: number): void {
    if (isOver) return;
    isOver = true;
    const exit = () => (options.exit ?? ((last) => endProcess(process, timer, last)))(code);
    let hasExited = false;
    const once = () => {
      if (hasExited) return;
      hasExited = true;
      for (const one of waiting) one.unref();
      exit();
    };
    // A terminal that was closed or stopped never accepts the sentence.
    later(once, lastSentence);
    say(sentence, once);
  }

  function begin(): void {
    if (begunAt !== null) return;
    begunAt = now();
    later(() => {
      if (!isOver) say(t('hosts.closing.slow'));
    }, noticeAfter);
    later(() => end(`${t('hosts.closing.tooLong', { name })} ${checked()}`, 1), limit);
    options.close().then(
      () => end(t('hosts.closing.inOrder', { name }), 0),
      (thrown: unknown) =>
        end(`${t('hosts.closing.failed', { name, problem: String(thrown) })} ${checked()}`, 1),
    );
  }

  function interrupt(): void {
    if (begunAt === null) begin();
    else if (now() - begunAt > sameInterrupt) end(`${t('hosts.closing.atOnce', { name })} ${checked()}`, 130);
  }

  // A closed terminal accepts no more text, which must not look like a fault of the program.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGBREAK']) process.on(signal, interrupt);
  // These may come several times: from the system, from the shell and from the launcher.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, begin);
  process.on('message', ((message: unknown) => {
    if (message === closeMessage) begin();
  }) as (...args: never[]) => void);
  process.on('disconnect', begin);
  process.channel?.unref();
  if (process.connected === false) begin();
  return { begin };
}
