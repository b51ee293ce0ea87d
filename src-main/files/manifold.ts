/**
 * Loads Manifold, which joins overlapping solids in a repair and cuts the negative parts of 3MF files, as a
 * separate module.
 */
import { readFile } from 'node:fs/promises';
import type { ManifoldLibrary } from '../../src-shared/geometry/repair/manifold-library.ts';
import { packageFile } from '../worker-url.ts';

export async function loadManifold(): Promise<ManifoldLibrary> {
  const [{ default: create }, wasmBinary] = await Promise.all([
    import('manifold-3d/manifold.js'),
    readFile(packageFile('manifold-3d/manifold.wasm')),
  ]);
  // Its types declare only `locateFile`; its code also accepts the bytes, like every module that Emscripten
  // makes.
  const options: { wasmBinary: Uint8Array } = { wasmBinary };
  const library = await create(options as unknown as { locateFile: () => string });
  library.setup();
  return library as unknown as ManifoldLibrary;
}
