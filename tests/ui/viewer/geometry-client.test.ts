import { afterEach, describe, expect, it, vi } from 'vitest';
import { GeometryClient } from '../../../src-renderer/geometry/client.ts';
import { makeCoarse } from '../../../src-renderer/geometry/coarse-mesh.ts';
import { createWorker } from '../../../src-renderer/geometry/create-worker.ts';
import type { Picture } from '../../../src-renderer/geometry/messages.ts';
import { progressPause } from '../../../src-renderer/geometry/seldom.ts';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import { measureThickness } from '../../../src-shared/geometry/checks/thickness.ts';
import { findPlacement } from '../../../src-shared/geometry/placement/placement.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { makeBox, makeIcosphere } from '../../fixtures/geometry/solids.ts';
import { findSharpEdges } from '../../oracle/sharp-edges.ts';
import { boxStl, fileOf, openBoxStl } from '../../support/model-files.ts';

let client: GeometryClient;
const start = () => {
  client = new GeometryClient(createWorker);
  return client;
};
afterEach(() => client.close());

/** Some hundred thousand triangles, so that there is time to stop. */
const large = () => fileOf('sphere.stl', writeBinaryStl(makeIcosphere(10, 7)) as Uint8Array<ArrayBuffer>);

describe('reading in the worker', () => {
  it('The worker returns the numbers of the shared geometry and the hash of the bytes.', async () => {
    const bytes = openBoxStl(3, 2, 1);
    const model = await start().read('open.stl', { kind: 'file', file: fileOf('open.stl', bytes) });
    const expected = await analyseModel(bytes, 'open.stl');
    expect(model.measures).toEqual(expected.measures);
    expect(model.checks).toEqual(expected.checks);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    expect(model.sha256).toBe([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
    expect(model.drawing.indices).toEqual(expected.mesh.indices);
  });

  it('The measured positions are drawn, less an origin if they are too precise for the graphics card.', async () => {
    const far =
      'v 1000000 0 0\nv 1000001 0 0\nv 1000000 1 0\nv 1000000 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n';
    const bytes = new TextEncoder().encode(far);
    const { drawing, measures } = await start().read('far.obj', { kind: 'bytes', bytes });
    const xs = [...drawing.positions].filter((_, i) => i % 3 === 0).map((x) => x + drawing.origin[0]);
    expect(Math.min(...xs)).toBe(measures.bounds?.min[0]);
    expect(Math.max(...xs)).toBe(measures.bounds?.max[0]);
  });

  it('The worker reports why a file cannot be read.', async () => {
    const file = fileOf('nothing.stl', new Uint8Array(0));
    await expect(start().read('nothing.stl', { kind: 'file', file })).rejects.toMatchObject({
      code: 'file-empty',
    });
  });

  it('The picture of a part is made when its measures are out, and before the next part is read.', async () => {
    const order: string[] = [];
    const pictures: Picture[] = [];
    client = new GeometryClient(createWorker, {
      most: 1,
      onPicture: (picture) => {
        order.push('picture');
        pictures.push(picture);
      },
    });
    const read = async (width: number) => {
      const bytes = boxStl(width, 2, 1);
      const { sha256 } = await client.read('box.stl', { kind: 'file', file: fileOf('box.stl', bytes) });
      order.push('measures');
      return sha256;
    };
    const hashes = await Promise.all([read(3), read(4)]);
    await vi.waitFor(() => expect(order).toEqual(['measures', 'picture', 'measures', 'picture']));
    expect(pictures.map(({ sha256 }) => sha256)).toEqual(hashes);
    for (const { png } of pictures) expect([...png.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });

  it('The worker reports progress, but no more often than it is shown.', async () => {
    const seen: number[] = [];
    const begun = performance.now();
    await start().read(
      'sphere.stl',
      { kind: 'file', file: large() },
      { onProgress: (share) => seen.push(share) },
    );
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    // How early depends on the machine, but a person sees it before the middle.
    expect(seen[0]).toBeLessThan(0.5);
    const pauses = (performance.now() - begun) / progressPause;
    expect(seen.length).toBeLessThanOrEqual(1 + pauses);
  });

  it('Cancelling stops a running or waiting task at once, and the next file is read.', {
    tags: 'release',
  }, async () => {
    const client = start();
    const aborts = [new AbortController(), new AbortController(), new AbortController()];
    const reads = aborts.map(({ signal }) =>
      client.read('sphere.stl', { kind: 'file', file: large() }, { signal }),
    );
    const outcomes = Promise.allSettled(reads);
    for (const abort of aborts) abort.abort();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
    }
    const next = await client.read('box.stl', { kind: 'file', file: fileOf('box.stl', boxStl(1, 1, 1)) });
    expect(next.measures.triangles).toBe(12);
  });
});

describe('the order of tasks', () => {
  it('What a person asked for goes before files that wait to be read.', async () => {
    const pictured = Promise.withResolvers<unknown>();
    client = new GeometryClient(createWorker, { most: 1, onPicture: pictured.resolve });
    const read = (name: string, file: File) => client.read(name, { kind: 'file', file });
    const box = await read('open.stl', fileOf('open.stl', openBoxStl(3, 2, 1)));
    await pictured.promise;
    const done: string[] = [];
    const note = (name: string) => () => done.push(name);
    const { positions, indices, origin } = box.drawing;
    await Promise.all([
      read('first.stl', large()).then(note('first')),
      read('second.stl', fileOf('second.stl', boxStl(1, 1, 1))).then(note('second')),
      client
        .run('repair', {
          name: 'whole.stl',
          mesh: { positions, indices, origin },
          unit: 'mm',
          hasColours: false,
          metresPerUnit: 0.001,
          shownIn: 'mm',
        })
        .then(note('repair')),
    ]);
    expect(done).toEqual(['first', 'repair', 'second']);
  });
});

describe('what is drawn besides', () => {
  it('A box shows its twelve edges, and a ball shows none.', async () => {
    expect((await findSharpEdges(makeBox([0, 0, 0], [1, 2, 3]))).length / 2).toBe(12);
    expect(await findSharpEdges(makeIcosphere(5, 4))).toHaveLength(0);
  });

  it('Only heavy parts have a simplified mesh with far fewer triangles.', { tags: 'release' }, () => {
    start();
    expect(makeCoarse(makeIcosphere(5, 3))).toHaveLength(0);
    const heavy = makeIcosphere(5, 8);
    const coarse = makeCoarse(heavy);
    expect(coarse.length).toBeGreaterThan(30_000);
    expect(coarse.length).toBeLessThan(heavy.indices.length / 3);
  });
});

it('What a worker of the worker finds about a large part is what the shared geometry finds.', {
  tags: 'release',
}, async () => {
  const sphere = makeIcosphere(10, 7);
  const whole = { minWall: 0.03, escapeHole: null, metresPerUnit: 0.001, shownIn: 'mm' } as const;
  const mesh = { ...sphere, origin: [0, 0, 0] } as const;
  const drawn = { ...mesh, positions: Float32Array.from(sphere.positions) };
  const { thickness, placement } = await start().run('check-deeper', { mesh: drawn, ...whole });
  expect(thickness).toEqual(await measureThickness(drawn, { limit: 30 }));
  expect(placement).toEqual(await findPlacement(drawn));
});
