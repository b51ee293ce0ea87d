/** Apart from client.ts, which the worker uses too. */
export const createWorker = (): Worker =>
  new Worker(new URL('./geometry.worker.ts', import.meta.url), { type: 'module', name: 'geometry' });
