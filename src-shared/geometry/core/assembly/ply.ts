/**
 * Reads the rows of PLY: vertices with plain properties, and faces whose only list is their corners. The
 * header is read in TypeScript, which sends only such files here.
 */
import { cursor, readNumber, setCursor, skipBlanks, skipSpaces } from './numbers';
import { faceCorners, MOST_CORNERS, pushFace, pushVertex } from './raw';

/** Types by the numbers of the header reader (../ply.ts). */
const INT8: i32 = 0;
const UINT8: i32 = 1;
const INT16: i32 = 2;
const UINT16: i32 = 3;
const INT32: i32 = 4;
const UINT32: i32 = 5;
const FLOAT32: i32 = 6;

// @ts-ignore: decorator
@inline
function valueAt(at: usize, type: i32, isBig: bool): f64 {
  if (type == FLOAT32) {
    const bits = load<u32>(at);
    return <f64>reinterpret<f32>(isBig ? bswap<u32>(bits) : bits);
  }
  const bits = load<u64>(at);
  return reinterpret<f64>(isBig ? bswap<u64>(bits) : bits);
}

/** Reads an integer as i64; the caller checks the type. */
// @ts-ignore: decorator
@inline
function integerAt(at: usize, type: i32, isBig: bool): i64 {
  if (type == INT32) return <i64>(isBig ? bswap<i32>(load<i32>(at)) : load<i32>(at));
  if (type == UINT32) return <i64>(isBig ? bswap<u32>(load<u32>(at)) : load<u32>(at));
  if (type == UINT8) return <i64>load<u8>(at);
  if (type == INT8) return <i64>load<i8>(at);
  if (type == INT16) return <i64>(isBig ? bswap<i16>(load<i16>(at)) : load<i16>(at));
  if (type == UINT16) return <i64>(isBig ? bswap<u16>(load<u16>(at)) : load<u16>(at));
  return -1;
}

// @ts-ignore: decorator
@inline
function sizeOfType(type: i32): usize {
  return type <= UINT8 ? 1 : type <= UINT16 ? 2 : type <= FLOAT32 ? 4 : 8;
}

/** Reads rows of `stride` bytes with float properties at three offsets. False if a coordinate is unusable. */
export function readPlyVertices(
  start: usize, rows: u32, stride: usize, x: usize, y: usize, z: usize, type: i32, isBig: bool,
): bool {
  let at = start;
  for (let row: u32 = 0; row < rows; row++) {
    if (!pushVertex(valueAt(at + x, type, isBig), valueAt(at + y, type, isBig), valueAt(at + z, type, isBig)))
      return false;
    at += stride;
  }
  return true;
}

export let rowsRead: u32 = 0;

/**
 * Reads up to `rows` faces: `before` bytes, a count, corners, `behind` bytes. Stops at a face that is not
 * complete before `end`; `rowsRead` gives the number of faces read. Returns the address after the last one,
 * or 0 if the core cannot read a face.
 */
export function readPlyFaces(
  start: usize, end: usize, rows: u32, before: usize, countType: i32, itemType: i32, behind: usize, isBig: bool,
): usize {
  let at = start;
  const countSize = sizeOfType(countType);
  const itemSize = sizeOfType(itemType);
  rowsRead = 0;
  while (rowsRead < rows) {
    const list = at + before;
    if (list + countSize > end) break;
    const count = integerAt(list, countType, isBig);
    if (count < 3 || count > <i64>MOST_CORNERS) return 0;
    let item = list + countSize;
    const next = item + <usize>count * itemSize + behind;
    if (next > end) break;
    for (let i: usize = 0; i < <usize>count; i++) {
      const corner = integerAt(item, itemType, isBig);
      if (corner < 0 || corner >= 0xffffffff) return 0;
      store<u32>(faceCorners + (i << 2), <u32>corner);
      item += itemSize;
    }
    if (!pushFace(<u32>count)) return 0;
    at = next;
    rowsRead++;
  }
  return at;
}

/**
 * Reads up to `rows` lines of `columns` numbers, of which three are x, y and z. Whole lines only, as for OBJ.
 * Returns the address after the last one, or 0.
 */
export function readPlyVertexLines(
  start: usize, end: usize, rows: u32, columns: u32, x: u32, y: u32, z: u32,
): usize {
  let at = start;
  let vx: f64 = 0;
  let vy: f64 = 0;
  let vz: f64 = 0;
  rowsRead = 0;
  while (rowsRead < rows) {
    at = skipBlanks(at, end);
    if (at >= end) break;
    for (let column: u32 = 0; column < columns; column++) {
      at = skipSpaces(at);
      if (load<u8>(at) <= 32) return 0;
      if (column == x || column == y || column == z) {
        setCursor(at);
        const value = readNumber();
        if (value != value) return 0;
        at = cursor;
        if (column == x) vx = value;
        else if (column == y) vy = value;
        else vz = value;
      } else {
        while (load<u8>(at) > 32) at++;
      }
    }
    if (!pushVertex(vx, vy, vz)) return 0;
    at = toLineEnd(at, end);
    rowsRead++;
  }
  return at;
}

/** Reads up to `rows` lines that begin with a count, followed by as many corners. */
export function readPlyFaceLines(start: usize, end: usize, rows: u32): usize {
  let at = start;
  rowsRead = 0;
  while (rowsRead < rows) {
    at = skipBlanks(at, end);
    if (at >= end) break;
    const count = readDigits(at);
    if (count < 3 || count > <i64>MOST_CORNERS) return 0;
    at = cursor;
    for (let i: usize = 0; i < <usize>count; i++) {
      const corner = readDigits(skipSpaces(at));
      if (corner < 0) return 0;
      store<u32>(faceCorners + (i << 2), <u32>corner);
      at = cursor;
    }
    if (!pushFace(<u32>count)) return 0;
    at = toLineEnd(at, end);
    rowsRead++;
  }
  return at;
}

/** A plain integer below 2^32 - 1 with a blank after it; -1 if there is none. */
// @ts-ignore: decorator
@inline
function readDigits(start: usize): i64 {
  let at = start;
  let value: i64 = 0;
  let digit = <u32>load<u8>(at) - 48;
  while (digit < 10) {
    value = value * 10 + digit;
    digit = <u32>load<u8>(++at) - 48;
  }
  setCursor(at);
  if (at == start || at - start > 10 || value >= 0xffffffff || load<u8>(at) > 32) return -1;
  return value;
}

/** Values after the last known one of a line are ignored. */
// @ts-ignore: decorator
@inline
function toLineEnd(at: usize, end: usize): usize {
  while (at < end) {
    const byte = load<u8>(at);
    if (byte == 10 || byte == 13) break;
    at++;
  }
  return at;
}
