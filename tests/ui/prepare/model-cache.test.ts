import { afterEach, expect, it } from 'vitest';
import type { Bridge } from '../../../src-renderer/bridge/bridge.ts';
import { ModelCache } from '../../../src-renderer/features/prepare/files/model-cache.svelte.ts';
import { GeometryClient } from '../../../src-renderer/geometry/client.ts';
import type { PartPictures } from '../../../src-renderer/part-pictures.svelte.ts';
import type { SpooledFile } from '../../../src-shared/ipc/spooled-file.ts';
import { boxStl } from '../../support/model-files.ts';

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
  geometry = new GeometryClient(undefined, 1);
  const pictures = { keep: () => {} } as unknown as PartPictures;
  return { cache: new ModelCache(bridge, geometry, pictures), asked };
}

const fileOf = (sha256: string): SpooledFile => ({
  sha256,
  name: `${sha256}.stl`,
  size: 684,
  md5: '',
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
