/** Walls measured in a second thread, which is a real one of Node. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { wallThreads } from '../../../src-main/hosts/cli/analysis/wall-thread.ts';
import { checkDeeper } from '../../../src-shared/geometry/checks/deep-check.ts';
import {
  provideWallThread,
  type StartWallThread,
  type WallThread,
} from '../../../src-shared/geometry/checks/walls-beside.ts';
import type { ReadOptions } from '../../../src-shared/geometry/geometry.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { weldMesh } from '../../../src-shared/geometry/mesh/weld.ts';
import { joinMeshes, makeIcosphere, turnInsideOut } from '../../../src-shared/geometry/shapes/solids.ts';
import { modelFolder } from '../cli/harness.ts';

const entry = new URL('../../../src-main/hosts/cli/main.ts', import.meta.url);

/** A ball with a wall of 0.2 mm, of 163,840 triangles: large enough for a thread. */
const shell = weldMesh(joinMeshes([makeIcosphere(10, 6), turnInsideOut(makeIcosphere(9.8, 6))]));

const check = (mesh: Mesh, options: ReadOptions = {}) =>
  checkDeeper(mesh, { minWall: 0.5, samples: 20_000, ...options });

let begun: WallThread[] = [];
function provide(start: StartWallThread): void {
  provideWallThread((task, onProgress) => {
    const thread = start(task, onProgress);
    begun.push(thread);
    return thread;
  });
}
afterEach(() => {
  provideWallThread(null);
  begun = [];
});

it('A second thread finds the same walls to the bit.', async () => {
  const alone = await check(shell);
  expect(alone.thickness!.thinFaces.length).toBeGreaterThan(0);
  provide(wallThreads(entry));
  const seen: number[] = [];
  expect(await check(shell, { onProgress: (fraction) => seen.push(fraction) })).toEqual(alone);
  await expect(begun[0]!.walls).resolves.toEqual(alone.thickness);
  expect(seen.at(-1)).toBe(1);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

it('If the second thread fails, the first one measures the walls.', async () => {
  const broken = join(modelFolder({}), 'broken.mjs');
  writeFileSync(broken, 'process.exit(1);');
  provide(wallThreads(pathToFileURL(broken)));
  expect(await check(shell)).toEqual(await alone());
  await expect(begun[0]!.walls).rejects.toThrow();
});

const alone = async () => {
  provideWallThread(null);
  return check(shell);
};

it('A check that is stopped ends its second thread.', async () => {
  provide(wallThreads(entry));
  const stop = new AbortController();
  const { signal } = stop;
  const onProgress = (fraction: number) => fraction >= 0.5 && stop.abort();
  await expect(check(shell, { signal, onProgress })).rejects.toMatchObject({ name: 'AbortError' });
  await expect(begun[0]!.walls).rejects.toThrow();
});

it('What is small, open or without a limit needs no second thread, or ends it.', async () => {
  provide(wallThreads(entry));
  await check(makeIcosphere(10, 3));
  await checkDeeper(shell, { minWall: null });
  expect(begun).toEqual([]);
  const { thickness } = await check({ ...shell, indices: shell.indices.slice(3) });
  expect(thickness).toBeNull();
  await expect(begun[0]!.walls).rejects.toThrow();
});
