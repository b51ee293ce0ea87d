/**
 * Loads Manifold, which joins overlapping solids in a repair and cuts the negative parts of 3MF files: its
 * JavaScript as a separate module, its WebAssembly from its package when run from source, else from beside
 * the built code (`build/vite.main.ts`).
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { ManifoldLibrary } from '../../src-shared/geometry/repair/manifold-library.ts';

export async function loadManifold(): Promise<ManifoldLibrary> {
  const [{ default: create }, wasmBinary] = await Promise.all([
    import('manifold-3d/manifold.js'),
    readFile(
      import.meta.url.endsWith('.ts')
        ? createRequire(import.meta.url).resolve('manifold-3d/manifold.wasm')
        : new URL('manifold.wasm', import.meta.url),
    ),
  ]);
  // Its types declare only `locateFile`; its code also accepts the bytes, like every module that Emscripten
  // makes.
  const options: { wasmBinary: Uint8Array } = { wasmBinary };
  const library = await create(options as unknown as { locateFile: () => string });
  library.setup();
  return library as unknown as ManifoldLibrary;
}
