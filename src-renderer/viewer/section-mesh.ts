/**
 * A section of one part: what lies before the plane is clipped, and the cut is filled. The fill comes from
 * the exact outlines (cut-mesh.ts): fans of triangles count in the stencil buffer how often an outline winds
 * around each pixel, so holes, nested and overlapping outlines need no triangulation, and open meshes leak
 * nothing.
 */
import {
  AlwaysStencilFunc,
  BackSide,
  BufferAttribute,
  BufferGeometry,
  Plane as ClipPlane,
  Color,
  DecrementWrapStencilOp,
  DoubleSide,
  FrontSide,
  Group,
  IncrementWrapStencilOp,
  KeepStencilOp,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  NotEqualStencilFunc,
  Vector3,
  ZeroStencilOp,
} from 'three';
import type { Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import { cross, dot, perpendicularTo, plus, times } from '../../src-shared/geometry/mesh/vectors.ts';
import { type Cut, cutMesh, type Plane } from '../../src-shared/geometry/section/cut-mesh.ts';
import { middleInDrawing } from './part-box.ts';
import type { PartMesh } from './part-mesh.ts';
import type { SectionFacts, ViewSection } from './view.ts';

export class SectionMesh {
  readonly part: PartMesh;
  readonly wanted: ViewSection;
  readonly group = new Group();
  readonly facts: SectionFacts;
  /** In the coordinates of the part's drawing. */
  readonly plane: Plane;
  readonly cut: Cut;
  /** The plane with which the part's materials clip, in the world. */
  readonly clip: ClipPlane;
  readonly #disposables: { dispose(): void }[] = [];

  constructor(part: PartMesh, wanted: ViewSection, line: string) {
    this.part = part;
    this.wanted = wanted;
    const { drawing, millimetresPerUnit } = part.part;
    const { low, high } = rangeAlong(drawing.positions, wanted.normal);
    this.plane = {
      normal: wanted.normal,
      offset: wanted.distance === null ? (low + high) / 2 : low + wanted.distance / millimetresPerUnit,
    };
    this.cut = cutMesh(drawing, this.plane);
    this.facts = {
      range: (high - low) * millimetresPerUnit,
      area: this.cut.area * millimetresPerUnit ** 2,
      outline: this.cut.length * millimetresPerUnit,
      isOpen: this.cut.open.length > 0,
    };
    const place = part.group.position.toArray() as Vector;
    const offset = this.plane.offset * millimetresPerUnit + dot(place, wanted.normal);
    this.clip = new ClipPlane(new Vector3(...wanted.normal).negate(), offset);
    this.#fill();
    this.#outline(line);
    part.setClip([this.clip]);
    part.group.add(this.group);
  }

  /** The middle of the plane, in the world, mm: where its handle is. */
  get middle(): Vector {
    const centre = middleInDrawing(this.part.part);
    const { normal, offset } = this.plane;
    const onPlane = plus(centre, times(normal, offset - dot(centre, normal)));
    return this.part.group.localToWorld(new Vector3(...onPlane)).toArray();
  }

  dispose(): void {
    this.part.setClip(null);
    this.group.removeFromParent();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #fill(): void {
    const { loops } = this.cut;
    if (loops.length === 0) return;
    const corners: number[] = [];
    for (const loop of loops) {
      const [x, y, z] = middleOf(loop);
      for (let at = 0; at < loop.length; at += 3) {
        const next = (at + 3) % loop.length;
        corners.push(x, y, z, loop[at]!, loop[at + 1]!, loop[at + 2]!);
        corners.push(loop[next]!, loop[next + 1]!, loop[next + 2]!);
      }
    }
    const fan = this.#geometry(Float32Array.from(corners));
    for (const [side, op] of [
      [FrontSide, IncrementWrapStencilOp],
      [BackSide, DecrementWrapStencilOp],
    ] as const) {
      const material = new MeshBasicMaterial({
        colorWrite: false,
        depthWrite: false,
        depthTest: false,
        side,
      });
      Object.assign(material, { stencilWrite: true, stencilFunc: AlwaysStencilFunc, stencilZPass: op });
      this.#add(new Mesh(fan, material), 1);
    }
    const cover = new MeshBasicMaterial({ color: this.part.colour, side: DoubleSide });
    Object.assign(cover, { stencilWrite: true, stencilRef: 0, stencilFunc: NotEqualStencilFunc });
    Object.assign(cover, {
      stencilFail: KeepStencilOp,
      stencilZFail: ZeroStencilOp,
      stencilZPass: ZeroStencilOp,
    });
    hatch(cover);
    this.#add(new Mesh(this.#geometry(squareAround(loops, this.plane)), cover), 2);
  }

  #outline(colour: string): void {
    const ends: number[] = [];
    const follow = (points: Float64Array, isClosed: boolean): void => {
      for (let at = 0; at + 3 < points.length; at += 3) ends.push(...points.subarray(at, at + 6));
      if (isClosed) ends.push(...points.subarray(-3), ...points.subarray(0, 3));
    };
    for (const loop of this.cut.loops) follow(loop, true);
    for (const line of this.cut.open) follow(line, false);
    const material = new LineBasicMaterial({ color: new Color(colour) });
    const lines = new LineSegments(this.#geometry(Float32Array.from(ends)), material);
    lines.renderOrder = 3;
    lines.frustumCulled = false;
    this.group.add(lines);
    this.#disposables.push(material);
  }

  #geometry(positions: Float32Array): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    this.#disposables.push(geometry);
    return geometry;
  }

  #add(mesh: Mesh<BufferGeometry, MeshBasicMaterial>, order: number): void {
    mesh.renderOrder = order;
    mesh.frustumCulled = false;
    this.group.add(mesh);
    this.#disposables.push(mesh.material);
  }
}

/** The lowest and highest point along a direction. */
export function rangeAlong(positions: Float32Array, [x, y, z]: Vector): { low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (let at = 0; at < positions.length; at += 3) {
    const along = positions[at]! * x + positions[at + 1]! * y + positions[at + 2]! * z;
    if (along < low) low = along;
    if (along > high) high = along;
  }
  return { low, high };
}

function middleOf(points: Float64Array): Vector {
  const sum = [0, 0, 0];
  for (let at = 0; at < points.length; at++) sum[at % 3]! += points[at]!;
  const count = points.length / 3;
  return [sum[0]! / count, sum[1]! / count, sum[2]! / count];
}

/** Two triangles in the plane that cover all outlines. */
function squareAround(loops: readonly Float64Array[], { normal, offset }: Plane): Float32Array {
  const u = perpendicularTo(normal);
  const v = cross(normal, u);
  let [lowU, highU, lowV, highV] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const loop of loops) {
    for (let at = 0; at < loop.length; at += 3) {
      const point: Vector = [loop[at]!, loop[at + 1]!, loop[at + 2]!];
      const [alongU, alongV] = [dot(point, u), dot(point, v)];
      [lowU, highU] = [Math.min(lowU, alongU), Math.max(highU, alongU)];
      [lowV, highV] = [Math.min(lowV, alongV), Math.max(highV, alongV)];
    }
  }
  const corner = (alongU: number, alongV: number): Vector =>
    plus(times(normal, offset), plus(times(u, alongU), times(v, alongV)));
  const [a, b, c, d] = [corner(lowU, lowV), corner(highU, lowV), corner(highU, highV), corner(lowU, highV)];
  return Float32Array.from([a, b, c, a, c, d].flat());
}

/** As on a drawing: the filled cut is hatched, so that colour alone does not carry the meaning. */
function hatch(material: MeshBasicMaterial): void {
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <color_fragment>',
      `#include <color_fragment>
if (fract((gl_FragCoord.x - gl_FragCoord.y) / 11.0) < 0.16) diffuseColor.rgb *= 0.62;`,
    );
  };
  material.customProgramCacheKey = () => 'section';
}
