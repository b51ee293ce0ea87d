/**
 * Replaces disk, database and network of the application's modules by simulated ones, and, for mutants,
 * changes their source. Import before anything of `src-main`.
 */
import { registerHooks } from 'node:module';
import { Socket } from 'node:net';

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

/** The same for the real exchange. */
const fakesOfExchange: Readonly<Record<string, string>> = {
  './web-transport.ts': fake('web-transport'),
  './watchdog.ts': fake('watchdog'),
};
const exchange = `${root}src-main/api-client/http-exchange.ts`;

/**
 * Ends the process at the first real connection: without its fake, the transport would only look like a dead
 * network.
 */
function forbidRealConnections(): void {
  Socket.prototype.connect = () => {
    process.stderr.write(`${new Error('The simulation opened a real connection').stack}\n`);
    process.exit(1);
  };
}

/** `changed`: source that replaces a module's own, by its URL. */
export function install(changed: ReadonlyMap<string, string>): void {
  forbidRealConnections();
  registerHooks({
    resolve(specifier, context, next) {
      const isExchange = context.parentURL === exchange;
      const replacement = (isExchange ? fakesOfExchange : fakes)[specifier];
      if (replacement && context.parentURL?.startsWith(`${root}src-main/`)) {
        return { url: replacement, shortCircuit: true };
      }
      return next(specifier, context);
    },
    load(url, context, next) {
      const source = changed.get(url);
      if (source === undefined) return next(url, context);
      return { format: 'module-typescript', source, shortCircuit: true };
    },
  });
}
