/**
 * For threads and child processes, which load the application's own files without Vitest: `--import` this,
 * with the face as its query. The same modules stand in as for Vitest (`stand-ins.ts`). `&runner` says that
 * the main thread is Vitest itself, which stays on Linux.
 */
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { standInFor } from './stand-ins.ts';

const [face = '', role] = new URL(import.meta.url).search.slice(1).split('&');

registerHooks({
  resolve(specifier, context, next) {
    const url = context.parentURL === undefined ? null : standInFor(specifier, context.parentURL);
    return url === null ? next(specifier, context) : { url, shortCircuit: true };
  },
});
if (role !== 'runner' || !isMainThread) {
  process.env['FABDESK_STRICT_FS'] = face;
  await import('./setup.ts');
}
