/**
 * A process of its own, so that time and memory are its own. `fill FOLDER N` enqueues N uploads that wait;
 * `start FOLDER` opens them and prints, as JSON, how long that took and how much memory it needed.
 */
import { openCore } from './core.ts';

const [what = '', folder = '', count = '0'] = process.argv.slice(2);
const began = performance.now();
const core = await openCore(folder, null);
if (what === 'fill') {
  core.queue.start();
  core.queue.setPaused(true);
  for (let number = 0; number < Number(count); number++) {
    const bytes = (async function* () {
      yield Buffer.from(`solid bench ${number}`);
    })();
    const file = await core.spool.importStream(bytes, `bench ${number}.stl`);
    await core.queue.enqueueUpload('local', { file, uploadScale: 0.001, title: `part ${number}` });
  }
} else {
  const before = process.memoryUsage.rss();
  core.queue.start();
  const ms = performance.now() - began;
  const listed = performance.now();
  const jobs = core.queue.list().length;
  const listMs = performance.now() - listed;
  const rss = process.memoryUsage.rss();
  console.log(JSON.stringify({ ms, jobs, listMs, rss, growth: rss - before }));
}
await core.close();
