/** Asks on the terminal, on stderr: a question never ends up in a file or in another program's input. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { terminalLine } from '../terminal-text.ts';

/** Null at the end of the input, or if the command is stopped. */
export const ask = (question: string, signal: AbortSignal): Promise<string | null> =>
  askOnTerminal(question, signal, process.stderr);

/** As `ask`; what is typed does not show. */
export const askHidden = (question: string, signal: AbortSignal): Promise<string | null> =>
  askOnTerminal(question, signal, new Hidden());

async function askOnTerminal(
  question: string,
  signal: AbortSignal,
  output: Writable,
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
