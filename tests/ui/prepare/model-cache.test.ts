import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Bridge } from '../../../src-renderer/bridge/bridge.ts';
import { ModelCache } from '../../../src-renderer/features/prepare/files/model-cache.svelte.ts';
import { GeometryClient } from '../../../src-renderer/geometry/client.ts';
import { createWorker } from '../../../src-renderer/geometry/create-worker.ts';
import type { SpooledFile } from '../../../src-shared/ipc/spooled-file.ts';
import { boxStl, dropFiles, fileOf as dropped } from '../../support/model-files.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { openWindow } from '../../support/window.ts';

let geometry: GeometryClient | undefined;
afterEach(() => geometry?.close());

/** A cache over a spool that notes what is asked of it. */
function openCache(): { cache: ModelCache; asked: string[] } {
  const asked: string[] = [];
  const bridge = {
    async readSpooled(sha256: string) {
      asked.push(sha256);
      return sha256 === 'broken' ? new Uint8Array(3) : boxStl(asked.length, 1, 1);
    },
  } as unknown as Bridge;
  geometry = new GeometryClient(createWorker, { most: 1 });
  return { cache: new ModelCache(bridge, geometry), asked };
}

const fileOf = (sha256: string): SpooledFile => ({
  sha256,
  name: `${sha256}.stl`,
  size: 684,
  path: null,
});

it('Few files are in memory before they are read, and the selected one is read next.', async () => {
  const { cache, asked } = openCache();
  cache.prefer('e');
  const all = ['a', 'b', 'c', 'd', 'e'].map((sha256) => cache.load(fileOf(sha256)));
  expect(asked).toEqual(['a', 'b']);
  expect(cache.get('d')).toEqual({ state: 'reading', fraction: 0 });
  await Promise.all(all);
  expect(asked).toEqual(['a', 'b', 'e', 'c', 'd']);
  expect(cache.get('d')).toMatchObject({ state: 'ready' });
});

it('A file that leaves the plate while it waits is not fetched, and one that cannot be read holds up no other.', async () => {
  const { cache, asked } = openCache();
  const all = ['a', 'broken', 'gone', 'd'].map((sha256) => cache.load(fileOf(sha256)));
  cache.keep(new Set(['a', 'broken', 'd']));
  await Promise.all(all);
  expect(asked).toEqual(['a', 'broken', 'd']);
  expect(cache.get('gone')).toBeUndefined();
  expect(cache.get('broken')).toMatchObject({ state: 'failed' });
  expect(cache.get('d')).toMatchObject({ state: 'ready' });
  // Back on the plate, it is read.
  await cache.load(fileOf('gone'));
  expect(cache.get('gone')).toMatchObject({ state: 'ready' });
});

it('The picture of a dropped part reaches its row, and the application keeps it under the hash of its file.', async () => {
  const bridge = createPlateDouble();
  const shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [dropped('box.stl', boxStl(10, 10, 10))]);
  const picture = () => document.querySelector<HTMLImageElement>('li img')?.src ?? '';
  await expect.poll(picture, { timeout: 15_000 }).toMatch(/^data:image\/png;base64,/);
  await expect.poll(() => bridge.workspace.plate.length).toBe(1);
  expect(bridge.callsOf('pictures.keep')).toEqual([
    { sha256: bridge.workspace.plate[0]?.file.sha256, picture: picture().split(',')[1] },
  ]);
  await shown.close();
});

it('After a start, the part that is clicked is read before those that stand above it.', {
  tags: 'release',
}, async () => {
  const bridge = createPlateDouble();
  const first = await openWindow(bridge, 'prepare');
  const names = ['a.stl', 'b.stl', 'c.stl', 'd.stl', 'e.stl'];
  dropFiles(
    document.body,
    names.map((name, i) => dropped(name, boxStl(10 + i, 10, 10))),
  );
  await vi.waitFor(() => expect(bridge.workspace.plate).toHaveLength(5), { timeout: 15_000 });
  await vi.waitFor(() => expect(bridge.workspace.plate.every(({ unit }) => unit === 'mm')).toBe(true));
  await first.close();

  const nameOf = (sha256: string) =>
    bridge.workspace.plate.find(({ file }) => file.sha256 === sha256)?.file.name;
  const gate = Promise.withResolvers<void>();
  const read = bridge.readSpooled.bind(bridge);
  const asked: (string | undefined)[] = [];
  bridge.readSpooled = async (sha256, signal) => {
    asked.push(nameOf(sha256));
    await gate.promise;
    return read(sha256, signal);
  };
  const second = await openWindow(bridge, 'prepare');
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  const waiting = names.filter((name) => !asked.includes(name));
  const last = waiting.at(-1)!;
  await page.getByRole('button', { name: last, exact: false }).first().click();
  gate.resolve();
  await vi.waitFor(() => expect(asked).toHaveLength(5), { timeout: 15_000 });
  expect(asked[2]).toBe(last);
  await second.close();
});
