/** The plate with its grid, and the printer's volume above it as an outline. */
import {
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
} from 'three';
import type { Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import type { ViewColours } from './view.ts';

const steps = [0.1, 0.5, 1, 5, 10, 50, 100, 500];

export class PlateMesh {
  readonly group = new Group();
  readonly #plate = new Mesh(
    new PlaneGeometry(1, 1),
    new MeshBasicMaterial({ transparent: true, opacity: 0.82 }),
  );
  readonly #minor = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ transparent: true, opacity: 0.55 }),
  );
  readonly #major = new LineSegments(new BufferGeometry(), new LineBasicMaterial());
  readonly #box = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ transparent: true, opacity: 0.5 }),
  );

  constructor() {
    this.#plate.material.polygonOffset = true;
    this.#plate.material.polygonOffsetFactor = 2;
    this.#plate.material.polygonOffsetUnits = 2;
    this.#plate.renderOrder = -3;
    this.#minor.renderOrder = -2;
    this.#major.renderOrder = -2;
    this.group.add(this.#plate, this.#minor, this.#major, this.#box);
  }

  setColours(colours: ViewColours): void {
    this.#plate.material.color = new Color(colours.plate);
    this.#minor.material.color = new Color(colours.grid);
    this.#major.material.color = new Color(colours.gridMajor);
    this.#box.material.color = new Color(colours.outline);
  }

  /** `unit` mm in a display unit: 1 for metric grids, 25.4 for inches. */
  setSize([width, depth, height]: Vector, unit: number): void {
    this.#plate.scale.set(width, depth, 1);
    const longest = Math.max(width, depth) / unit;
    const step = (steps.find((candidate) => longest / candidate <= 70) ?? 1000) * unit;
    const big = step * (String(step / unit).includes('5') ? 2 : 5);
    setLines(
      this.#minor.geometry,
      gridLines(width, depth, step, (at) => !isMultiple(at, big)),
    );
    setLines(this.#major.geometry, [
      ...gridLines(width, depth, step, (at) => isMultiple(at, big)),
      ...frame(width, depth, 0),
    ]);
    setLines(this.#box.geometry, boxLines(width, depth, height));
  }

  dispose(): void {
    for (const part of [this.#plate, this.#minor, this.#major, this.#box]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}

function setLines(geometry: BufferGeometry, values: number[]): void {
  geometry.setAttribute('position', new Float32BufferAttribute(values, 3));
  geometry.computeBoundingSphere();
}

const isMultiple = (value: number, of: number): boolean =>
  Math.abs(value / of - Math.round(value / of)) < 1e-6;

/** Lines count from the front left corner, where people measure from. */
function gridLines(width: number, depth: number, step: number, wanted: (at: number) => boolean): number[] {
  const lines: number[] = [];
  const [x0, y0] = [-width / 2, -depth / 2];
  for (let i = 1; i * step < width - step * 1e-6; i++) {
    if (wanted(i * step)) lines.push(x0 + i * step, y0, 0, x0 + i * step, -y0, 0);
  }
  for (let i = 1; i * step < depth - step * 1e-6; i++) {
    if (wanted(i * step)) lines.push(x0, y0 + i * step, 0, -x0, y0 + i * step, 0);
  }
  return lines;
}

function frame(width: number, depth: number, z: number): number[] {
  const [x, y] = [width / 2, depth / 2];
  return [-x, -y, z, x, -y, z, x, -y, z, x, y, z, x, y, z, -x, y, z, -x, y, z, -x, -y, z];
}

function boxLines(width: number, depth: number, height: number): number[] {
  const [x, y] = [width / 2, depth / 2];
  const posts = [-1, 1].flatMap((sx) => [-1, 1].flatMap((sy) => [sx * x, sy * y, 0, sx * x, sy * y, height]));
  return [...frame(width, depth, height), ...posts];
}
