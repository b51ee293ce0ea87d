/**
 * Fetches the WebAssembly of libraries that read models, from the address that Vite gave it; used in the
 * geometry worker.
 */
import dracoUrl from 'draco3dgltf/draco_decoder_gltf.wasm?url';
import occtUrl from 'occt-import-js/dist/occt-import-js.wasm?url';
import type { WasmFile } from '../../src-shared/geometry/readers/wasm-files.ts';

const urls: Readonly<Record<WasmFile, string>> = {
  'occt-import-js.wasm': occtUrl,
  'draco_decoder_gltf.wasm': dracoUrl,
};

export async function fetchWasmFile(file: WasmFile): Promise<Uint8Array> {
  const answer = await fetch(urls[file]);
  if (!answer.ok) throw new Error(`${file} answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
