/**
 * `npm run bench -- <subject>`: runs the measurements of one subject and prints a table, or JSON with
 * `--json`.
 */
import { parseArgs } from 'node:util';
import { benchApp } from './app/bench.ts';
import { benchGeometry } from './geometry/bench.ts';
import { benchLost } from './lost/bench.ts';
import { benchQueue } from './queue/bench.ts';
import { benchService } from './service/bench.ts';
import { benchCosts } from './service/costs.ts';
import { benchProcesses } from './service/processes.ts';
import { benchStores } from './service/stores.ts';
import { benchStalls } from './stalls/bench.ts';
import { benchView } from './view/bench.ts';

const subjects: Readonly<Record<string, (options: BenchOptions) => Promise<void>>> = {
  app: benchApp,
  costs: benchCosts,
  geometry: benchGeometry,
  lost: benchLost,
  processes: benchProcesses,
  queue: benchQueue,
  service: benchService,
  stalls: benchStalls,
  stores: benchStores,
  view: benchView,
};

export interface BenchOptions {
  readonly json: boolean;
  /** Interleaved rounds; medians are over these. */
  readonly runs: number;
  /** Millions of triangles of the largest generated file. */
  readonly largest: number;
  /** Length of each round of calls to the print service. */
  readonly seconds: number;
  /** Over how many uploads the memory of the print service is observed. */
  readonly uploads: number;
  /** Prefixes of the names of files to measure; empty for all files. */
  readonly files: readonly string[];
  /** Results of earlier runs with `--json`, which are merged into one report without measuring anything. */
  readonly join: readonly string[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    runs: { type: 'string', default: '5' },
    largest: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '3' },
    uploads: { type: 'string', default: '0' },
    files: { type: 'string', multiple: true, default: [] },
    join: { type: 'string', multiple: true, default: [] },
  },
});
const [subject = ''] = positionals;
const bench = subjects[subject];
if (bench === undefined || values.help) {
  console.error(
    `Say what to measure: npm run bench -- ${Object.keys(subjects).join('|')} [--json] [--runs N]
geometry also takes [--largest MILLIONS], [--files 'STL 1 M' ...] to measure in parts, and [--join part.json ...];
service, stores and processes take [--seconds N] of each round, service also [--uploads N] to watch its memory`,
  );
  process.exit(values.help ? 0 : 2);
}
const { json, files, join } = values;
await bench({
  json,
  runs: Number(values.runs),
  largest: Number(values.largest),
  seconds: Number(values.seconds),
  uploads: Number(values.uploads),
  files,
  join,
});
