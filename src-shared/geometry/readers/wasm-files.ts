/**
 * Loads the WebAssembly of libraries for readers. Each process provides once, at its start, a way to load
 * such a file (the window fetches it, Node reads it from disk); nothing is loaded before a model needs it.
 */

import { ref } from '../../messages/messages.ts';
import { type WasmImports, type WasmInstance, type WasmModule, web } from '../../web.ts';
import { geometryError } from '../geometry-text.ts';

/** The files by their names in their packages; hosts resolve them. */
export type WasmFile = 'occt-import-js.wasm' | 'draco_decoder_gltf.wasm';

export type WasmLoader = (file: WasmFile) => Promise<Uint8Array>;
export type WasmCompiler = (file: WasmFile, bytes: Uint8Array) => Promise<WasmModule>;

let loader: WasmLoader | null = null;
export const compileWasm = (bytes: Uint8Array): Promise<WasmModule> => web.WebAssembly.compile(bytes);

let compiler: WasmCompiler | null = null;
const compiled = new Map<WasmFile, Promise<WasmModule>>();

/** Call it once in each process that reads models. @param compile for a process that compiles its own way */
export function provideWasm(given: WasmLoader, compile?: WasmCompiler): void {
  loader = given;
  compiler = compile ?? null;
}

/**
 * A new instance with its own memory, so that a damaged file cannot affect the next one. The code is compiled
 * once. @throws CodedError `file-reader-missing`
 */
export async function instantiateWasm(
  file: WasmFile,
  imports: Readonly<Record<string, WasmImports>>,
): Promise<WasmInstance> {
  let module = compiled.get(file);
  if (module === undefined) {
    module = load(file);
    compiled.set(file, module);
    module.catch(() => compiled.delete(file));
  }
  return web.WebAssembly.instantiate(await module, imports);
}

async function load(file: WasmFile): Promise<WasmModule> {
  try {
    if (loader === null) throw new Error('provideWasm was not called');
    const bytes = await loader(file);
    return await (compiler === null ? compileWasm(bytes) : compiler(file, bytes));
  } catch (cause) {
    throw geometryError('file-reader-missing', ref('geometry.readerMissing'), { cause });
  }
}
