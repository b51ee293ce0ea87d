/**
 * Runs a program in place of this one: same terminal, same exit code, and the same end. A terminal and a
 * console interrupt every program in them by themselves, and on Windows a signal that is passed on ends a
 * program without warning. So the program is asked over a separate channel, on which asking again changes
 * nothing. The program also notices if its launcher is killed (`src-shared/closing.ts`); on Windows the
 * system ends both.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { say, stop } from './say.mjs';

const closeMessage = 'fabdesk:close';
/** Ms; the program itself takes at most 5 seconds. */
const patience = 8_000;
/** Ms. Interrupts closer together than this are one; after the second, the program has this long to end. */
const secondInterrupt = 500;

/** npm ends at once when it is asked to, and tells nobody: then this launcher has another parent. */
function endWithNpm(ask) {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  setInterval(() => process.ppid !== parent && ask(), 500).unref();
}

export function become(program, args, options = {}) {
  const child = spawn(program, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  let askedAt = null;

  const giveUp = () => {
    child.kill('SIGKILL');
    say(
      'The program did not answer and was ended. Nothing is lost: the next start checks what was under way.',
    );
  };
  const ask = (signal) => {
    if (askedAt === null) {
      askedAt = Date.now();
      setTimeout(giveUp, patience);
    } else if (signal === 'SIGINT' && Date.now() - askedAt > secondInterrupt) {
      setTimeout(giveUp, secondInterrupt);
    }
    // Programs that do not know this message (the tools) listen to signals; for the others both mean the same
    // request.
    if (process.platform !== 'win32' && signal !== 'SIGINT') child.kill(signal);
    if (child.connected) child.send(closeMessage, () => {});
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']) process.on(signal, () => ask(signal));
  endWithNpm(() => ask('SIGTERM'));
  // The terminal may be closed while this waits for the program's end.
  process.stderr.on('error', () => {});
  child.on('error', (error) => stop(`${program} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
