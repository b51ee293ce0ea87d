/**
 * Sends one file through the queue, in a separate process. Arguments: data folder, facts of the service
 * (JSON), path of the file. Prints as JSON the time of spooling, the time of the upload, and the peak memory.
 */
import { readFileSync } from 'node:fs';
import { openCore } from './core.ts';

const [folder = '', facts = '', path = ''] = process.argv.slice(2);
const moving = new Set(['queued', 'preparing', 'armed', 'committed']);
const over = Promise.withResolvers<void>();
// Waits for events like the window: polling every few milliseconds would cost as much as encoding the file.
const core = await openCore(folder, JSON.parse(facts), ({ state }) => {
  if (!moving.has(state)) over.resolve();
});
core.queue.start();
const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024;
const began = performance.now();
const file = await core.spool.importPath(path);
const spoolMs = performance.now() - began;
const spoolPeakMb = peak();
const sent = performance.now();
const { id } = await core.queue.enqueueUpload('local', { file, uploadScale: 0.001, title: 'bench' });
await over.promise;
const uploadMs = performance.now() - sent;
const { state, problem } = core.queue.get(id);
console.log(JSON.stringify({ state, problem, spoolMs, uploadMs, spoolPeakMb, peakMb: peak() }));
await core.close();
