/**
 * `npm run bench -- service`: the speed of the print service beside a bare handler, in the same run, in
 * separate processes; with `--uploads N`, also the memory over this many uploads of 1 MB; and then how late
 * its event loop is under attack. Rounds alternate, so that a busy machine affects both; medians count. The
 * processor time of each process is shown too, which hardly depends on how busy the machine is.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchStalls } from '../stalls/bench.ts';
import { Programs } from '../support/programs.ts';
import { connections, measureCalls } from './calls.ts';
import { startService } from './customer.ts';
import { printRows } from './row.ts';
import { measureMemory, measureUploads } from './uploads.ts';

export interface ServiceBenchOptions {
  readonly json: boolean;
  readonly runs: number;
  /** How long each round of calls lasts. */
  readonly seconds: number;
  /** Over how many uploads of 1 MB the memory is observed; 0 for none. */
  readonly uploads: number;
}

export async function benchService({ json, runs, seconds, uploads }: ServiceBenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-bench-'));
  const programs = new Programs();
  try {
    const large = ['--max-upload', '80'];
    const usual = await startService(programs, join(folder, 'usual'), large);
    const calls = await measureCalls(programs, usual, runs, seconds);
    // Answers as soon as the file is received, hashed and durable.
    const quick = await startService(programs, join(folder, 'quick'), [...large, '--measure-wait', '0']);
    const sizes = await measureUploads(
      programs,
      { 'answered with prices': usual, 'answered as processing': quick },
      runs,
    );
    const memory = uploads > 0 ? await measureMemory(usual, uploads) : [];
    if (json) console.log(JSON.stringify({ rows: [...calls, ...sizes], memory }, null, 2));
    else {
      const machine = `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`;
      console.log(`${machine}, ${connections} connections, ${runs} rounds of ${seconds} s\n`);
      printRows([...calls, ...sizes]);
      if (memory.length > 0)
        console.log(`\nMemory over ${uploads} uploads of 1 MB, MB: ${memory.join(', ')}`);
      console.log();
    }
  } finally {
    await programs.end();
    rmSync(folder, { recursive: true, force: true });
  }
  await benchStalls({ json });
}
