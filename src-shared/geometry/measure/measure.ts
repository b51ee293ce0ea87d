/**
 * Box, area, volume and centre of mass of a mesh, in float64 about the centre of its box, so that a part far
 * from the origin loses no precision. Everything that shows or prices a model calls it. Units play no part
 * here.
 *
 * [Note: volume of an open mesh] The volume is a sum of signed tetrahedra from a reference point to every
 * triangle. Moving the point by p changes the sum by -p.A/3, where A is the sum of the triangles' directed
 * areas. A closed mesh has A = 0, so its volume does not depend on the point; the volume of an open mesh
 * does.
 *
 * core/assembly/sums.ts has the same formulas, for two triangles at a time.
 */
import type { Measures } from '../geometry.ts';
import type { Bounds, Mesh, Vector } from '../mesh/mesh.ts';
import { sizeOf, triangleCount, vertexCount } from '../mesh/mesh.ts';
import { crossEdges } from '../mesh/normal.ts';
import { dot } from '../mesh/vectors.ts';

/** Triangles added up plainly before the partial sums join the total: rounding stays near one ulp. */
const block = 1024;

/** Directed areas below this share of the plain area are rounding, not openings. */
const closedShare = 1e-12;

/** Box of the vertices that triangles use; null without triangles. */
export function boundsOf(mesh: Mesh): Bounds | null {
  const { positions, indices } = mesh;
  if (indices.length === 0) return null;
  let [minX, minY, minZ] = [Infinity, Infinity, Infinity];
  let [maxX, maxY, maxZ] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < indices.length; i++) {
    const at = indices[i]! * 3;
    const x = positions[at]!;
    const y = positions[at + 1]!;
    const z = positions[at + 2]!;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  return { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] };
}

/** The longest side of the box around the used vertices; 0 without faces. */
export function longestSide(mesh: Mesh): number {
  const bounds = boundsOf(mesh);
  return bounds === null ? 0 : Math.max(0, ...sizeOf(bounds));
}

export const centreOf = ({ min, max }: Bounds): Vector => [
  min[0] + (max[0] - min[0]) / 2,
  min[1] + (max[1] - min[1]) / 2,
  min[2] + (max[2] - min[2]) / 2,
];

export function measureMesh(mesh: Mesh): Measures {
  const triangles = triangleCount(mesh);
  const vertices = vertexCount(mesh);
  const bounds = boundsOf(mesh);
  if (bounds === null) {
    return { triangles, vertices, bounds, area: 0, volume: 0, volumeBand: null, centreOfMass: null };
  }
  return measuresOf(triangles, vertices, bounds, sumAbout(mesh, centreOf(bounds)));
}

/** Concludes from sums about the centre of the box. The fast core makes the sums itself and calls this. */
export function measuresOf(triangles: number, vertices: number, bounds: Bounds, sums: Sums): Measures {
  const centre = centreOf(bounds);
  const volume = sums.six / 6;
  const opening = sums.directed.map((sum) => sum / 2) as unknown as Vector;
  const closed = opening.every((component) => Math.abs(component) <= closedShare * sums.area);
  // A volume far below that of the part's size times its area is the rounding of a flat sheet.
  const reach = Math.max(...sizeOf(bounds));
  const hasVolume = Math.abs(volume) > 1e-12 * sums.area * reach;
  return {
    triangles,
    vertices,
    bounds,
    area: sums.area,
    volume: closed ? volume : openVolume(volume, centre, opening, bounds),
    volumeBand: closed ? null : bandOf(volume, opening, bounds),
    centreOfMass: hasVolume
      ? [
          centre[0] + sums.moment[0] / (4 * sums.six),
          centre[1] + sums.moment[1] / (4 * sums.six),
          centre[2] + sums.moment[2] / (4 * sums.six),
        ]
      : null,
  };
}

export interface Sums {
  readonly area: number;
  /** Six times the volume. */
  readonly six: number;
  /** Twice the directed area. */
  readonly directed: Vector;
  /** Sum over the tetrahedra of six times the volume times the sum of the corners. */
  readonly moment: Vector;
}

/** Even and odd faces of a block are added separately, like the core's two SIMD lanes: same to the bit. */
function sumAbout({ positions, indices }: Mesh, [cx, cy, cz]: Vector): Sums {
  const totals = Array.from({ length: 8 }, () => new CarefulSum());
  const lanes = new Float64Array(16);
  const normal = new Float64Array(3);
  for (let start = 0; start < indices.length; start += block * 3) {
    const stop = Math.min(indices.length, start + block * 3);
    lanes.fill(0);
    for (let i = start, lane = 0; i < stop; i += 3, lane ^= 8) {
      const a = indices[i]! * 3;
      const b = indices[i + 1]! * 3;
      const c = indices[i + 2]! * 3;
      const ax = positions[a]! - cx;
      const ay = positions[a + 1]! - cy;
      const az = positions[a + 2]! - cz;
      crossEdges(positions, a, b, c, normal);
      const nx = normal[0]!;
      const ny = normal[1]!;
      const nz = normal[2]!;
      const tetrahedron = ax * nx + ay * ny + az * nz;
      lanes[lane]! += Math.sqrt(nx * nx + ny * ny + nz * nz);
      lanes[lane + 1]! += tetrahedron;
      lanes[lane + 2]! += nx;
      lanes[lane + 3]! += ny;
      lanes[lane + 4]! += nz;
      lanes[lane + 5]! += tetrahedron * (ax + (positions[b]! - cx) + (positions[c]! - cx));
      lanes[lane + 6]! += tetrahedron * (ay + (positions[b + 1]! - cy) + (positions[c + 1]! - cy));
      lanes[lane + 7]! += tetrahedron * (az + (positions[b + 2]! - cz) + (positions[c + 2]! - cz));
    }
    totals.forEach((total, i) => {
      total.add(lanes[i]! + lanes[i + 8]!);
    });
  }
  const [area, six, dx, dy, dz, mx, my, mz] = totals.map(({ value }) => value) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return { area: area / 2, six, directed: [dx, dy, dz], moment: [mx, my, mz] };
}

/** Neumaier's compensated sum. */
class CarefulSum {
  #sum = 0;
  #lost = 0;

  add(value: number): void {
    const next = this.#sum + value;
    this.#lost +=
      Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - next + value : value - next + this.#sum;
    this.#sum = next;
  }

  get value(): number {
    return this.#sum + this.#lost;
  }
}

/** Lowest and highest volume about any point of the box. */
function bandOf(aboutCentre: number, opening: Vector, { min, max }: Bounds): { low: number; high: number } {
  const spread =
    (Math.abs(opening[0]) * (max[0] - min[0]) +
      Math.abs(opening[1]) * (max[1] - min[1]) +
      Math.abs(opening[2]) * (max[2] - min[2])) /
    6;
  return { low: aboutCentre - spread, high: aboutCentre + spread };
}

/**
 * The volume about the file's origin, as other programs show it, if the origin is near the part. Elsewhere it
 * would say nothing about the part and leave the range; then it is the volume about the box's centre.
 */
function openVolume(aboutCentre: number, centre: Vector, opening: Vector, bounds: Bounds): number {
  const { low, high } = bandOf(aboutCentre, opening, bounds);
  const aboutOrigin = aboutCentre + dot(centre, opening) / 3;
  return aboutOrigin >= low && aboutOrigin <= high ? aboutOrigin : aboutCentre;
}
