/** The PATH of this system: `;` and program extensions on Windows, `:` elsewhere. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const endings = process.platform === 'win32' ? ['.cmd', '.exe', '.bat'] : [''];

/** Where the shell would find a program, or null. */
export function whereOnPath(program) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const ending of folder === '' ? [] : endings) {
      const path = join(folder, program + ending);
      if (existsSync(path)) return path;
    }
  }
  return null;
}

/**
 * The environment with folders prepended to PATH. Windows spells it `Path`, and a copy of the environment is
 * case-sensitive.
 */
export function withPath(env, ...folders) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: [...folders, env[name]].join(delimiter) };
}
