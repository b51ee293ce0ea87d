/**
 * Loaded into a program by `node --import`: measures how late its event loop is. SIGUSR2 writes what was seen
 * since the signal before to the file FABDESK_LOOP_DELAY.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** ms between two looks of the monitor; a quiet loop shows about this. */
const resolution = 2;
const file = process.env['FABDESK_LOOP_DELAY'];
if (file) {
  const seen = monitorEventLoopDelay({ resolution });
  seen.enable();
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolution);
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.new`, JSON.stringify({ p99: late(seen.percentile(99)), max: late(seen.max) }));
    renameSync(`${file}.new`, file);
    seen.reset();
  });
}
