/**
 * The surroundings of one call of an agent: nobody can be asked, what a command reports becomes its answer,
 * and its progress goes to the agent. Commands work in them as on the command line.
 */
import type { Host } from '../cli/declare.ts';
import { Output } from '../cli/output/output.ts';

const progressLine = '\r\u001b[2K';

export interface CallHost extends Host {
  /** The report as data; undefined: none. */
  reported(): unknown;
}

export function callHost(
  base: Host,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (line: string) => void },
): CallHost {
  let written = '';
  const surroundings = {
    ...base,
    signal: AbortSignal.any([base.signal, signal]),
    // Only the progress line goes to a terminal.
    isTerminal: { stdin: false, stdout: false, stderr: true },
    env: { ...base.env, NO_COLOR: '1', TERM: 'agent' },
    stdout: { write: (text: string) => (written += text) },
    stderr: {
      columns: 200,
      write(text: string) {
        if (text.startsWith(progressLine) && text.length > progressLine.length)
          onProgress(text.slice(progressLine.length));
      },
    },
    ask: async () => null,
    askHidden: async () => null,
    readInput: async () => '',
  };
  const out = new Output(surroundings, { json: true, verbose: false, messages: base.out.messages });
  return { ...surroundings, out, reported: () => (written === '' ? undefined : JSON.parse(written)) };
}
