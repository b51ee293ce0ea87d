/**
 * Reads the WebAssembly of the packages that decode models (src-shared/geometry/readers/wasm-files.ts) and
 * pictures: from the package when run from source, else from beside the built code (`build/vite.main.ts` puts
 * it there). In the desktop application, what the window has too is there once, among its files.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type { WasmFile } from '../../src-shared/geometry/readers/wasm-files.ts';

/** For the decoders of pictures (`src-service/images/decode-image.ts`) and for `manifold.ts`. */
export type OtherFile = 'mozjpeg_dec.wasm' | 'squoosh_png_bg.wasm' | 'webp_dec.wasm' | 'manifold.wasm';

const inPackages: Readonly<Record<WasmFile | OtherFile, string>> = {
  'occt-import-js.wasm': 'occt-import-js/dist/occt-import-js.wasm',
  'draco_decoder_gltf.wasm': 'draco3dgltf/draco_decoder_gltf.wasm',
  'manifold.wasm': 'manifold-3d/manifold.wasm',
  'mozjpeg_dec.wasm': '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  'squoosh_png_bg.wasm': '@jsquash/png/codec/pkg/squoosh_png_bg.wasm',
  'webp_dec.wasm': '@jsquash/webp/codec/dec/webp_dec.wasm',
};

export async function readWasmFile(file: WasmFile | OtherFile): Promise<Uint8Array> {
  if (import.meta.url.endsWith('.ts'))
    return readFile(createRequire(import.meta.url).resolve(inPackages[file]));
  try {
    return await readFile(new URL(file, import.meta.url));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return readFromWindow(file);
  }
}

/** There, names carry a hash of the content. */
async function readFromWindow(file: string): Promise<Uint8Array> {
  const assets = new URL('../renderer/assets/', import.meta.url);
  const start = `${basename(file, '.wasm')}-`;
  const name = (await readdir(assets)).find((each) => each.startsWith(start) && each.endsWith('.wasm'));
  return readFile(new URL(name ?? file, assets));
}
