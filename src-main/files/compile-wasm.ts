/**
 * Compiles the WebAssembly of libraries for a short-lived process. V8 compiles code once more and better in the background
 * when it has run for a while, and a process that is done waits for it. One function of OpenCascade, of 280 kB, takes V8
 * more than a second, and is called for every entity of a STEP file. For a small file that is most of the time, so there
 * this step comes as late as V8 allows; otherwise it comes later than usual.
 */
import { setFlagsFromString } from 'node:v8';
import { compileWasm, type WasmCompiler } from '../../src-shared/geometry/readers/wasm-files.ts';

/** About how many bytes of code run before that step: V8's default, and for OpenCascade. */
const usualBudget = 13_000_000;
const occtBudget = 150_000_000;
const smallFileBudget = 2_000_000_000;

export const compileForShortProcess: WasmCompiler = async (file, bytes, isShort) => {
  if (file !== 'occt-import-js.wasm') return compileWasm(bytes);
  // A module takes the budget of the moment when it is compiled.
  setFlagsFromString(`--wasm-tiering-budget=${isShort ? smallFileBudget : occtBudget}`);
  try {
    return await compileWasm(bytes);
  } finally {
    setFlagsFromString(`--wasm-tiering-budget=${usualBudget}`);
  }
};
