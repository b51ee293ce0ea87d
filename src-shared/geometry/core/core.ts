/**
 * The fast core: WebAssembly instances and their memory. assembly/index.ts lists its functions; conclude.ts
 * interprets its results. tests/oracle has the same in plain TypeScript; tests hold both equal.
 *
 * [Note: one job, one instance] An instance works for one file at a time and stays for the next one, because
 * fresh memory costs more time than reading a file into it. One that has grown large is dropped when no file
 * follows soon.
 */

import { ref } from '../../messages/messages.ts';
import { type WasmMemory, type WasmModule, web } from '../../web.ts';
import { geometryError } from '../geometry-text.ts';
import { textOf } from '../readers/byte-scanner.ts';
import { decodeBase64 } from '../runtime/base64.ts';
import { later } from '../runtime/platform.ts';
import { coreModule } from './module.ts';

/** Memory that an idle instance may keep for good, in bytes. */
const maxIdleBytes = 256 * 2 ** 20;

/** How long an idle instance may keep more than that, ms. */
const idleTimeout = 10_000;

/** Regions of the core's memory (assembly/regions.ts). */
export const region = {
  input: 0,
  raw: 1,
  indices: 2,
  parents: 3,
  records: 4,
  uses: 5,
  table: 6,
  overflow: 7,
  scratch: 8,
} as const;

/** The bits of a coordinate. */
export type Kind = 32 | 64;

export const bitsOf = (numbers: Float32Array | Float64Array): Kind =>
  numbers instanceof Float32Array ? 32 : 64;

/** Counts are u32 read as i32: use `>>> 0` on addresses. */
export interface CoreExports {
  readonly memory: WasmMemory;
  clear(seed: number): void;
  reserveRegion(region: number, bytes: number): void;
  expect(kind: Kind, triangles: number, vertices: number): void;
  baseOf(region: number): number;
  weldRecords(from: number, count: number): void;
  appendVertices(count: number): void;
  connectFaces(count: number): void;
  highestIndex(first: number, last: number): number;
  prepareRaw(count: number): void;
  weldFaces(first: number, last: number): void;
  readFacets(start: number, end: number, isLast: number): number;
  flushCorners(): void;
  readObjLines(start: number, end: number): number;
  readPlyVertices(
    start: number,
    rows: number,
    stride: number,
    x: number,
    y: number,
    z: number,
    type: number,
    isBig: number,
  ): number;
  readPlyFaces(
    start: number,
    end: number,
    rows: number,
    before: number,
    countType: number,
    itemType: number,
    behind: number,
    isBig: number,
  ): number;
  readPlyVertexLines(
    start: number,
    end: number,
    rows: number,
    columns: number,
    x: number,
    y: number,
    z: number,
  ): number;
  readPlyFaceLines(start: number, end: number, rows: number): number;
  beginPart(): void;
  readXml(start: number, end: number, isLast: number): number;
  meshesRead(): number;
  meshesAddress(): number;
  restBytes(): number;
  transform64(matrix: number, isMirrored: number): void;
  plyRows(): number;
  readVertices(): number;
  readTriangles(): number;
  faces(): number;
  unusableFaces(): number;
  vertices(): number;
  open(): number;
  complicated(): number;
  emptyFaces(): number;
  emptyFacesAddress(): number;
  fitsFloat32(): number;
  findBox(kind: Kind): void;
  findUsedBox64(): void;
  boxAddress(): number;
  addFaces(kind: Kind, first: number, last: number, x: number, y: number, z: number): void;
  totalsAddress(): number;
  numberGroups(faces: number): number;
  addGroupVolumes(kind: Kind, groups: number, x: number, y: number, z: number): number;
  countParts(faces: number, groups: number): number;
  hasDuplicateFaces(faces: number, groups: number): number;
  listOpenEdges(kind: Kind): number;
  listSharpEdges(kind: Kind, most: number, cosine: number): number;
  sharpEdges(): number;
  listFlatFaces(kind: Kind, faces: number, stride: number): number;
  startCurves(vertices: number, triangles: number, tolerance: number): void;
  enterFace(first: number, end: number): void;
  addCurves(first: number, end: number): void;
  curveSumsAddress(): number;
  castRays(kind: Kind, count: number, leaves: number): void;
  layLeaves(kind: Kind, leaves: number): void;
  pairBoxes(kind: Kind, leaves: number): void;
  startTree(kind: Kind, faces: number): void;
  splitLeaves(first: number, last: number): void;
  halveLeaves(first: number, last: number): void;
  placeFaces(kind: Kind, first: number, last: number): void;
  boxNodes(kind: Kind, leaves: number): void;
  describePlaces(kind: Kind, faces: number, tolerance: number): void;
  findPairs(
    kind: Kind,
    leaf: number,
    last: number,
    leaves: number,
    budget: number,
    most: number,
    tolerance: number,
  ): number;
  searchedUntil(): number;
  pairsExamined(): number;
  packPositions(kind: Kind, single: number): number;
}

/** Splits the polygon of `count` corners at `address` in its place. @returns the number of triangles */
export type SplitPolygon = (core: Core, address: number, count: number) => number;

export class Core {
  readonly exports: CoreExports;
  /** Splits concave polygons; set by the reader that may meet them. */
  splitPolygon: SplitPolygon = () => 0;

  constructor(exports: CoreExports) {
    this.exports = exports;
  }

  /** Clears the core for another file, or for another attempt at the same one. */
  clear(): void {
    this.exports.clear(Math.floor(Math.random() * 2 ** 32));
  }

  /** Address of a region. Regions move when one grows. */
  address(of: number): number {
    return this.exports.baseOf(of) >>> 0;
  }

  /** @throws CodedError `file-too-large` if memory or 32-bit addresses do not suffice */
  reserve(of: number, bytes: number): void {
    this.exports.reserveRegion(of, bytes);
  }

  /** Views of the memory; growing makes them empty. */
  bytes(address: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.exports.memory.buffer, address, length);
  }

  words(address: number, length: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.exports.memory.buffer, address, length);
  }

  singles(address: number, length: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.exports.memory.buffer, address, length);
  }

  /** Numbers at the start of a region. */
  numbers(kind: Kind, of: number, length: number): Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> {
    return kind === 32 ? this.singles(this.address(of), length) : this.doubles(this.address(of), length);
  }

  doubles(address: number, length: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.exports.memory.buffer, address, length);
  }
}

let compiled: WasmModule | undefined;
let idle: Core | null = null;
let callOffDrop = (): void => undefined;

/** A cleared core. Give it back with `returnCore`. */
export function takeCore(): Core {
  const core = idle ?? createCore();
  idle = null;
  callOffDrop();
  core.clear();
  return core;
}

/** Do not call it for a core that has thrown: its memory may be in any state. */
export function returnCore(core: Core): void {
  if (idle !== null) return;
  idle = core;
  if (core.exports.memory.buffer.byteLength <= maxIdleBytes) return;
  callOffDrop = later(idleTimeout, () => {
    if (idle === core) idle = null;
  });
}

function createCore(): Core {
  const { Module, Instance } = web.WebAssembly;
  compiled ??= new Module(decodeBase64(coreModule)!);
  const imports = {
    env: {
      outOfMemory: failOutOfMemory,
      parseNumber: (start: number, end: number): number =>
        Number(textOf(new Uint8Array(core.exports.memory.buffer), start >>> 0, end >>> 0)),
      splitPolygon: (address: number, count: number): number => core.splitPolygon(core, address >>> 0, count),
    },
  };
  const core = new Core(new Instance(compiled, imports).exports as unknown as CoreExports);
  return core;
}

function failOutOfMemory(): never {
  throw geometryError('file-too-large', ref('geometry.outOfMemory'));
}
