/**
 * What the thorough check gives to a second thread, which is a real one of Node.
 * @release
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { secondThreads } from '../../../src-main/hosts/cli/analysis/second-thread.ts';
import { checkDeeper, type DeepCheckOptions } from '../../../src-shared/geometry/checks/deep-check.ts';
import {
  provideSecondThread,
  type SideAnswer,
  type StartThread,
} from '../../../src-shared/geometry/checks/second-thread.ts';
import {
  allocateCasts,
  casterThrough,
  castWalls,
  cumulativeAreas,
} from '../../../src-shared/geometry/checks/wall-casts.ts';
import type { Mesh } from '../../../src-shared/geometry/mesh/mesh.ts';
import { TriangleTree } from '../../../src-shared/geometry/mesh/triangle-tree.ts';
import { weldMesh } from '../../../src-shared/geometry/mesh/weld.ts';
import { TaskProgress } from '../../../src-shared/geometry/runtime/task-progress.ts';
import { joinMeshes, makeIcosphere, turnInsideOut } from '../../fixtures/geometry/solids.ts';
import { modelFolder } from '../../support/cli.ts';

const entry = new URL('../../../src-main/hosts/cli/main.ts', import.meta.url);

/** A ball with a wall of 0.2 mm, of 163,840 triangles: large enough for a thread. */
const shell = weldMesh(joinMeshes([makeIcosphere(10, 6), turnInsideOut(makeIcosphere(9.8, 6))]));

const check = (mesh: Mesh, options: Partial<DeepCheckOptions> = {}) =>
  checkDeeper(mesh, { minWall: 0.5, samples: 20_000, placement: true, ...options });

/** What was asked of threads, and how many there were. */
let begun: { readonly answer: Promise<SideAnswer> }[] = [];
let threads = 0;
function provide(start: StartThread): void {
  provideSecondThread(() => {
    const thread = start();
    threads++;
    return {
      run(task, onProgress) {
        const answer = thread.run(task, onProgress);
        begun.push({ answer });
        return answer;
      },
      end: () => thread.end(),
    };
  });
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  provideSecondThread(null);
  begun = [];
  threads = 0;
});

it('A second thread finds the same walls and the same box to the bit.', async () => {
  const alone = await check(shell);
  expect(alone.thickness!.thinFaces.length).toBeGreaterThan(0);
  expect(alone.placement!.smallest.volume).toBeGreaterThan(0);
  provide(secondThreads(entry));
  const seen: number[] = [];
  expect(await check(shell, { onProgress: (fraction) => seen.push(fraction) })).toEqual(alone);
  const { placement } = alone;
  await expect(begun[0]!.answer).resolves.toMatchObject({ placement });
  expect(seen.at(-1)).toBe(1);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

it('A thread that has answered takes over a part of the next check, too.', async () => {
  const few = { samples: 5000, placement: false };
  const alone = await check(shell, few);
  provide(secondThreads(entry));
  expect(await check(shell, few)).toEqual(alone);
  expect(await check(shell, few)).toEqual(alone);
  expect(threads).toBe(1);
  const [first, second] = await Promise.all(begun.map(({ answer }) => answer));
  expect(second!.casts!.thickness).toEqual(first!.casts!.thickness);
});

it('If a thread ends between two checks, the first thread does its part.', async () => {
  const few = { samples: 5000, placement: false };
  const alone = await check(shell, few);
  const once = join(modelFolder({}), 'once.mjs');
  writeFileSync(
    once,
    `import { parentPort } from 'node:worker_threads';
    parentPort.once('message', () => parentPort.postMessage({ answer: { casts: null, placement: null } }));`,
  );
  provide(secondThreads(pathToFileURL(once)));
  expect(await check(shell, few)).toEqual(alone);
  await expect.poll(() => begun[0]!.answer).toEqual({ casts: null, placement: null });
  expect(await check(shell, few)).toEqual(alone);
  expect(threads).toBe(1);
  await expect(begun[1]!.answer).rejects.toThrow();
});

it('A thread without a task ends after some seconds, or once none is wanted.', async () => {
  const end = vi.fn();
  const later = vi.spyOn(globalThis, 'setTimeout');
  provide(() => ({ run: async () => ({ casts: null, placement: null }), end }));
  await check(shell, { samples: 100 });
  expect(end).not.toHaveBeenCalled();
  const [whenIdle, delay] = later.mock.calls.at(-1)!;
  expect(delay).toBe(10_000);
  whenIdle();
  expect(end).toHaveBeenCalledTimes(1);
  await check(shell, { samples: 100 });
  expect(threads).toBe(2);
  provideSecondThread(null);
  expect(end).toHaveBeenCalledTimes(2);
});

it('Without memory to share, the second thread casts all rays.', async () => {
  const alone = await check(shell);
  provide(secondThreads(entry));
  vi.stubGlobal('SharedArrayBuffer', undefined);
  expect(await check(shell)).toEqual(alone);
  const { casts } = await begun[0]!.answer;
  expect(casts!.thickness.buffer).toBeInstanceOf(ArrayBuffer);
});

it('Walls that two threads have measured can be passed on to another one.', async () => {
  provide(secondThreads(entry));
  const { thickness } = await check(shell);
  const { casts } = await begun[0]!.answer;
  expect(casts!.thickness.buffer).toBeInstanceOf(SharedArrayBuffer);
  const { points, isParallel } = thickness!;
  for (const { buffer } of [points.positions, points.thickness, points.faces, isParallel]) {
    expect(buffer).toBeInstanceOf(ArrayBuffer);
  }
});

it('Rays that are taken by several in turn are the same as those of one.', async () => {
  const tree = await TriangleTree.build(shell, new TaskProgress());
  const areas = cumulativeAreas(shell);
  const cast = async (takers: number) => {
    const casts = allocateCasts(5000, shell);
    await Promise.all(
      Array.from({ length: takers }, async (_, taker) => {
        // A step that yields, so that the others take blocks, too.
        const progress = { step: () => new Promise((resolve) => setTimeout(resolve, taker)) };
        await castWalls(
          shell,
          () => casterThrough(tree),
          areas,
          { limit: 0.5, seed: 3 },
          casts,
          progress as unknown as TaskProgress,
        );
      }),
    );
    return casts;
  };
  const { taken, ...alone } = await cast(1);
  expect(taken[0]).toBe(10);
  expect(alone.isThin.includes(1)).toBe(true);
  expect(await cast(3)).toMatchObject(alone);
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
