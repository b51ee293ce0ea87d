/**
 * Loads the library that joins overlapping solids, from the address that Vite gave it; used in the geometry
 * worker.
 */
import manifoldUrl from 'manifold-3d/manifold.wasm?url';
import type { ManifoldLibrary } from '../../src-shared/geometry/repair/manifold-library.ts';

export async function loadManifold(): Promise<ManifoldLibrary> {
  const { default: create } = await import('manifold-3d/manifold.js');
  const library = await create({ locateFile: () => manifoldUrl });
  library.setup();
  return library as unknown as ManifoldLibrary;
}
