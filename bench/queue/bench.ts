/** `npm run bench -- queue`: the cost of the queue's durability. `--largest` is not used; `--runs` is. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../support/stats.ts';
import { measureBare, measureLedger } from './transitions.ts';
import { measureUpload } from './upload.ts';

const waitingScript = fileURLToPath(new URL('./waiting.child.ts', import.meta.url));
const waitingJobs = 10_000;

export async function benchQueue({ json, runs }: { json: boolean; runs: number }): Promise<void> {
  const jobs = 500;
  const ledger: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < runs; round++) {
    bare.push(measureBare(jobs));
    ledger.push(measureLedger(jobs));
  }
  const waiting = measureWaiting(runs);
  const bytes = Number(process.env['FABDESK_BENCH_BYTES'] ?? 1_000_000_000);
  const upload = await measureUpload(bytes, Math.min(runs, 3));
  const result = {
    transitions: { queue: median(ledger), bare: median(bare), share: median(ledger) / median(bare) },
    waiting,
    upload: {
      bytes: upload.bytes,
      queueSeconds: median(upload.queueMs) / 1000,
      curlSeconds: median(upload.curlMs) / 1000,
      share: median(upload.curlMs) / median(upload.queueMs),
      spoolSeconds: median(upload.spoolMs) / 1000,
      peakMb: upload.peakMb,
    },
  };
  if (json) console.log(JSON.stringify(result, null, 2));
  else print(result);
}

function measureWaiting(runs: number) {
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-waiting-'));
  try {
    child(['fill', folder, String(waitingJobs)]);
    const rounds = Array.from(
      { length: runs },
      () =>
        JSON.parse(child(['start', folder])) as {
          ms: number;
          jobs: number;
          listMs: number;
          rss: number;
          growth: number;
        },
    );
    return {
      jobs: rounds[0]?.jobs ?? 0,
      startMs: median(rounds.map(({ ms }) => ms)),
      listMs: median(rounds.map(({ listMs }) => listMs)),
      rssMb: median(rounds.map(({ rss }) => rss)) / 1e6,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function child(args: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [waitingScript, ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

function print({
  transitions,
  waiting,
  upload,
}: {
  transitions: Record<string, number>;
  waiting: Record<string, number>;
  upload: Record<string, number>;
}): void {
  const number = (value: number | undefined, digits = 0) => (value ?? 0).toFixed(digits);
  console.log('| what | queue | beside | share |');
  console.log('|---|---|---|---|');
  console.log(
    `| durable transitions a second | ${number(transitions['queue'])} | bare SQLite and log, same syncs: ${number(transitions['bare'])} | ${number(transitions['share'], 2)} |`,
  );
  console.log(`| ${waiting['jobs']} waiting jobs: open and start | ${number(waiting['startMs'])} ms | | |`);
  console.log(
    `| the same: list of all jobs; memory of the process | ${number(waiting['listMs'])} ms; ${number(waiting['rssMb'])} MB | | |`,
  );
  console.log(
    `| upload of ${number((upload['bytes'] ?? 0) / 1e6)} MB | ${number(upload['queueSeconds'], 1)} s | curl with the ready-made body: ${number(upload['curlSeconds'], 1)} s | ${number(upload['share'], 2)} |`,
  );
  console.log(
    `| the same: into the spool; peak memory | ${number(upload['spoolSeconds'], 1)} s; ${number(upload['peakMb'])} MB | | |`,
  );
}
