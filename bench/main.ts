/** `npm run bench -- <subject>`: runs the measurements of one subject and prints a table, or JSON with `--json`. */
import { parseArgs } from 'node:util';
import { benchGeometry } from './geometry/bench.ts';
import { benchQueue } from './queue/bench.ts';

const subjects: Readonly<Record<string, (options: BenchOptions) => Promise<void>>> = {
  geometry: benchGeometry,
  queue: benchQueue,
};

export interface BenchOptions {
  readonly json: boolean;
  /** Interleaved rounds; medians are over these. */
  readonly runs: number;
  /** Millions of triangles of the largest generated file. */
  readonly largest: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    runs: { type: 'string', default: '5' },
    largest: { type: 'string', default: '10' },
  },
});
const [subject = ''] = positionals;
const bench = subjects[subject];
if (bench === undefined) {
  console.error(
    `Say what to measure: npm run bench -- ${Object.keys(subjects).join('|')} [--json] [--runs N] [--largest MILLIONS]`,
  );
  process.exit(2);
}
await bench({ json: values.json, runs: Number(values.runs), largest: Number(values.largest) });
