/**
 * Reads the WebAssembly of the packages that decode models (src-shared/geometry/readers/wasm-files.ts) and pictures:
 * from the package when run from source, else from beside the built code (`build/vite.main.ts` puts it there).
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { WasmFile } from '../../src-shared/geometry/readers/wasm-files.ts';

/** For the decoders of pictures (`src-service/images/decode-image.ts`). */
export type DecoderFile = 'mozjpeg_dec.wasm' | 'squoosh_png_bg.wasm' | 'webp_dec.wasm';

const inPackages: Readonly<Record<WasmFile | DecoderFile, string>> = {
  'occt-import-js.wasm': 'occt-import-js/dist/occt-import-js.wasm',
  'draco_decoder_gltf.wasm': 'draco3dgltf/draco_decoder_gltf.wasm',
  'mozjpeg_dec.wasm': '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  'squoosh_png_bg.wasm': '@jsquash/png/codec/pkg/squoosh_png_bg.wasm',
  'webp_dec.wasm': '@jsquash/webp/codec/dec/webp_dec.wasm',
};

export async function readWasmFile(file: WasmFile | DecoderFile): Promise<Uint8Array> {
  if (!import.meta.url.endsWith('.ts')) return readFile(new URL(file, import.meta.url));
  return readFile(createRequire(import.meta.url).resolve(inPackages[file]));
}
