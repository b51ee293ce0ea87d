/**
 * What is under a point of the picture: the triangle that is seen there, and the feature of the part it
 * belongs to.
 */
import { type Ray, Vector3 } from 'three';
import { edgeAt } from '../../src-shared/geometry/dimension/edge-at.ts';
import { faceAt } from '../../src-shared/geometry/dimension/face-at.ts';
import type { FoundFeature } from '../../src-shared/geometry/dimension/feature.ts';
import type { Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import { TriangleBlocks } from '../../src-shared/geometry/mesh/triangle-blocks.ts';
import type { Cut } from '../../src-shared/geometry/section/cut-mesh.ts';
import type { PartMesh } from './part-mesh.ts';
import type { SectionMesh } from './section-mesh.ts';

/** Coordinates of the part's drawing. */
export interface Hit {
  readonly part: PartMesh;
  /** -1 on the filled cut of a section. */
  readonly face: number;
  readonly point: Vector;
  /** Outward normal, of length 1. */
  readonly normal: Vector;
  /** In the world, mm. */
  readonly distance: number;
}

/** The nearest hit of a ray in the world; null if it meets nothing that is drawn. */
export function findHit(ray: Ray, parts: Iterable<PartMesh>, section: SectionMesh | null): Hit | null {
  let nearest: Hit | null = null;
  for (const part of parts) {
    const hit = hitOf(ray, part, section?.part === part ? section : null);
    if (hit && (nearest === null || hit.distance < nearest.distance)) nearest = hit;
  }
  return nearest;
}

function hitOf(world: Ray, part: PartMesh, section: SectionMesh | null): Hit | null {
  const ray = world.clone().applyMatrix4(part.group.matrixWorld.clone().invert());
  const length = ray.direction.length();
  ray.direction.normalize();
  const { drawing } = part.part;
  const { positions, indices } = drawing;
  const plane = section?.plane ?? null;
  const normal = plane && new Vector3(...plane.normal);
  const corners = [new Vector3(), new Vector3(), new Vector3()] as const;
  const place = (at: number): void => {
    for (let i = 0; i < 3; i++) corners[i]!.fromArray(positions, indices[at * 3 + i]! * 3);
  };
  const met = new Vector3();
  let face = -1;
  let least = Infinity;
  TriangleBlocks.of(drawing).alongRay(ray.origin.toArray(), ray.direction.toArray(), (first, end) => {
    for (let at = first; at < end; at++) {
      place(at);
      if (!ray.intersectTriangle(...corners, false, met)) continue;
      // The half that the section takes away.
      if (plane && normal && met.dot(normal) > plane.offset) continue;
      const distance = ray.origin.distanceTo(met);
      if (distance < least) [face, least] = [at, distance];
    }
  });
  if (face < 0) return null;
  place(face);
  const outward = corners[1].clone().sub(corners[0]).cross(corners[2].clone().sub(corners[0])).normalize();
  const toWorld = (distance: number) => distance / length;
  if (plane && normal) {
    const slope = ray.direction.dot(normal);
    const toPlane = (plane.offset - ray.origin.dot(normal)) / slope;
    // Seen from behind through the plane: the filled cut is before it.
    if (slope < 0 && toPlane > 0 && toPlane < least && outward.dot(ray.direction) > 0) {
      const point = ray.at(toPlane, new Vector3()).toArray();
      return { part, face: -1, point, normal: plane.normal, distance: toWorld(toPlane) };
    }
  }
  const point = ray.at(least, new Vector3()).toArray();
  return { part, face, point, normal: outward.toArray(), distance: toWorld(least) };
}

/** `reach`: how near a point or an edge must be, in the units of the drawing. */
export function findFeature(hit: Hit, section: SectionMesh | null, reach: number): FoundFeature {
  const { drawing } = hit.part.part;
  if (section?.part === hit.part) {
    const onOutline = edgeAt(outlineOf(section.cut), hit.point, reach);
    if (onOutline) return onOutline;
  }
  if (hit.face < 0) {
    const { normal, point } = hit;
    const area = section?.cut.area ?? 0;
    return { feature: { kind: 'plane', at: point, normal, area }, at: point, path: [], faces: [] };
  }
  const { positions, edges } = drawing;
  return edgeAt({ positions, edges }, hit.point, reach) ?? faceAt(drawing, hit.face, hit.point);
}

const outlines = new WeakMap<Cut, { positions: number[]; edges: Uint32Array }>();

/** The outlines of a section as edges, so that they are measured like any other. */
function outlineOf(cut: Cut): { positions: number[]; edges: Uint32Array } {
  const known = outlines.get(cut);
  if (known) return known;
  const positions: number[] = [];
  const edges: number[] = [];
  for (const [lines, isClosed] of [
    [cut.loops, true],
    [cut.open, false],
  ] as const) {
    for (const points of lines) {
      const first = positions.length / 3;
      const count = points.length / 3;
      for (const value of points) positions.push(value);
      for (let i = 0; i + 1 < count; i++) edges.push(first + i, first + i + 1);
      if (isClosed && count > 2) edges.push(first + count - 1, first);
    }
  }
  const outline = { positions, edges: Uint32Array.from(edges) };
  outlines.set(cut, outline);
  return outline;
}
