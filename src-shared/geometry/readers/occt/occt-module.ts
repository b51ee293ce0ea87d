/**
 * Runs OpenCascade (the WebAssembly of the package occt-import-js 0.0.23) on the bytes of one CAD file. This
 * file is the operating system that the module sees: values through `embind-host.ts`, limited memory, one
 * input file, no clock, no environment and no output. The letters are the names of that version's imports and
 * exports; a test reads real files and so fails if another version is installed.
 */
import type { WasmImports, WasmMemory, WasmTable } from '../../../web.ts';
import { instantiateWasm } from '../wasm-files.ts';
import { EmbindHost, type ModuleFace } from './embind-host.ts';

/**
 * Export name of a counter (a mutable i64) that the build adds to the module (build/occt): every loop takes
 * one from it, and at zero it traps. Only a module that no build has prepared is without it.
 */
export const loopsLeft = 'loopsLeft';

const pageBytes = 65_536;

const [noSuchFile, badFile, success] = [44, 8, 0];

/** How finely curved faces become triangles. */
export interface Tessellation {
  /** Largest distance from the exact surface, as a share of the mean side of the part's box. */
  readonly linearDeflection: number;
  /** Largest angle between neighbouring triangles on a curve, radians. */
  readonly angularDeflection: number;
}

/** Limits for one file; the module is stopped when it exceeds one. */
export interface OcctLimits {
  /** Bytes. */
  readonly memory: number;
  /** Loop iterations; about a hundred million take a second. */
  readonly loops: number;
}

export type OcctFormat = 'step' | 'iges' | 'brep';

/** The module's answer. Its arrays are plain ones, which C++ fills number by number. */
export interface OcctAnswer {
  readonly success: boolean;
  readonly meshes?: readonly {
    readonly attributes: { readonly position: { readonly array: readonly number[] } };
    readonly index: { readonly array: readonly number[] };
    /** Red, green, blue of the solid, 0 to 1. */
    readonly color?: readonly number[];
    /** Triangles from `first` to `last`, with the colour of the face. */
    readonly brep_faces?: readonly {
      readonly first: number;
      readonly last: number;
      readonly color?: readonly number[] | null;
    }[];
  }[];
}

/** The limit of loops ended the work. The file may be sound. */
export class OcctStopped extends Error {}

/**
 * Lengths of the answer are in millimetres. Runs without yielding: nothing else happens in this thread.
 * @throws OcctStopped; whatever else stops a WebAssembly module. The instance is never used again.
 */
export async function runOcct(
  format: OcctFormat,
  bytes: Uint8Array,
  { linearDeflection, angularDeflection }: Tessellation,
  { memory, loops }: OcctLimits,
): Promise<OcctAnswer> {
  const system = new OcctSystem(bytes, memory);
  const imports = { a: system.imports() };
  const { exports } = await instantiateWasm('occt-import-js.wasm', imports);
  const counter = exports[loopsLeft] as { value: bigint } | undefined;
  if (counter) counter.value = BigInt(loops);
  const name = { step: 'ReadStepFile', iges: 'ReadIgesFile', brep: 'ReadBrepFile' }[format];
  const options = {
    linearUnit: 'millimeter',
    linearDeflectionType: 'bounding_box_ratio',
    linearDeflection,
    angularDeflection,
  };
  try {
    system.start(exports);
    return system.embind.functions.get(name)!(bytes, options) as OcctAnswer;
  } catch (thrown) {
    throw counter && counter.value < 0n ? new OcctStopped() : thrown;
  }
}

class OcctSystem {
  readonly embind: EmbindHost;
  readonly #input: Uint8Array;
  readonly #mostMemory: number;
  #memory: WasmMemory | null = null;
  #face: ModuleFace | null = null;
  #view = new DataView(new ArrayBuffer(0));
  /** Positions in the input file, by file descriptor from 3. */
  readonly #positions: number[] = [];

  constructor(input: Uint8Array, mostMemory: number) {
    this.#input = input;
    this.#mostMemory = mostMemory;
    this.embind = new EmbindHost(() => this.#face!);
  }

  start(exports: Readonly<Record<string, unknown>>): void {
    const memory = exports['_'] as WasmMemory;
    this.#memory = memory;
    this.#view = new DataView(memory.buffer);
    this.#face = {
      table: exports['ba'] as WasmTable,
      malloc: exports['ca'] as (bytes: number) => number,
      free: exports['da'] as (pointer: number) => void,
      view: () => this.#view,
    };
    (exports['$'] as () => void)();
  }

  imports(): WasmImports {
    const { imports: embind } = this.embind;
    const ignore = (): number => 0;
    const missing = (): number => -noSuchFile;
    return {
      a: embind.registerOther,
      b: embind.registerInteger,
      c: embind.setProperty,
      d: embind.take,
      e: embind.as,
      f: embind.registerFunction,
      g: (file: number) => this.#close(file),
      h: ignore, // fcntl
      i: embind.registerOther,
      j: (_folder: number, path: number) => this.#open(path),
      k: embind.getProperty,
      l: (_file: number, parts: number, count: number, written: number) => this.#write(parts, count, written),
      m: embind.registerString,
      n: embind.registerFloat,
      o: embind.runDestructors,
      p: embind.getMethodCaller,
      q: embind.callMethod,
      r: embind.newText,
      s: ignore, // munmap
      t: (_low: number, _high: number, time: number) => this.#setTime(time),
      u: embind.getGlobal,
      v: (file: number, low: number, high: number, whence: number, result: number) =>
        this.#seek(file, low, high, whence, result),
      w: embind.registerOther,
      x: ignore, // names of hosts in the network
      y: (bytes: number) => this.#grow(bytes >>> 0),
      z: () => this.#mostMemory,
      A: () => stop('gave up'),
      B: missing, // rmdir
      C: ignore, // unlink: the input stays ours
      D: ignore, // environment
      E: (count: number, size: number) => this.#clear(count, 4) + this.#clear(size, 4),
      F: missing, // lstat
      G: missing,
      H: missing, // stat
      I: missing, // fstat
      J: () => 1,
      K: ignore, // the time of day
      L: (target: number, source: number, length: number) =>
        new Uint8Array(this.#memory!.buffer).copyWithin(target, source, source + length),
      M: missing, // chmod
      N: missing, // access
      O: (zone: number, daylight: number, standard: number, summer: number) =>
        this.#clear(zone, 4) + this.#clear(daylight, 4) + this.#clear(standard, 1) + this.#clear(summer, 1),
      P: (file: number, parts: number, count: number, read: number) => this.#read(file, parts, count, read),
      Q: () => -59, // ioctl: there is no terminal
      R: ignore, // call stack
      S: () => stop('ended'),
      T: embind.dropUse,
      U: embind.registerValue,
      V: embind.registerBool,
      W: embind.registerVoid,
      X: embind.newArray,
      Y: embind.addUse,
      Z: embind.newObject,
    };
  }

  /** IGES is written to this file first and then read back; the module reads its input instead. */
  #open(path: number): number {
    if (!this.embind.text(path).endsWith('temp.igs')) return -noSuchFile;
    return this.#positions.push(0) + 2;
  }

  #close(file: number): number {
    return this.#positions[file - 3] === undefined && file > 2 ? badFile : success;
  }

  #read(file: number, parts: number, count: number, result: number): number {
    const position = this.#positions[file - 3];
    if (position === undefined) return badFile;
    let at = position;
    for (let i = 0; i < count; i++) {
      const target = this.#view.getUint32(parts + i * 8, true);
      const length = this.#view.getUint32(parts + i * 8 + 4, true);
      const piece = this.#input.subarray(at, at + length);
      new Uint8Array(this.#memory!.buffer).set(piece, target);
      at += piece.length;
      if (piece.length < length) break;
    }
    this.#positions[file - 3] = at;
    this.#view.setUint32(result, at - position, true);
    return success;
  }

  /** Messages, and the copy of the input, are discarded. */
  #write(parts: number, count: number, result: number): number {
    let length = 0;
    for (let i = 0; i < count; i++) length += this.#view.getUint32(parts + i * 8 + 4, true);
    this.#view.setUint32(result, length, true);
    return success;
  }

  #seek(file: number, low: number, high: number, whence: number, result: number): number {
    const position = this.#positions[file - 3];
    if (position === undefined) return badFile;
    const offset = (low >>> 0) + high * 2 ** 32;
    const base = [0, position, this.#input.length][whence] ?? 0;
    const target = Math.min(Math.max(0, base + offset), this.#input.length);
    this.#positions[file - 3] = target;
    this.#view.setUint32(result, target, true);
    this.#view.setUint32(result + 4, 0, true);
    return success;
  }

  #grow(bytes: number): number {
    const { buffer } = this.#memory!;
    if (bytes > this.#mostMemory) return 0;
    // Grows by a fifth more than requested, so that growing stays rare.
    const wanted = Math.min(this.#mostMemory, Math.max(bytes, buffer.byteLength * 1.2));
    try {
      this.#memory!.grow(Math.ceil((wanted - buffer.byteLength) / pageBytes));
    } catch {
      return 0;
    }
    this.#view = new DataView(this.#memory!.buffer);
    return 1;
  }

  /** Always 1 January 2000: dates do not matter here, but OpenCascade rejects years before 1979. */
  #setTime(pointer: number): 0 {
    this.#clear(pointer, 44);
    this.#view.setInt32(pointer + 12, 1, true);
    this.#view.setInt32(pointer + 20, 100, true);
    return 0;
  }

  #clear(pointer: number, bytes: number): 0 {
    new Uint8Array(this.#memory!.buffer, pointer, bytes).fill(0);
    return 0;
  }
}

function stop(how: string): never {
  throw new Error(`OpenCascade ${how}`);
}
