/** Collects where a defect is: a count of all places, the first few thousand, and a sphere round all. */
import type { Finding, FindingKind } from '../geometry.ts';
import type { Statement } from '../geometry-text.ts';
import type { Mesh } from '../mesh/mesh.ts';

/** How many places are stored for drawing; the count continues beyond. */
const mostPlaces = 4000;

export class Places {
  count = 0;
  readonly #mesh: Mesh;
  readonly #mostFaces: number;
  readonly #edges: number[] = [];
  readonly #faces: number[] = [];
  readonly #min = [Infinity, Infinity, Infinity];
  readonly #max = [-Infinity, -Infinity, -Infinity];

  /** `mostFaces`: how many are stored. */
  constructor(mesh: Mesh, mostFaces = mostPlaces) {
    this.#mesh = mesh;
    this.#mostFaces = mostFaces;
  }

  addEdge(a: number, b: number): void {
    this.count++;
    this.#include(a);
    this.#include(b);
    if (this.#edges.length >= mostPlaces * 6) return;
    const { positions } = this.#mesh;
    for (const vertex of [a, b]) {
      const at = vertex * 3;
      this.#edges.push(positions[at]!, positions[at + 1]!, positions[at + 2]!);
    }
  }

  addFace(face: number): void {
    this.count++;
    this.mark(face);
  }

  /** Shows a face without counting it, for defects that are counted by groups of faces. */
  mark(face: number): void {
    for (let corner = 0; corner < 3; corner++) this.#include(this.#mesh.indices[face * 3 + corner]!);
    if (this.#faces.length < this.#mostFaces) this.#faces.push(face);
  }

  toFinding(kind: FindingKind, severity: Finding['severity'], statement: Statement): Finding {
    return {
      kind,
      severity,
      count: this.count,
      ...statement,
      edges: this.#edges,
      faces: this.#faces,
      sphere: this.#sphere(),
    };
  }

  #include(vertex: number): void {
    const { positions } = this.#mesh;
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[vertex * 3 + axis]!;
      if (value < this.#min[axis]!) this.#min[axis] = value;
      if (value > this.#max[axis]!) this.#max[axis] = value;
    }
  }

  #sphere(): Finding['sphere'] {
    const [minX, minY, minZ] = this.#min as [number, number, number];
    const [maxX, maxY, maxZ] = this.#max as [number, number, number];
    if (minX > maxX) return null;
    return {
      centre: [minX + (maxX - minX) / 2, minY + (maxY - minY) / 2, minZ + (maxZ - minZ) / 2],
      radius: Math.hypot(maxX - minX, maxY - minY, maxZ - minZ) / 2,
    };
  }
}
