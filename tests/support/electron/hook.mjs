/**
 * `node --import` of this makes a process import the stand-in for `electron`, a page's thread the part for
 * preloads, and both pretend to run on the system that STAND_IN_PLATFORM names.
 */
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const standIn = new URL(isMainThread ? './electron.ts' : './electron-renderer.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});

const platform = process.env.STAND_IN_PLATFORM;
if (platform) {
  // It chooses its binary by the platform, so it has to be loaded before.
  const { default: Sqlite } = await import('better-sqlite3');
  new Sqlite(':memory:').close();
  Object.defineProperty(process, 'platform', { value: platform });
}
