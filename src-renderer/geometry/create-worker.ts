/** Not in client.ts, because the worker imports that file and must not bundle itself. */
export const createWorker = (): Worker =>
  new Worker(new URL('./geometry.worker.ts', import.meta.url), { type: 'module', name: 'geometry' });
