/** What the thorough check gives to a second thread, which is a real one of Node. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { secondThreads } from '../../../src-main/hosts/cli/analysis/second-thread.ts';
import { checkDeeper, type DeepCheckOptions } from '../../../src-shared/geometry/checks/deep-check.ts';
import {
  provideSecondThread,
  type RunningThread,
  type StartThread,
} from '../../../src-shared/geometry/checks/second-thread.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { weldMesh } from '../../../src-shared/geometry/mesh/weld.ts';
import { joinMeshes, makeIcosphere, turnInsideOut } from '../../../src-shared/geometry/shapes/solids.ts';
import { modelFolder } from '../cli/harness.ts';

const entry = new URL('../../../src-main/hosts/cli/main.ts', import.meta.url);

/** A ball with a wall of 0.2 mm, of 163,840 triangles: large enough for a thread. */
const shell = weldMesh(joinMeshes([makeIcosphere(10, 6), turnInsideOut(makeIcosphere(9.8, 6))]));

const check = (mesh: Mesh, options: Partial<DeepCheckOptions> = {}) =>
  checkDeeper(mesh, { minWall: 0.5, samples: 20_000, placement: true, ...options });

let begun: RunningThread[] = [];
function provide(start: StartThread): void {
  provideSecondThread((task, onProgress) => {
    const thread = start(task, onProgress);
    begun.push(thread);
    return thread;
  });
}
afterEach(() => {
  provideSecondThread(null);
  begun = [];
});

it('A second thread finds the same walls and the same box to the bit.', async () => {
  const alone = await check(shell);
  expect(alone.thickness!.thinFaces.length).toBeGreaterThan(0);
  expect(alone.placement!.smallest.volume).toBeGreaterThan(0);
  provide(secondThreads(entry));
  const seen: number[] = [];
  expect(await check(shell, { onProgress: (fraction) => seen.push(fraction) })).toEqual(alone);
  const { thickness, placement } = alone;
  await expect(begun[0]!.answer).resolves.toEqual({ walls: thickness, placement });
  expect(seen.at(-1)).toBe(1);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

it('If the second thread fails, the first one does its part.', async () => {
  const alone = await check(shell);
  const broken = join(modelFolder({}), 'broken.mjs');
  writeFileSync(broken, 'process.exit(1);');
  provide(secondThreads(pathToFileURL(broken)));
  expect(await check(shell)).toEqual(alone);
  await expect(begun[0]!.answer).rejects.toThrow();
  provideSecondThread(() => {
    throw new Error('no thread can be had');
  });
  expect(await check(shell)).toEqual(alone);
});

it('A check that is stopped ends its second thread.', async () => {
  provide(secondThreads(entry));
  const stop = new AbortController();
  const { signal } = stop;
  const onProgress = (fraction: number) => fraction >= 0.5 && stop.abort();
  await expect(check(shell, { signal, onProgress })).rejects.toMatchObject({ name: 'AbortError' });
  await expect(begun[0]!.answer).rejects.toThrow();
});

it('What is small, open or asks for neither walls nor a box needs no second thread, or ends it.', async () => {
  provide(secondThreads(entry));
  await check(makeIcosphere(10, 3));
  await check(shell, { minWall: null, placement: false });
  expect(begun).toEqual([]);
  const open = await check({ ...shell, indices: shell.indices.slice(3) });
  expect(open.thickness).toBeNull();
  expect(open.placement).not.toBeNull();
  await expect(begun[0]!.answer).rejects.toThrow();
});
