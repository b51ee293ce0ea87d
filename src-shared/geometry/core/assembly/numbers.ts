/**
 * Parses numbers in text with exactly the results of readers/byte-scanner.ts. A byte of 32 or less must
 * follow the text (the caller writes zeros after what it has read).
 *
 * Up to 2^53 the digits are an exact integer, and powers of ten up to 10^22 are exact too, so one
 * multiplication or division rounds correctly. Every other number goes to the host.
 */

// @ts-ignore: decorator
@external("env", "parseNumber")
declare function parseNumber(start: usize, end: usize): f64;

const powers: usize = memory.data<f64>([
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
  1e20, 1e21, 1e22,
]);

export let cursor: usize = 0;

// @ts-ignore: decorator
@inline
export function setCursor(at: usize): void {
  cursor = at;
}

/** The bytes that may follow a number: a blank, `#`, `\`, quotes, or `<` of a tag. */
// @ts-ignore: decorator
@inline
function endsNumber(byte: u32): bool {
  return byte <= 32 || byte == 35 || byte == 92 || byte == 34 || byte == 39 || byte == 60;
}

/**
 * Divides an integer from 2^53 to 10^19 by a power of ten up to 10^22, correctly rounded. NaN if the result
 * lies so near the middle of two floats (or beside a power of two) that double-double precision cannot
 * decide.
 *
 * The quotient of the rounded number and its remainder (Dekker's exact product) are a sum of two floats,
 * accurate to about 2^-100.
 */
function divide(whole: u64, power: f64): f64 {
  const high = <f64>whole;
  const low = <f64>(<i64>(whole - <u64>high));
  const first = high / power;
  const splitA = first * 134217729.0;
  const aHigh = splitA - (splitA - first);
  const aLow = first - aHigh;
  const splitB = power * 134217729.0;
  const bHigh = splitB - (splitB - power);
  const bLow = power - bHigh;
  const product = first * power;
  const lost = aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
  const second = (high - product - lost + low) / power;
  const sum = first + second;
  const rest = Math.abs(second - (sum - first));
  const bits = reinterpret<u64>(sum);
  if ((bits & 0x000fffffffffffff) == 0) return NaN;
  const half = (reinterpret<f64>(bits + 1) - sum) * 0.5;
  if (Math.abs(rest - half) <= half * 1e-9) return NaN;
  return sum;
}

/** Reads the number at the cursor and moves past it. NaN, with the cursor anywhere, if there is none. */
// @ts-ignore: decorator
@inline
export function readNumber(): f64 {
  const start = cursor;
  let at = start;
  let byte = <u32>load<u8>(at);
  const negative = byte == 45;
  if (negative || byte == 43) byte = <u32>load<u8>(++at);
  let mantissa: u64 = 0;
  let digit = byte - 48;
  const firstDigit = at;
  while (digit < 10) {
    mantissa = mantissa * 10 + digit;
    digit = <u32>load<u8>(++at) - 48;
  }
  let digits = <i32>(at - firstDigit);
  let exponent: i32 = 0;
  if (digit == <u32>(46 - 48)) {
    const firstDecimal = at + 1;
    digit = <u32>load<u8>(++at) - 48;
    while (digit < 10) {
      mantissa = mantissa * 10 + digit;
      digit = <u32>load<u8>(++at) - 48;
    }
    exponent = -<i32>(at - firstDecimal);
    digits -= exponent;
  }
  if (digits == 0) return NaN;
  byte = digit + 48;
  if ((byte | 32) == 101) {
    byte = <u32>load<u8>(++at);
    const downwards = byte == 45;
    if (downwards || byte == 43) byte = <u32>load<u8>(++at);
    digit = byte - 48;
    if (digit >= 10) return NaN;
    let written: i32 = 0;
    while (digit < 10) {
      if (written < 100000) written = written * 10 + digit;
      digit = <u32>load<u8>(++at) - 48;
    }
    byte = digit + 48;
    exponent += downwards ? -written : written;
  }
  if (!endsNumber(byte) || (byte == 35 && load<u8>(at - 1) == 46)) return NaN;
  cursor = at;
  if (digits > 19 || exponent > 22 || exponent < -22) return parseNumber(start, at);
  if (mantissa >= 9007199254740992) {
    if (exponent > 0) return parseNumber(start, at);
    const quotient = divide(mantissa, load<f64>(powers + (<usize>-exponent << 3)));
    if (quotient != quotient) return parseNumber(start, at);
    return negative ? -quotient : quotient;
  }
  const whole = <f64>mantissa;
  const value =
    exponent < 0 ? whole / load<f64>(powers + (<usize>-exponent << 3)) : whole * load<f64>(powers + (<usize>exponent << 3));
  return negative ? -value : value;
}

/** Index of the first byte of 32 or less from `at`; at most `end`. */
// @ts-ignore: decorator
@inline
export function endOfWord(at: usize, end: usize): usize {
  while (at < end) {
    const blanks = i8x16.bitmask(i8x16.le_u(v128.load(at), i8x16.splat(32)));
    if (blanks != 0) return min<usize>(at + ctz(blanks), end);
    at += 16;
  }
  return end;
}

/** Index of the first line feed from `at`; at most `end`. */
// @ts-ignore: decorator
@inline
export function endOfLine(at: usize, end: usize): usize {
  while (at < end) {
    const feeds = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(10)));
    if (feeds != 0) return min<usize>(at + ctz(feeds), end);
    at += 16;
  }
  return end;
}

// @ts-ignore: decorator
@inline
export function skipBlanks(at: usize, end: usize): usize {
  while (at < end && load<u8>(at) <= 32) at++;
  return at;
}

/** Skips spaces and tabs but stays on the line. */
// @ts-ignore: decorator
@inline
export function skipSpaces(at: usize): usize {
  let byte = load<u8>(at);
  while (byte == 32 || byte == 9) byte = load<u8>(++at);
  return at;
}
