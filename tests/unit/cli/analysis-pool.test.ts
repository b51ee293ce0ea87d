import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type AnalyseOptions, analyseEach } from '../../../src-main/hosts/cli/analysis/analysis-pool.ts';
import { findModelFiles } from '../../../src-main/hosts/cli/input/model-files.ts';
import { makeCube, makeIcosphere } from '../../fixtures/geometry/solids.ts';
import { modelFolder } from '../../support/cli.ts';

const entry = new URL('../../../src-main/hosts/cli/main.ts', import.meta.url);

async function analyse(cwd: string, names: readonly string[], options: Partial<AnalyseOptions>) {
  const results = [];
  const signal = new AbortController().signal;
  for await (const result of analyseEach(await findModelFiles(names, cwd), { signal, ...options })) {
    results.push(result);
  }
  return results;
}

describe('analysing in threads', () => {
  it('Threads give the same answers in the same order as one thread.', async () => {
    // Together above the size from which threads are used.
    const large = makeIcosphere(10, 6);
    const cwd = modelFolder({ 'a.stl': large, 'b.stl': '', 'c.stl': large, 'd.stl': makeCube(1) });
    const names = ['a.stl', 'b.stl', 'missing.stl', 'c.stl', 'd.stl'];
    const seen = new Set<string>();
    const threaded = await analyse(cwd, names, {
      workerEntry: entry,
      threads: 2,
      onProgress: (file) => seen.add(file),
    });
    expect(threaded).toEqual(await analyse(cwd, names, {}));
    expect(threaded.map((result) => result.file)).toEqual(names);
    expect(seen).toContain('c.stl');
  });

  it('The thorough check of one large part asks a second thread, and reports its answer.', {
    tags: 'release',
  }, async () => {
    const cwd = modelFolder({ 'large.stl': makeIcosphere(10, 7) });
    const worker = join(cwd, 'worker.mjs');
    writeFileSync(
      worker,
      `import { parentPort } from 'node:worker_threads';
       parentPort.once('message', ({ walls, placement }) => {
         if (walls.limit === 0.8 && placement)
           parentPort.postMessage({ answer: { walls: null, placement: { isOfThread: true } } });
       });`,
    );
    const [result] = await analyse(cwd, ['large.stl'], {
      workerEntry: pathToFileURL(worker),
      threads: 2,
      thorough: { minWall: 0.8, unit: 'mm', placement: true },
    });
    expect(result).toMatchObject({ analysis: { thorough: { placement: { isOfThread: true } } } });
  });

  it('Only the file whose thread dies is lost.', async () => {
    const padding = new Uint8Array(5_000_000);
    const cwd = modelFolder({ 'a.stl': padding, 'deadly.stl': padding, 'c.stl': padding });
    const worker = join(cwd, 'worker.mjs');
    writeFileSync(
      worker,
      `import { parentPort } from 'node:worker_threads';
       parentPort.on('message', ({ file: { file } }) => {
         if (file === 'deadly.stl') process.exit(1);
         parentPort.postMessage({ kind: 'done', analysis: { format: file } });
       });`,
    );
    const results = await analyse(cwd, ['a.stl', 'deadly.stl', 'c.stl'], {
      workerEntry: pathToFileURL(worker),
      threads: 2,
    });
    expect(results).toMatchObject([
      { file: 'a.stl', analysis: { format: 'a.stl' } },
      { file: 'deadly.stl', error: { code: 'file-too-large' } },
      { file: 'c.stl', analysis: { format: 'c.stl' } },
    ]);
  });

  it('The analysis ends at once when it is interrupted.', async () => {
    const padding = new Uint8Array(5_000_000);
    const cwd = modelFolder({ 'a.stl': padding, 'b.stl': padding });
    const worker = join(cwd, 'silent.mjs');
    writeFileSync(
      worker,
      `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {});`,
    );
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    const results = await analyse(cwd, ['a.stl', 'b.stl'], {
      workerEntry: pathToFileURL(worker),
      threads: 2,
      signal: stop.signal,
    });
    expect(results).toEqual([]);
  });
});
