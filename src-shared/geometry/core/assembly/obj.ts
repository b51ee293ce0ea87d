/**
 * Reads the `v` and `f` lines of OBJ. Gives up on anything unusual (continued lines, missing vertices, odd
 * words, free-form surfaces, the old spelling `fo`), and on colours, which the core does not have.
 */
import { cursor, endOfLine, readNumber, setCursor, skipBlanks, skipSpaces } from './numbers';
import { faceCorners, MOST_CORNERS, pushFace, pushVertex, rawVertices } from './raw';

/**
 * Reads whole lines from `start` to `end`, which follows a line feed or ends the file; 16 zeros must follow.
 * False if the core cannot read them.
 */
export function readObjLines(start: usize, end: usize): bool {
  let at = start;
  while (true) {
    at = skipBlanks(at, end);
    if (at >= end) return true;
    const keyword = load<u8>(at);
    const next = load<u8>(at, 1);
    if (next == 92) return false;
    if (next <= 32 && keyword == 118) {
      if (next != 32 && next != 9) return false;
      at = skipSpaces(at + 1);
      setCursor(at);
      const x = readNumber();
      setCursor(skipSpaces(cursor));
      const y = readNumber();
      setCursor(skipSpaces(cursor));
      const z = readNumber();
      at = cursor;
      if (!pushVertex(x, y, z) || mayHaveColour(at, end)) return false;
    } else if (next <= 32 && keyword == 102) {
      if (next != 32 && next != 9) return false;
      at = readFace(at + 1, end);
      if (at == 0) return false;
    } else if (
      (keyword == 99 && (next == 115 || next == 100)) ||
      (keyword == 98 && (next == 115 || next == 122)) ||
      (keyword == 102 && next == 111)
    ) {
      // `cstype` comes before free-form curves and surfaces, and old versions call them cdc, cdp, bsp and
      // bzp; `fo` is a face.
      return false;
    }
    at = skipLine(at, end);
    if (at == 0) return false;
  }
}

/** Whether three words follow the coordinates, or the line continues. */
// @ts-ignore: decorator
@inline
function mayHaveColour(at: usize, end: usize): bool {
  // Most lines end right here.
  return load<u8>(at) != 10 && hasThreeWords(at, end);
}

function hasThreeWords(start: usize, end: usize): bool {
  let at = start;
  let words = 0;
  while (words < 3) {
    at = skipSpaces(at);
    let byte = load<u8>(at);
    if (at >= end || byte == 10 || byte == 13 || byte == 35) return false;
    if (byte == 92) return true;
    words++;
    do byte = load<u8>(++at);
    while (byte > 32 && byte != 92);
  }
  return true;
}

/** Moves to the end of the line; 0 if a lone carriage return ends it. */
// @ts-ignore: decorator
@inline
function skipLine(at: usize, end: usize): usize {
  // Most lines end right here.
  const byte = load<u8>(at);
  if (byte == 10) return at + 1;
  const feed = endOfLine(at, end);
  const last = feed - (feed < end && load<u8>(feed - 1) == 13 ? 1 : 0);
  for (let i = at; i < last; i += 16) {
    const returns = i8x16.bitmask(i8x16.eq(v128.load(i), i8x16.splat(13)));
    if (returns != 0 && i + ctz(returns) < last) return 0;
  }
  return feed;
}

function readFace(start: usize, end: usize): usize {
  let at = start;
  let count: u32 = 0;
  for (;;) {
    at = skipSpaces(at);
    let byte = <u32>load<u8>(at);
    if (byte == 10 || byte == 13 || byte == 35) break;
    if (byte == 0) {
      if (at < end) return 0;
      break;
    }
    const negative = byte == 45;
    if (negative) byte = <u32>load<u8>(++at);
    let digit = byte - 48;
    if (digit >= 10) return 0;
    let index: u64 = 0;
    const first = at;
    while (digit < 10) {
      index = index * 10 + digit;
      digit = <u32>load<u8>(++at) - 48;
    }
    if (at - first > 10 || index == 0 || index > 0xfffffff0) return 0;
    if (negative) {
      if (index > rawVertices) return 0;
      index = <u64>rawVertices - index;
    } else index--;
    if (count == MOST_CORNERS) return 0;
    store<u32>(faceCorners + (<usize>count << 2), <u32>index);
    count++;
    byte = digit + 48;
    if (byte == 47) {
      while (byte > 32 && byte != 92) byte = <u32>load<u8>(++at);
    }
    // Gives up on continued lines and on anything attached to a number.
    if (byte > 32) return 0;
  }
  return pushFace(count) ? at : 0;
}
