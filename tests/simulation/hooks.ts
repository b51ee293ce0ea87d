/**
 * Puts the simulated disk, database and network under the application's own modules, and, for mutants, changes
 * their source. Import before anything of `src-main`.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

export interface Patch {
  /** From the root of the project. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

const root = new URL('../../', import.meta.url).href;
const fake = (name: string) => new URL(`./fakes/${name}.ts`, import.meta.url).href;

/** By specifier, for imports from `src-main`. */
const fakes: Readonly<Record<string, string>> = {
  'better-sqlite3': fake('sqlite'),
  'node:fs': fake('fs'),
  'node:fs/promises': fake('fs-promises'),
  './http-exchange.ts': fake('http-exchange'),
  '../api-client/http-exchange.ts': fake('http-exchange'),
};

export function install(patches: readonly Patch[] = []): void {
  registerHooks({
    resolve(specifier, context, next) {
      const replacement = fakes[specifier];
      if (replacement && context.parentURL?.startsWith(`${root}src-main/`)) {
        return { url: replacement, shortCircuit: true };
      }
      return next(specifier, context);
    },
    load(url, context, next) {
      const mine = patches.filter(({ file }) => url === `${root}${file}`);
      if (mine.length === 0) return next(url, context);
      let source = readFileSync(fileURLToPath(url), 'utf8');
      for (const { file, find, replace } of mine) {
        const pieces = source.split(find);
        if (pieces.length !== 2) {
          throw new Error(`The patch of ${file} fits ${pieces.length - 1} times instead of once: ${find}`);
        }
        source = pieces.join(replace);
      }
      return { format: 'module-typescript', source, shortCircuit: true };
    },
  });
}
