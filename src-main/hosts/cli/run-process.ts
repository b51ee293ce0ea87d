/**
 * The process of the `fabdesk` command: gives the command line its real surroundings, and ends with its exit
 * code.
 */
import { closeInOrder } from '../../../src-shared/closing.ts';
import { endProcess } from '../../../src-shared/end-process.ts';
import { licencesFile } from '../../../src-shared/licences-file.ts';
import { toAppError } from '../../../src-shared/result.ts';
import { version } from '../../version.ts';
import { terminalLine } from '../terminal-text.ts';
import { exitCodes } from './output/exit-codes.ts';

/**
 * Code that few commands need is loaded when they need it. @param workerEntry what threads that analyse
 * models begin with
 */
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
    ask: async (question) => (await import('./ask-on-terminal.ts')).ask(question, stop.signal),
    askHidden: async (question) => (await import('./ask-on-terminal.ts')).askHidden(question, stop.signal),
    readInput: async () => (await import('node:stream/consumers')).text(process.stdin),
    // `check` needs no application, so the application is not even loaded.
    connect: async (options) => (await import('./app/connect.ts')).connect(options),
    workerEntry,
    licencesFile: new URL(`../renderer/${licencesFile}`, import.meta.url),
  });
  await Promise.all([process.stdout, process.stderr].map(flushed));
  endProcess(process, setTimeout, code);
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
