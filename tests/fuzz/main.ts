/**
 * `npm run fuzz [-- formats] [--cases N] [--seed N]`: damaged files for every reader.
 * `npm run fuzz -- http|soap|oauth|ipc|control [--requests N] [--seed N] [--case K]`: changed requests to
 * whatever is reachable from outside. With FABDESK_TEST_STORE=postgres, the attacked service has its data in
 * PostgreSQL.
 */
import { parseArgs } from 'node:util';
import { setup } from '../support/stores/cluster.ts';
import { onPostgres } from '../support/stores/test-database.ts';
import { fuzzFormats } from './formats.ts';
import { fuzzTable, runFuzz } from './run-fuzz.ts';
import { targets } from './targets/targets.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    case: { type: 'string' },
    cases: { type: 'string' },
  },
});
const [name = 'formats'] = positionals;
if (name === 'formats') process.exit(fuzzFormats(values.cases ?? '100000', values.seed) ? 0 : 1);
const make = targets[name];
if (!make) {
  process.stderr.write(
    `There is no target ${name}. Say one of formats, ${Object.keys(targets).join(', ')}.\n`,
  );
  process.exit(2);
}
const seed = Number(values.seed);
const stopCluster = onPostgres ? await setup() : undefined;
process.stdout.write(`Fuzzing ${name} with --seed ${seed}.\n`);
const started = Date.now();
const report = await runFuzz(make(), {
  seed,
  requests: values.case === undefined ? Number(values.requests) : Number.POSITIVE_INFINITY,
  ...(values.case !== undefined && { from: Number(values.case), cases: Number(values.cases ?? 1) }),
  report: (line) => process.stdout.write(`\n${line}\n`),
});
process.stdout.write(
  `\n${fuzzTable(report)}\nSeed ${seed}, ${((Date.now() - started) / 1000).toFixed(0)} s, `,
);
process.stdout.write(`${report.faults.length} faults.\n`);
await stopCluster?.();
process.exit(report.faults.length === 0 ? 0 : 1);
