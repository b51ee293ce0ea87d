/** Runs the complete command line inside the test, with the test's own streams and answers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Surroundings } from '../../src-main/hosts/cli/app/surroundings.ts';
import { runCli } from '../../src-main/hosts/cli/run-cli.ts';
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import { makeCube } from '../fixtures/geometry/solids.ts';
import type { AppDouble } from './app-double.ts';
import { temporaryFolder } from './folder.ts';

export interface RunOptions {
  readonly app?: AppDouble;
  /** Whether all three streams are a terminal. */
  readonly terminal?: boolean;
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  /** The person's answer to the question; null closes the input. */
  readonly answer?: string | null;
  readonly signal?: AbortSignal;
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly questions: readonly string[];
  readonly connects: number;
  json(): unknown;
}

export async function run(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const written = { stdout: '', stderr: '' };
  const questions: string[] = [];
  let connects = 0;
  const sink = (name: 'stdout' | 'stderr') => ({
    write(text: string) {
      written[name] += text;
    },
  });
  const terminal = options.terminal === true;
  const surroundings: Surroundings = {
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    isTerminal: { stdin: terminal, stdout: terminal, stderr: terminal },
    // A fixed language; the test's own variables override it.
    env: { LANG: 'C', ...options.env },
    cwd: options.cwd ?? process.cwd(),
    version: '9.8.7',
    signal: options.signal ?? new AbortController().signal,
    patience: { network: 0, unknown: 0 },
    ask: async (question) => {
      questions.push(question);
      return options.answer ?? null;
    },
    connect: async () => {
      connects++;
      if (!options.app) throw new Error('this command must not need the application');
      return options.app.connection();
    },
  };
  const code = await runCli(argv, surroundings);
  return { code, ...written, questions, connects, json: () => JSON.parse(written.stdout) };
}

/**
 * A folder with `cube.stl`, 20 units wide, and the other requested files. A folder of this test, unless one
 * is given.
 */
export function modelFolder(
  files: Record<string, Mesh | string | Uint8Array> = {},
  folder = temporaryFolder(),
): string {
  for (const [name, content] of Object.entries({ 'cube.stl': makeCube(20), ...files })) {
    const isMesh = typeof content !== 'string' && !(content instanceof Uint8Array);
    writeFileSync(join(folder, name), isMesh ? writeBinaryStl(content) : content);
  }
  return folder;
}

/** The same solid without its last triangle. */
export const opened = (mesh: Mesh): Mesh => ({ ...mesh, indices: mesh.indices.slice(0, -3) });
