/** The process of the `fabdesk` command: gives the command line its real surroundings, and ends with its exit code. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { closeInOrder } from '../../../src-shared/closing.ts';
import { licencesFile } from '../../../src-shared/licences.ts';
import { toAppError } from '../../../src-shared/result.ts';
import { version } from '../../version.ts';
import { terminalLine } from '../terminal-text.ts';
import { exitCodes } from './output/exit-codes.ts';

/** @param workerEntry what threads that analyse models begin with */
export async function runProcess(workerEntry: URL): Promise<void> {
  endOnSurprises();
  // Loaded after that, so that a surprise while loading ends with a sentence too.
  const { runCli } = await import('./run-cli.ts');
  const { loadMessages, thisSystem } = await import('../terminal-language.ts');
  const stop = new AbortController();
  for (const stream of [process.stdout, process.stderr]) {
    // A reader such as `head` may end early; that is no error, the command only stops.
    stream.on('error', () => stop.abort());
  }
  const system = thisSystem();
  const { t } = await loadMessages(system);
  closeInOrder({
    process,
    timer: setTimeout,
    now: Date.now,
    name: 'Fabdesk',
    t,
    close() {
      stop.abort();
      // The command that stops now ends the process below, with its own report.
      return new Promise(() => {});
    },
  });
  const code = await runCli(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    isTerminal: {
      stdin: process.stdin.isTTY === true,
      stdout: process.stdout.isTTY === true,
      stderr: process.stderr.isTTY === true,
    },
    ...system,
    cwd: process.cwd(),
    version,
    signal: stop.signal,
    ask: (question) => askOnTerminal(question, stop.signal),
    askHidden: (question) => askOnTerminal(question, stop.signal, new Hidden()),
    readInput: () => text(process.stdin),
    // `check` needs no application, so the application is not even loaded.
    connect: async (options) => (await import('./app/connect.ts')).connect(options),
    workerEntry,
    licencesFile: new URL(`../renderer/${licencesFile}`, import.meta.url),
  });
  await Promise.all([process.stdout, process.stderr].map(flushed));
  process.exit(code);
}

/** On stderr, so that a question never ends up in a file or in another program's input. */
async function askOnTerminal(
  question: string,
  signal: AbortSignal,
  output: Writable = process.stderr,
): Promise<string | null> {
  const shownQuestion = `${terminalLine(question.trimEnd())} `;
  const lines = createInterface({
    input: process.stdin,
    output,
    // Otherwise the terminal itself would show what is typed.
    ...(output !== process.stderr && { terminal: true }),
  });
  try {
    if (output !== process.stderr) process.stderr.write(shownQuestion);
    return await new Promise<string | null>((resolve) => {
      lines.once('close', () => resolve(null));
      lines.question(shownQuestion, { signal }).then(resolve, () => resolve(null));
    });
  } finally {
    lines.close();
    if (output !== process.stderr) process.stderr.write('\n');
  }
}

/** Swallows the echo of what is typed. */
class Hidden extends Writable {
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || !stream.writable) resolve();
    else stream.write('', () => resolve());
  });
}

/** Unexpected errors, even those that nobody awaits, end the process with one sentence instead of a stack. */
function endOnSurprises(): void {
  const end = (thrown: unknown): never => {
    const { message } = toAppError(thrown);
    const detail = process.env['FABDESK_DEBUG'] && thrown instanceof Error ? `\n${thrown.stack}` : '';
    process.stderr.write(`fabdesk: ${terminalLine(message)}${detail}\n`);
    process.exit(exitCodes.broken);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
