/**
 * Runs in a separate process, so that time and memory are its own. `fill FOLDER N [FILES]` enqueues N uploads
 * of this many files, which wait offline; `start FOLDER` opens them and prints as JSON how long that took and
 * how much memory it needed.
 */
import { Readable } from 'node:stream';
import { Pause } from '../../src-main/pause.ts';
import { openCore } from './core.ts';

const [what = '', folder = '', count = '0', fileCount = '100'] = process.argv.slice(2);
const began = performance.now();
const core = await openCore(folder, null);
if (what === 'fill') {
  core.queue.start();
  core.queue.setPaused(true);
  new Pause(core.database.meta).set(true);
  const files = await Promise.all(
    Array.from({ length: Number(fileCount) }, (_, number) =>
      core.spool.importStream(Readable.from([Buffer.from(`solid bench ${number}`)]), `bench ${number}.stl`),
    ),
  );
  for (let number = 0; number < Number(count); number++) {
    const file = files[number % files.length] as (typeof files)[number];
    // Each in another size, so that no two are the same upload.
    const uploadScale = 0.001 * (1 + Math.floor(number / files.length));
    await core.queue.enqueueUpload('local', { file, uploadScale, title: `part ${number}` });
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
