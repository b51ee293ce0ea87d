/**
 * Loads Manifold, which cuts the negative parts of 3MF files: its JavaScript as a separate module, its
 * WebAssembly as that of other libraries. The application has the same for itself
 * (`src-main/files/manifold.ts`): neither package may use the other, and the shared one has no Node.
 */
import type { ManifoldLibrary } from '../../src-shared/geometry/repair/manifold-library.ts';
import { readWasmFile } from '../wasm/wasm-file.ts';

export async function loadManifold(): Promise<ManifoldLibrary> {
  const [{ default: create }, wasmBinary] = await Promise.all([
    import('manifold-3d/manifold.js'),
    readWasmFile('manifold.wasm'),
  ]);
  // Its types declare only `locateFile`; its code also accepts the bytes, like every module that Emscripten
  // makes.
  const options: { wasmBinary: Uint8Array } = { wasmBinary };
  const library = await create(options as unknown as { locateFile: () => string });
  library.setup();
  return library as unknown as ManifoldLibrary;
}
