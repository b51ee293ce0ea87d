/** Heights over a grid, from text or a picture, and the closed solid below. Pure; in the caller's units. */
import { drawText } from './stroke-font.ts';

/** Heights 0 to 1 at the corners of a grid, row by row from the front (low y) to the back. */
export interface HeightField {
  readonly columns: number;
  readonly rows: number;
  readonly heights: Float64Array;
}

/** Font units between two grid lines, the half width of a stroke, and the width of its slope. */
const step = 0.25;
const halfStroke = 0.42;
const slope = 0.3;
const margin = 1.5;

/** The text as raised strokes. Draws each stroke only where it reaches. */
export function fieldOfText(text: string): HeightField {
  const drawn = drawText(text);
  const columns = Math.ceil((drawn.width + 2 * margin) / step) + 1;
  const rows = Math.ceil((drawn.height + 2 * margin) / step) + 1;
  const heights = new Float64Array(columns * rows);
  const reach = halfStroke + slope;
  for (const { from, to } of drawn.strokes) {
    const [x1, y1, x2, y2] = [from[0] + margin, from[1] + margin, to[0] + margin, to[1] + margin];
    const [left, right] = [Math.min(x1, x2) - reach, Math.max(x1, x2) + reach];
    const [front, back] = [Math.min(y1, y2) - reach, Math.max(y1, y2) + reach];
    for (let row = Math.max(0, Math.floor(front / step)); row <= Math.min(rows - 1, back / step); row++) {
      for (
        let column = Math.max(0, Math.floor(left / step));
        column <= Math.min(columns - 1, right / step);
        column++
      ) {
        const distance = distanceToSegment(column * step, row * step, x1, y1, x2, y2);
        const height = Math.min(1, Math.max(0, (reach - distance) / slope));
        const at = row * columns + column;
        if (height > heights[at]!) heights[at] = height;
      }
    }
  }
  return { columns, rows, heights };
}

function distanceToSegment(px: number, py: number, x1: number, y1: number, x2: number, y2: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length2 = dx * dx + dy * dy;
  const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((px - x1) * dx + (py - y1) * dy) / length2));
  return Math.hypot(px - x1 - t * dx, py - y1 - t * dy);
}

/** Grid lines along the longer side of a picture. */
const finest = 240;

/** The picture as a relief: brighter is higher, transparent is flat. A picture's top row comes first. */
export function fieldOfPicture(picture: {
  readonly width: number;
  readonly height: number;
  /** 0 to 1 per pixel. */
  readonly brightness: Float32Array;
}): HeightField {
  const shrink = Math.max(1, Math.max(picture.width, picture.height) / finest);
  const columns = Math.max(2, Math.round(picture.width / shrink));
  const rows = Math.max(2, Math.round(picture.height / shrink));
  const heights = new Float64Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    const [top, bottom] = span(rows - 1 - row, rows, picture.height);
    for (let column = 0; column < columns; column++) {
      const [left, right] = span(column, columns, picture.width);
      let sum = 0;
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) sum += picture.brightness[y * picture.width + x]!;
      heights[row * columns + column] = sum / ((bottom - top) * (right - left));
    }
  }
  return { columns, rows, heights };
}

/** Pixels that belong to grid line `i` of `count`: at least one. */
function span(i: number, count: number, pixels: number): [number, number] {
  const from = Math.min(pixels - 1, Math.floor((i * pixels) / count));
  return [from, Math.max(from + 1, Math.min(pixels, Math.floor(((i + 1) * pixels) / count)))];
}

export interface Placement {
  /** Corner with the lowest x and y, extent along x, and the three levels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly bottom: number;
  readonly level: number;
  readonly top: number;
}

/** The closed solid from `bottom` up to the heights between `level` and `top`. Every edge has two faces. */
export function solidOf(
  field: HeightField,
  place: Placement,
): { positions: Float64Array; indices: Uint32Array } {
  const { columns, rows, heights } = field;
  const cell = place.width / (columns - 1);
  const count = columns * rows;
  const positions = new Float64Array(count * 6);
  for (let i = 0; i < count; i++) {
    const x = place.x + (i % columns) * cell;
    const y = place.y + Math.floor(i / columns) * cell;
    const z = place.level + heights[i]! * (place.top - place.level);
    positions.set([x, y, z], i * 3);
    positions.set([x, y, place.bottom], (count + i) * 3);
  }
  const faces: number[] = [];
  const quad = (a: number, b: number, c: number, d: number): number => faces.push(a, b, c, a, c, d);
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column;
      quad(at, at + 1, at + columns + 1, at + columns);
      quad(count + at, count + at + columns, count + at + columns + 1, count + at + 1);
    }
  }
  const wall = (a: number, b: number): number => quad(b, count + b, count + a, a);
  for (let column = 0; column + 1 < columns; column++) {
    wall(column + 1, column);
    wall((rows - 1) * columns + column, (rows - 1) * columns + column + 1);
  }
  for (let row = 0; row + 1 < rows; row++) {
    wall(row * columns, (row + 1) * columns);
    wall((row + 1) * columns + columns - 1, row * columns + columns - 1);
  }
  return { positions, indices: Uint32Array.from(faces) };
}
