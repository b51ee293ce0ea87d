/** Reads the WebAssembly of libraries that read models (src-shared/geometry/readers/wasm-files.ts). */
import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import {
  compileWasm,
  type WasmCompiler,
  type WasmFile,
} from '../../src-shared/geometry/readers/wasm-files.ts';
import { packageFile } from '../worker-url.ts';

const inPackages: Readonly<Record<WasmFile, string>> = {
  'occt-import-js.wasm': 'occt-import-js/dist/occt-import-js.wasm',
  'draco_decoder_gltf.wasm': 'draco3dgltf/draco_decoder_gltf.wasm',
};

export const readWasmFile = (file: WasmFile): Promise<Uint8Array> => readFile(packageFile(inPackages[file]));

/** About how many bytes of code run before that step: V8's default, and for OpenCascade. */
const usualBudget = 13_000_000;
const occtBudget = 100_000_000;

/**
 * Compiles the WebAssembly of libraries for a short-lived process. V8 compiles code once more and better in
 * the background when it has run for a while, and a process that is done waits for it. For OpenCascade, which
 * has much code that runs a little, that step comes later than usual.
 */
export const compileForShortProcess: WasmCompiler = async (file, bytes) => {
  if (file !== 'occt-import-js.wasm') return compileWasm(bytes);
  // A module takes the budget of the moment when it is compiled.
  setFlagsFromString(`--wasm-tiering-budget=${occtBudget}`);
  try {
    return await compileWasm(bytes);
  } finally {
    setFlagsFromString(`--wasm-tiering-budget=${usualBudget}`);
  }
};
