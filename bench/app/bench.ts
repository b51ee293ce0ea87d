/**
 * `npm run bench -- app`: the start of Fabdesk, its memory at rest, and its event loop while a large model
 * comes in. It is the built application in the browser host, with a window in Chromium without a graphics
 * card.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Programs } from '../support/programs.ts';
import { type Drops, measureDrops, parts } from './drops.ts';
import { type Imports, measureImport, megabytes } from './imports.ts';
import { jobs, measureRest, models, type Rest } from './rest.ts';
import { measureStarts, type Starts } from './starts.ts';

interface Result {
  readonly starts: Starts;
  readonly drops: Drops;
  readonly rest: { readonly empty: Rest; readonly full: Rest };
  readonly imports: Imports;
}

export async function benchApp({ json, runs }: { json: boolean; runs: number }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-bench-'));
  const programs = new Programs();
  try {
    const starts = await measureStarts(programs, folder, runs);
    const drops = await measureDrops(programs, folder, runs);
    const rest = await measureRest(programs, folder);
    const imports = await measureImport(programs, folder);
    const result = { starts, drops, rest, imports };
    if (json) console.log(JSON.stringify(result, null, 2));
    else print(result, runs);
  } finally {
    await programs.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

function print({ starts, drops, rest, imports }: Result, runs: number): void {
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const mb = (value: number) => `${value.toFixed(0)} MB`;
  const aim = (value: number, most: number) => `${ms(most)}: ${value <= most ? 'reached' : 'missed'}`;
  const { first, second, node, page } = starts;
  const rows = [
    ['first start until calls are answered', ms(first.ready), `Node alone: ${ms(node)}`, ''],
    ['second start', ms(second.ready), `Node alone: ${ms(node)}`, aim(second.ready, 150)],
    ['first paint of the first window', ms(first.paint), `a page of one word: ${ms(page)}`, ''],
    [
      'first paint after the second start',
      ms(second.paint),
      `a page of one word: ${ms(page)}`,
      aim(second.paint, 500),
    ],
    ['first price of the first window', ms(first.price), '', ''],
    ['first price after the second start', ms(second.price), '', ''],
    [
      'a drop of a million triangles: measures',
      ms(drops.measures),
      drops.f3d === null ? '' : `f3d without a picture: ${ms(drops.f3d)}`,
      aim(drops.measures, 400),
    ],
    ['prices of that part', ms(drops.price), '', aim(drops.price, 600)],
    [
      `a drop of ${parts} parts: all priced and checked`,
      ms(drops.many),
      drops.f3dMany === null ? '' : `f3d without a picture: ${ms(drops.f3dMany)}`,
      aim(drops.many, 3000),
    ],
    ['memory at rest, main process / all', `${mb(rest.empty.main)} / ${mb(rest.empty.all)}`, '', ''],
    [
      `the same with ${models} models and ${jobs} waiting jobs`,
      `${mb(rest.full.main)} / ${mb(rest.full.all)}`,
      `its start: ${ms(rest.full.ready)}`,
      '',
    ],
    [
      `longest delay of the event loop while ${megabytes} MB come in (${ms(imports.took)})`,
      ms(imports.importing.max),
      `at rest: ${ms(imports.rest.max)}`,
      aim(imports.importing.max, 50),
    ],
  ];
  const machine = `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`;
  console.log(`${machine}, medians of ${runs} alternating rounds\n`);
  console.log('| what | Fabdesk | beside | aim |\n|---|---|---|---|');
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}
