/**
 * Compiles the WebAssembly of libraries for a short-lived process. V8 compiles code once more and better in
 * the background when it has run for a while, and a process that is done waits for it. For OpenCascade, which
 * has much code that runs a little, that step comes later than usual.
 */
import { setFlagsFromString } from 'node:v8';
import { compileWasm, type WasmCompiler } from '../../src-shared/geometry/readers/wasm-files.ts';

/** About how many bytes of code run before that step: V8's default, and for OpenCascade. */
const usualBudget = 13_000_000;
const occtBudget = 100_000_000;

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
