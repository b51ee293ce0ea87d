/**
 * The places of a finding on a part: edges as thick lines and faces as filled triangles, seen through the
 * part.
 */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  Vector2,
} from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import type { Drawing } from '../geometry/messages.ts';
import type { ViewHighlight } from './view.ts';

export class HighlightMesh {
  readonly group = new Group();
  readonly #disposables: { dispose(): void }[] = [];
  readonly #lineMaterials: LineMaterial[] = [];

  /** `strength`: 1 covers the part, less lets it show through. */
  constructor(highlight: ViewHighlight, drawing: Drawing, colour: string, strength = 1) {
    // Once faint through everything, once strong where it is visible.
    for (const [throughAll, opacity] of [
      [true, 0.35],
      [false, 1],
    ] as const) {
      const shown = opacity * strength;
      if (highlight.edges.length > 0) this.#addEdges(highlight.edges, drawing, colour, throughAll, shown);
      if (highlight.faces.length > 0) this.#addFaces(highlight.faces, drawing, colour, throughAll, shown);
    }
  }

  setResolution(width: number, height: number): void {
    for (const material of this.#lineMaterials) material.resolution = new Vector2(width, height);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #addEdges(
    edges: readonly number[],
    drawing: Drawing,
    colour: string,
    throughAll: boolean,
    opacity: number,
  ): void {
    const relative = edges.map((value, i) => value - drawing.origin[i % 3]!);
    const geometry = new LineSegmentsGeometry();
    geometry.setPositions(relative);
    const material = new LineMaterial({
      color: new Color(colour),
      linewidth: 3,
      transparent: true,
      opacity,
      depthTest: !throughAll,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    });
    const lines = new LineSegments2(geometry, material);
    lines.renderOrder = throughAll ? 5 : 6;
    this.group.add(lines);
    this.#lineMaterials.push(material);
    this.#disposables.push(geometry, material);
  }

  #addFaces(
    faces: readonly number[],
    drawing: Drawing,
    colour: string,
    throughAll: boolean,
    opacity: number,
  ): void {
    // A copy of these few thousand corners: sharing the part's buffer would tie the lifetimes of both
    // together.
    const corners = new Float32Array(faces.length * 9);
    faces.forEach((face, i) => {
      for (let corner = 0; corner < 3; corner++) {
        const at = (drawing.indices[face * 3 + corner] ?? 0) * 3;
        corners.set(drawing.positions.subarray(at, at + 3), i * 9 + corner * 3);
      }
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(corners, 3));
    const material = new MeshBasicMaterial({
      color: new Color(colour),
      side: DoubleSide,
      transparent: true,
      opacity: opacity * 0.85,
      depthTest: !throughAll,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -1,
      polygonOffsetUnits: -1,
    });
    const mesh = new Mesh(geometry, material);
    mesh.renderOrder = throughAll ? 5 : 6;
    mesh.frustumCulled = false;
    this.group.add(mesh);
    this.#disposables.push(geometry, material);
  }
}
