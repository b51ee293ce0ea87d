/** The faces of the printer's volume through which parts stick out: filled faintly, with a strong frame. */
import {
  BufferGeometry,
  Color,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
} from 'three';
import type { Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import type { Protrusion } from './protrusion.ts';

/** Corners of a face, as shares of its two sides, in two triangles. */
const triangles = [0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1] as const;
const frame = [0, 0, 1, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 1, 0, 0] as const;

export class CrossedFaces {
  readonly group = new Group();
  readonly #faces = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({ transparent: true, opacity: 0.16, side: DoubleSide, depthWrite: false }),
  );
  readonly #frames = new LineSegments(new BufferGeometry(), new LineBasicMaterial());

  constructor() {
    this.#faces.renderOrder = 4;
    this.#faces.frustumCulled = this.#frames.frustumCulled = false;
    this.group.add(this.#faces, this.#frames);
  }

  setColour(colour: string): void {
    this.#faces.material.color = new Color(colour);
    this.#frames.material.color = new Color(colour);
  }

  /** `size` of the volume, mm. */
  show(crossed: readonly Protrusion[], size: Vector): void {
    this.group.visible = crossed.length > 0;
    const corners = (shares: readonly number[]): number[] =>
      crossed.flatMap(({ axis, low, high }) => [
        ...(low > 0 ? placed(shares, axis, 0, size) : []),
        ...(high > 0 ? placed(shares, axis, 1, size) : []),
      ]);
    for (const [{ geometry }, shares] of [
      [this.#faces, triangles],
      [this.#frames, frame],
    ] as const) {
      geometry.setAttribute('position', new Float32BufferAttribute(corners(shares), 3));
    }
  }

  dispose(): void {
    for (const part of [this.#faces, this.#frames]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}

/** @param end 0 for the face at the low end of the axis, 1 for the other one */
function placed(shares: readonly number[], axis: 0 | 1 | 2, end: 0 | 1, size: Vector): number[] {
  const places: number[] = [];
  for (let at = 0; at < shares.length; at += 2) {
    const corner = [shares[at]!, shares[at + 1]!].toSpliced(axis, 0, end);
    places.push((corner[0]! - 0.5) * size[0], (corner[1]! - 0.5) * size[1], corner[2]! * size[2]);
  }
  return places;
}
