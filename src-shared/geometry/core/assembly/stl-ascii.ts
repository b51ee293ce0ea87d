/**
 * Reads ASCII STL as nearly every program writes it, one facet at a time. Gives up on anything else
 * (polygons, unusable numbers, stray words), and the reader in TypeScript takes the file.
 */
import { weldCorners } from './indexed';
import { cursor, endOfLine, endOfWord, readNumber, setCursor, skipBlanks } from './numbers';

const BATCH: u32 = 64;
const corners: usize = memory.data(64 * 72, 16);
let waiting: u32 = 0;

const LARGEST: f64 = 3.4e38;

export function clearAscii(): void {
  waiting = 0;
}

export function flushCorners(): void {
  if (waiting > 0) weldCorners(corners, waiting);
  waiting = 0;
}

// @ts-ignore: decorator
@inline
function standsAt4(at: usize, word: u32): bool {
  return (load<u32>(at) | 0x20202020) == word;
}

const FACE: u32 = 0x65636166;
const NORM: u32 = 0x6d726f6e;
const OUTE: u32 = 0x6574756f;
const LOOP: u32 = 0x706f6f6c;
const VERT: u32 = 0x74726576;
const ENDL: u32 = 0x6c646e65;
const ENDF: u32 = 0x66646e65;
const ENDS: u32 = 0x73646e65;
const SOLI: u32 = 0x696c6f73;

/** More bytes than a facet takes in any real file. */
const LONGEST: usize = 8192;

/**
 * Reads facets from `start` to `end`; 16 zeros must follow. Returns the address from which it needs more
 * bytes (the end if the file has no more), or 0 to give up.
 */
export function readFacets(start: usize, end: usize, isLast: bool): usize {
  let at = start;
  while (true) {
    at = skipBlanks(at, end);
    if (at >= end) return end;
    const first = at;
    // A facet near the end may be cut off, so it waits for more bytes.
    if (!isLast && end - first < LONGEST) return first;
    at = readItem(first, end);
    if (at == 0 || at > end) return 0;
  }
}

/** Reads a facet, or the first or last line of a solid. Returns the address after it; 0 for anything else. */
function readItem(first: usize, end: usize): usize {
  let at = first;
  if (!standsAt4(at, FACE)) {
    const isSolid = standsAt4(at, SOLI) && (load<u8>(at, 4) | 32) == 100;
    const isEnd = standsAt4(at, ENDS) && (load<u32>(at, 4) | 0x20202020) == 0x64696c6f;
    if (!isSolid && !isEnd) return 0;
    // The other reader would end the line at a lone carriage return.
    const feed = endOfLine(at, end);
    for (let i = at; i < feed; i++) if (load<u8>(i) == 13 && i + 1 != feed) return 0;
    return feed;
  }
  if ((load<u8>(at, 4) | 32) != 116 || load<u8>(at, 5) > 32) return 0;
  at = skipBlanks(at + 5, end);
  if (!standsAt4(at, NORM) || (load<u16>(at, 4) | 0x2020) != 0x6c61 || load<u8>(at, 6) > 32) return 0;
  at += 6;
  for (let i = 0; i < 3; i++) {
    at = skipBlanks(at, end);
    const byte = <u32>load<u8>(at);
    const isNumber = byte - 48 < 10 || byte == 43 || byte == 45 || byte == 46;
    if (!isNumber) return 0;
    at = endOfWord(at, end);
  }
  at = skipBlanks(at, end);
  if (!standsAt4(at, OUTE) || (load<u8>(at, 4) | 32) != 114 || load<u8>(at, 5) > 32) return 0;
  at = skipBlanks(at + 5, end);
  if (!standsAt4(at, LOOP) || load<u8>(at, 4) > 32) return 0;
  at += 4;
  const corner = corners + <usize>waiting * 72;
  for (let i: usize = 0; i < 72; i += 24) {
    at = skipBlanks(at, end);
    if (!standsAt4(at, VERT) || (load<u16>(at, 4) | 0x2020) != 0x7865 || load<u8>(at, 6) > 32) return 0;
    at = skipBlanks(at + 6, end);
    setCursor(at);
    const x = readNumber();
    setCursor(skipBlanks(cursor, end));
    const y = readNumber();
    setCursor(skipBlanks(cursor, end));
    const z = readNumber();
    at = cursor;
    if (!(Math.abs(x) <= LARGEST && Math.abs(y) <= LARGEST && Math.abs(z) <= LARGEST)) return 0;
    if (load<u8>(at) > 32) return 0;
    store<f64>(corner + i, x);
    store<f64>(corner + i, y, 8);
    store<f64>(corner + i, z, 16);
  }
  at = skipBlanks(at, end);
  if (!standsAt4(at, ENDL) || (load<u16>(at, 4) | 0x2020) != 0x6f6f || (load<u8>(at, 6) | 32) != 112) return 0;
  if (load<u8>(at, 7) > 32) return 0;
  at = skipBlanks(at + 7, end);
  if (!standsAt4(at, ENDF) || (load<u32>(at, 4) | 0x20202020) != 0x74656361 || load<u8>(at, 8) > 32) return 0;
  at += 8;
  if (at > end) return 0;
  waiting++;
  if (waiting == BATCH) flushCorners();
  return at;
}
