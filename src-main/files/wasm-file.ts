/**
 * Reads the WebAssembly of libraries that read models (src-shared/geometry/readers/wasm-files.ts): from its
 * package when run from source, else from beside the built code (`build/vite.main.ts` puts it there).
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { WasmFile } from '../../src-shared/geometry/readers/wasm-files.ts';

const inPackages: Readonly<Record<WasmFile, string>> = {
  'occt-import-js.wasm': 'occt-import-js/dist/occt-import-js.wasm',
  'draco_decoder_gltf.wasm': 'draco3dgltf/draco_decoder_gltf.wasm',
};

export async function readWasmFile(file: WasmFile): Promise<Uint8Array> {
  if (!import.meta.url.endsWith('.ts')) return readFile(new URL(file, import.meta.url));
  return readFile(createRequire(import.meta.url).resolve(inPackages[file]));
}
