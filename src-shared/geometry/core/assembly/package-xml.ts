/**
 * Takes the vertices and triangles out of the XML of a 3MF model part and puts them into RAW and INDICES. The
 * rest goes to SCRATCH, in order, for the reader in TypeScript. The core reads only the plain way to write
 * them and gives up on anything else.
 */
import { cursor, readNumber, setCursor, skipBlanks } from './numbers';
import { pushTriangle, pushVertex, rawTriangles, rawVertices } from './raw';
import { baseOf, reserve, SCRATCH } from './regions';

const OUTSIDE: i32 = 0;
const VERTICES: i32 = 1;
const TRIANGLES: i32 = 2;

let mode: i32 = OUTSIDE;
/** The kind of the last tag outside: vertices follow `<mesh>` directly, and triangles vertices. */
let before: i32 = 0;
const AFTER_MESH: i32 = 1;
const AFTER_VERTICES: i32 = 2;

/** Length of SCRATCH in bytes. */
export let restLength: u32 = 0;

export const MOST_MESHES: u32 = 4096;
/** Per mesh: position in the rest after its `<vertices>` tag, first vertex, first triangle. */
const meshes: usize = memory.data(4096 * 12, 16);
export let meshCount: u32 = 0;

export function meshesAddress(): usize {
  return meshes;
}

export function clearXml(): void {
  mode = OUTSIDE;
  before = 0;
  restLength = 0;
  meshCount = 0;
}

/** Begins another part; meshes and their vertices continue. */
export function beginPart(): void {
  mode = OUTSIDE;
  before = 0;
  restLength = 0;
}

/** No tag of a real file is longer. Anything closer to the end waits for more bytes. */
const LONGEST: usize = 4096;

/** Like `readFacets`: returns the address up to which all bytes are used, 0 to give up. */
export function readXml(start: usize, end: usize, isLast: bool): usize {
  let at = start;
  while (true) {
    if (at > end) return 0;
    if (at == end) return isLast && mode != OUTSIDE ? 0 : end;
    if (!isLast && end - at < LONGEST) return at;
    if (mode == OUTSIDE) at = readOutside(at, end);
    else at = mode == VERTICES ? readVertex(at, end) : readTriangle(at, end);
    if (at == 0) return 0;
  }
}

function keep(from: usize, to: usize): void {
  const length = <u32>(to - from);
  reserve(SCRATCH, <u64>restLength + length);
  memory.copy(baseOf(SCRATCH) + restLength, from, length);
  restLength += length;
}

/** Address of the byte, or `end`. */
// @ts-ignore: decorator
@inline
function find(byte: u8, at: usize, end: usize): usize {
  while (at < end) {
    const hits = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(byte)));
    if (hits != 0) return min<usize>(at + ctz(hits), end);
    at += 16;
  }
  return end;
}

function readOutside(start: usize, end: usize): usize {
  const tag = find(60, start, end);
  if (tag == end) {
    keep(start, end);
    return end;
  }
  if (tag > start) {
    keep(start, tag);
    return tag;
  }
  const next = load<u8>(tag, 1);
  // Skips comments, CDATA and document types.
  if (next == 33) return 0;
  const close = endOfTag(tag, end);
  if (close == end) return 0;
  keep(tag, close + 1);
  if (next == 47 || next == 63) {
    before = 0;
    return close + 1;
  }
  let name = tag + 1;
  for (let i = name; i < close; i++) {
    const byte = load<u8>(i);
    if (byte <= 32 || byte == 47) break;
    if (byte == 58) name = i + 1;
  }
  const isEmpty = load<u8>(close - 1) == 47;
  if (load<u32>(name) == 0x6873656d && endsName(name + 4)) {
    before = isEmpty ? 0 : AFTER_MESH;
  } else if (load<u64>(name) == 0x7365636974726576 && endsName(name + 8)) {
    if (isEmpty || before != AFTER_MESH || meshCount == MOST_MESHES) return 0;
    const entry = meshes + <usize>meshCount * 12;
    store<u32>(entry, restLength);
    store<u32>(entry, rawVertices, 4);
    store<u32>(entry, rawTriangles, 8);
    meshCount++;
    mode = VERTICES;
  } else if (load<u64>(name) == 0x656c676e61697274 && load<u8>(name, 8) == 115 && endsName(name + 9)) {
    if (isEmpty || before != AFTER_VERTICES) return 0;
    mode = TRIANGLES;
  } else before = 0;
  return close + 1;
}

// @ts-ignore: decorator
@inline
function endsName(at: usize): bool {
  const byte = load<u8>(at);
  return byte <= 32 || byte == 47 || byte == 62;
}

/** Address of the `>` that ends a tag, skipping quoted values; `end` if there is none. */
function endOfTag(tag: usize, end: usize): usize {
  let quote: u8 = 0;
  for (let at = tag + 1; at < end; at++) {
    const byte = load<u8>(at);
    if (quote != 0) {
      if (byte == quote) quote = 0;
    } else if (byte == 34 || byte == 39) quote = byte;
    else if (byte == 62) return at;
    else if (byte == 60) return end;
  }
  return end;
}

/** `</vertices>` or `</triangles>`, which go to the rest. */
function leave(tag: usize, end: usize, now: i32): usize {
  const close = endOfTag(tag, end);
  // </
  if (close == end || load<u16>(tag) != 0x2f3c) return 0;
  keep(tag, close + 1);
  mode = OUTSIDE;
  before = now;
  return close + 1;
}

const VERTEX: u64 = 0x207865747265763c; // `<vertex `
const TRIANGLE: u64 = 0x6c676e616972743c; // `<triangl`

function readVertex(start: usize, end: usize): usize {
  let at = skipBlanks(start, end);
  if (at == end) return end;
  if (load<u64>(at) != VERTEX) return leave(at, end, AFTER_VERTICES);
  at += 8;
  let x = NaN;
  let y = NaN;
  let z = NaN;
  while (true) {
    while (load<u8>(at) == 32) at++;
    const name = load<u8>(at);
    if (name == 47) break;
    // ="
    if (name < 120 || name > 122 || load<u16>(at, 1) != 0x223d) return 0;
    setCursor(at + 3);
    const value = readNumber();
    at = cursor;
    if (load<u8>(at) != 34 || value != value) return 0;
    at++;
    if (name == 120) x = value;
    else if (name == 121) y = value;
    else z = value;
  }
  if (load<u8>(at, 1) != 62 || at + 2 > end) return 0;
  return pushVertex(x, y, z) ? at + 2 : 0;
}

function readTriangle(start: usize, end: usize): usize {
  let at = skipBlanks(start, end);
  if (at == end) return end;
  if (load<u64>(at) != TRIANGLE || load<u16>(at, 8) != 0x2065) return leave(at, end, 0);
  at += 10;
  let seen: u32 = 0;
  let a: u32 = 0;
  let b: u32 = 0;
  let c: u32 = 0;
  while (true) {
    while (load<u8>(at) == 32) at++;
    const name = load<u8>(at);
    if (name == 47) break;
    const which = <u32>load<u8>(at, 1) - 48;
    if (name == 118 && which - 1 < 3 && load<u16>(at, 2) == 0x223d) {
      at += 4;
      let digit = <u32>load<u8>(at) - 48;
      let index: u64 = 0;
      const first = at;
      while (digit < 10) {
        index = index * 10 + digit;
        digit = <u32>load<u8>(++at) - 48;
      }
      if (at == first || at - first > 10 || index >= 0xffffffff || load<u8>(at) != 34) return 0;
      at++;
      seen |= 1 << which;
      if (which == 1) a = <u32>index;
      else if (which == 2) b = <u32>index;
      else c = <u32>index;
      continue;
    }
    // Materials and any other attribute: name="value".
    if (name < 65) return 0;
    while (load<u8>(at) > 61) at++;
    if (load<u16>(at) != 0x223d) return 0;
    at = find(34, at + 2, end) + 1;
    if (at > end) return 0;
  }
  if (load<u8>(at, 1) != 62 || at + 2 > end || seen != 14) return 0;
  pushTriangle(a, b, c);
  return at + 2;
}
