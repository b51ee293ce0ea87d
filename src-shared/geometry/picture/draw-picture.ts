/**
 * Small pictures of parts for lists, drawn without a graphics card: parallel projection from the front right
 * above, one light, transparent around the part.
 */
import type { Mesh, Vector } from '../mesh/mesh.ts';
import { cross, dot, unit } from '../mesh/vectors.ts';

/** Rows from the top; four bytes a pixel: red, green, blue, alpha. */
export interface Picture {
  readonly side: number;
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** Samples in each direction of a pixel. */
const fine = 3;
/** Share of the side left free around the part. */
const margin = 0.04;
const [right, up, toViewer] = basisOf([1, -1.3, 0.95]);
const light = unit([0.35, -0.75, 1]);
/** Brightness of a surface that the light does not reach, and how much the light adds. */
const ambient = 0.34;
const diffuse = 0.62;
/** Colour of a surface in full light, 0 to 255. */
const brightest: Vector = [214, 219, 224];

/** Null for a mesh without triangles or size. @param side pixels */
export function drawPicture(mesh: Mesh, side: number): Picture | null {
  const across = side * fine;
  const points = project(mesh, across);
  if (points === null) return null;
  const depth = new Float32Array(across * across).fill(-Infinity);
  const shade = new Uint8Array(across * across);
  const { indices } = mesh;
  for (let i = 0; i < indices.length; i += 3)
    fillTriangle(points, indices[i]! * 3, indices[i + 1]! * 3, indices[i + 2]! * 3, { across, depth, shade });
  return reduce(shade, depth, side);
}

/** Pixels to the right and down, and depth towards the viewer in pixels, per vertex; fits the square. */
function project({ positions, indices }: Mesh, across: number): Float32Array | null {
  const points = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i]!;
    const y = positions[i + 1]!;
    const z = positions[i + 2]!;
    points[i] = x * right[0] + y * right[1] + z * right[2];
    points[i + 1] = -(x * up[0] + y * up[1] + z * up[2]);
    points[i + 2] = x * toViewer[0] + y * toViewer[1] + z * toViewer[2];
  }
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (const vertex of indices) {
    for (const axis of [0, 1] as const) {
      const value = points[vertex * 3 + axis]!;
      if (value < low[axis]!) low[axis] = value;
      if (value > high[axis]!) high[axis] = value;
    }
  }
  const longest = Math.max(high[0]! - low[0]!, high[1]! - low[1]!);
  if (!(longest > 0) || longest === Infinity) return null;
  const scale = (across * (1 - 2 * margin)) / longest;
  const middle = [(low[0]! + high[0]!) / 2, (low[1]! + high[1]!) / 2];
  for (let i = 0; i < points.length; i += 3) {
    points[i] = (points[i]! - middle[0]!) * scale + across / 2;
    points[i + 1] = (points[i + 1]! - middle[1]!) * scale + across / 2;
    points[i + 2] = points[i + 2]! * scale;
  }
  return points;
}

interface Canvas {
  readonly across: number;
  readonly depth: Float32Array;
  readonly shade: Uint8Array;
}

function fillTriangle(points: Float32Array, a: number, b: number, c: number, canvas: Canvas): void {
  const { across, depth, shade } = canvas;
  const ax = points[a]!;
  const ay = points[a + 1]!;
  const az = points[a + 2]!;
  const bx = points[b]! - ax;
  const by = points[b + 1]! - ay;
  const bz = points[b + 2]! - az;
  const cx = points[c]! - ax;
  const cy = points[c + 1]! - ay;
  const cz = points[c + 2]! - az;
  const doubleArea = bx * cy - by * cx;
  if (!(Math.abs(doubleArea) > 1e-9)) return;
  const left = Math.max(0, Math.ceil(ax + Math.min(0, bx, cx) - 0.5));
  const end = Math.min(across - 1, Math.floor(ax + Math.max(0, bx, cx) - 0.5));
  const top = Math.max(0, Math.ceil(ay + Math.min(0, by, cy) - 0.5));
  const bottom = Math.min(across - 1, Math.floor(ay + Math.max(0, by, cy) - 0.5));
  if (left > end || top > bottom) return;
  const brightness = brightnessOf([bx, by, bz], [cx, cy, cz]);
  for (let y = top; y <= bottom; y++) {
    const py = y + 0.5 - ay;
    for (let x = left; x <= end; x++) {
      const px = x + 0.5 - ax;
      const u = (px * cy - py * cx) / doubleArea;
      const v = (bx * py - by * px) / doubleArea;
      if (u < 0 || v < 0 || u + v > 1) continue;
      const z = az + u * bz + v * cz;
      const at = y * across + x;
      if (z <= depth[at]!) continue;
      depth[at] = z;
      shade[at] = brightness;
    }
  }
}

/** Uses the visible side, so that a part that is inside out appears like any other. */
function brightnessOf(first: Vector, second: Vector): number {
  const normal = cross(first, second);
  const length = Math.hypot(...normal);
  const facing = normal[2] < 0 ? -1 : 1;
  const lit = Math.max(0, (dot(normal, seenLight) / length) * facing);
  return Math.round(255 * Math.min(1, ambient + diffuse * lit));
}

/** The light in the axes of `project`. */
const seenLight: Vector = [dot(light, right), -dot(light, up), dot(light, toViewer)];

function reduce(shade: Uint8Array, depth: Float32Array, side: number): Picture {
  const across = side * fine;
  const pixels = new Uint8ClampedArray(side * side * 4);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      let covered = 0;
      let sum = 0;
      for (let j = 0; j < fine; j++) {
        for (let i = 0; i < fine; i++) {
          const at = (y * fine + j) * across + x * fine + i;
          if (depth[at] === -Infinity) continue;
          covered++;
          sum += shade[at]!;
        }
      }
      if (covered === 0) continue;
      const brightness = sum / covered / 255;
      const at = (y * side + x) * 4;
      pixels[at] = brightest[0] * brightness;
      pixels[at + 1] = brightest[1] * brightness;
      pixels[at + 2] = brightest[2] * brightness;
      pixels[at + 3] = (255 * covered) / (fine * fine);
    }
  }
  return { side, pixels };
}

function basisOf(viewer: Vector): [right: Vector, up: Vector, toViewer: Vector] {
  const back = unit(viewer);
  const side = unit(cross([0, 0, 1], back));
  return [side, cross(back, side), back];
}
