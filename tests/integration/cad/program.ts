/** CAD programs of the system, run as a person would run them, on a display that nobody sees. */
import { spawn, spawnSync } from 'node:child_process';

/** Whether all of these programs are installed. */
export const has = (...programs: readonly string[]): boolean =>
  process.platform === 'linux' &&
  programs.every((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0);

export interface Ran {
  readonly code: number | null;
  readonly text: string;
}

/** Not `spawnSync`: the application that answers is in this process. */
export function runProgram(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Ran> {
  const child = spawn(command, args, {
    // FreeCAD's start page needs the first, if root runs it. Its tests are about English.
    env: { ...process.env, QTWEBENGINE_DISABLE_SANDBOX: '1', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, text }));
  });
}

/** In the program's own window. */
export const runInWindow = (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Ran> => runProgram('xvfb-run', ['-a', command, ...args], env);
