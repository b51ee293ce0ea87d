/**
 * The quadratic surface over one triangle of a CAD face. tests/oracle/surface-quadratic.ts is the reference:
 * it explains the method and gives the same numbers to the bit.
 */

const OWN_SHARE: f64 = 0.01;
const USUAL_SHARE: f64 = 0.002;
const MOST: f64 = 3;
const ROOT_HALF: f64 = 0.7071067811865476;

/** Heights of the surface above the middles of the edges. */
export let ab: f64 = 0;
export let bc: f64 = 0;
export let ca: f64 = 0;
export let misfit: f64 = 0;

let length: u32 = 0;
let cosine: f64 = 1;
let sine: f64 = 0;

/** Where the corners are: x, y, height and three factors of the equation, f64, and behind them the sizes */
let corners: usize = 0;
let sizes: usize = 0;
const CORNER: usize = 48;

/** Bytes for so many corners. */
export function cornerBytes(most: u32): u64 {
  return <u64>most * (CORNER + 8);
}

export function useCorners(start: usize, most: u32): void {
  corners = start;
  sizes = start + <usize>most * CORNER;
}

export function clearFit(): void {
  length = 0;
  ab = bc = ca = misfit = 0;
}

// @ts-expect-error: decorator
@inline
export function addCorner(x: f64, y: f64, height: f64): void {
  const at = corners + <usize>length * CORNER;
  store<f64>(at, x);
  store<f64>(at, y, 8);
  store<f64>(at, height, 16);
  length++;
}

export function fit(bx: f64, cx: f64, cy: f64, tolerance: f64): void {
  if (length == 0) return;
  sortSizes();
  if (!(load<f64>(sizes + (<usize>(length - 1) << 3)) > 0)) return;
  const usual = load<f64>(sizes + (<usize>(length >> 1) << 3));
  cosine = 1;
  sine = 0;
  turnToCorners(bx, cx, cy);
  fitAlong(bx, cx, cy, usual, tolerance);
  fitAlong(bx, cx, cy, usual, tolerance);
}

/** A dozen numbers. */
function sortSizes(): void {
  for (let i: u32 = 0; i < length; i++) {
    const size = abs<f64>(load<f64>(corners + <usize>i * CORNER, 16));
    let at = sizes + (<usize>i << 3);
    while (at > sizes && load<f64>(at - 8) > size) {
      store<f64>(at, load<f64>(at - 8));
      at -= 8;
    }
    store<f64>(at, size);
  }
}

function fitAlong(bx: f64, cx: f64, cy: f64, usual: f64, tolerance: f64): void {
  const b0 = cosine * bx;
  const b1 = -sine * bx;
  const c0 = cosine * cx + sine * cy;
  const c1 = cosine * cy - sine * cx;
  const long = span(b0, c0);
  const short = span(b1, c1);
  let r00 = (long * long) / (8 * tolerance);
  let r01: f64 = 0;
  let r02: f64 = 0;
  let s0: f64 = 0;
  let r11 = (long * short * ROOT_HALF) / (8 * tolerance);
  let r12: f64 = 0;
  let s1: f64 = 0;
  let r22 = (short * short) / (8 * tolerance);
  let s2: f64 = 0;
  let at = corners;
  for (let i: u32 = 0; i < length; i++, at += CORNER) {
    const px = load<f64>(at);
    const py = load<f64>(at, 8);
    const height = load<f64>(at, 16);
    const x = cosine * px + sine * py;
    const y = cosine * py - sine * px;
    const third = py / cy;
    const second = (px - third * cx) / bx;
    let xx = 0.5 * (x * x - second * b0 * b0 - third * c0 * c0);
    let xy = ROOT_HALF * (x * y - second * b0 * b1 - third * c0 * c1);
    let yy = 0.5 * (y * y - second * b1 * b1 - third * c1 * c1);
    store<f64>(at, xx, 24);
    store<f64>(at, xy, 32);
    store<f64>(at, yy, 40);
    const doubt = OWN_SHARE * abs<f64>(height) + USUAL_SHARE * usual;
    if (!(doubt > 0)) continue;
    xx /= doubt;
    xy /= doubt;
    yy /= doubt;
    let sum = height / doubt;
    if (xx != 0) {
      const size = sqrt<f64>(r00 * r00 + xx * xx);
      const c = r00 / size;
      const s = xx / size;
      const p1 = r01;
      const p2 = r02;
      const p3 = s0;
      r00 = c * r00 + s * xx;
      r01 = c * p1 + s * xy;
      r02 = c * p2 + s * yy;
      s0 = c * p3 + s * sum;
      xy = c * xy - s * p1;
      yy = c * yy - s * p2;
      sum = c * sum - s * p3;
    }
    if (xy != 0) {
      const size = sqrt<f64>(r11 * r11 + xy * xy);
      const c = r11 / size;
      const s = xy / size;
      const p2 = r12;
      const p3 = s1;
      r11 = c * r11 + s * xy;
      r12 = c * p2 + s * yy;
      s1 = c * p3 + s * sum;
      yy = c * yy - s * p2;
      sum = c * sum - s * p3;
    }
    if (yy != 0) {
      const size = sqrt<f64>(r22 * r22 + yy * yy);
      const c = r22 / size;
      const s = yy / size;
      s2 = c * s2 + s * sum;
      r22 = c * r22 + s * yy;
    }
  }
  const bend2 = s2 / r22;
  const bend1 = (s1 - r12 * bend2) / r11;
  const bend0 = (s0 - r02 * bend2 - r01 * bend1) / r00;
  const xx = bend0;
  const xy = bend1 * ROOT_HALF;
  const yy = bend2;
  ab = heightAt(b0, b1, xx, xy, yy, tolerance);
  bc = heightAt(c0 - b0, c1 - b1, xx, xy, yy, tolerance);
  ca = heightAt(c0, c1, xx, xy, yy, tolerance);
  misfit = misfitOf(bend0, bend1, bend2);
  turn(2 * xy, xx - yy);
}

function misfitOf(bend0: f64, bend1: f64, bend2: f64): f64 {
  let missed: f64 = 0;
  let all: f64 = 0;
  let at = corners;
  for (let i: u32 = 0; i < length; i++, at += CORNER) {
    const height = load<f64>(at, 16);
    const fitted = load<f64>(at, 24) * bend0 + load<f64>(at, 32) * bend1 + load<f64>(at, 40) * bend2;
    missed += abs<f64>(fitted - height);
    all += abs<f64>(height);
  }
  return min<f64>(1, missed / all);
}

function turnToCorners(bx: f64, cx: f64, cy: f64): void {
  const centreX = (bx + cx) / 3;
  const centreY = cy / 3;
  const b = bx - centreX;
  const c = cx - centreX;
  const up = cy - centreY;
  let xx = centreX * centreX + b * b + c * c;
  let xy = centreX * centreY - b * centreY + c * up;
  let yy = 2 * centreY * centreY + up * up;
  let at = corners;
  for (let i: u32 = 0; i < length; i++, at += CORNER) {
    const x = load<f64>(at) - centreX;
    const y = load<f64>(at, 8) - centreY;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  turn(2 * xy, xx - yy);
}

/** Turns by half the angle of the vector x, y. */
function turn(y: f64, x: f64): void {
  const size = sqrt<f64>(x * x + y * y);
  if (!(size > 0)) return;
  let c: f64 = 0;
  let s: f64 = 0;
  if (x > 0) {
    c = sqrt<f64>((1 + x / size) / 2);
    s = y / size / 2 / c;
  } else {
    s = sqrt<f64>((1 - x / size) / 2);
    c = y / size / 2 / s;
  }
  const before = cosine;
  cosine = before * c - sine * s;
  sine = sine * c + before * s;
}

function heightAt(x: f64, y: f64, xx: f64, xy: f64, yy: f64, tolerance: f64): f64 {
  const height = -(xx * x * x + 2 * xy * x * y + yy * y * y) / 8;
  return max<f64>(-MOST * tolerance, min<f64>(MOST * tolerance, height));
}

// @ts-expect-error: decorator
@inline
function span(b: f64, c: f64): f64 {
  return max<f64>(max<f64>(0, b), c) - min<f64>(min<f64>(0, b), c);
}
