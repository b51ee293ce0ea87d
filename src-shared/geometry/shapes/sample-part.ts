/**
 * The part on the plate at the first start: a spur gear of module 2 with 24 involute teeth, a hub with bore
 * and keyway, and a web with lightening holes, in mm. Generated, so that it needs no file.
 */

import type { Mesh } from '../mesh/mesh.ts';
import { weldMesh } from '../mesh/weld.ts';
import { type Point2, triangulateRegion } from './flat-region.ts';

/** The unit of its coordinates; STL cannot carry one. */
export const samplePartUnit = 'mm';

const teeth = 24;
const gearModule = 2;
const pressureAngle = (20 * Math.PI) / 180;
const pitchRadius = (gearModule * teeth) / 2;
const baseRadius = pitchRadius * Math.cos(pressureAngle);
const tipRadius = pitchRadius + gearModule;
const rootRadius = pitchRadius - 1.25 * gearModule;

const width = 12;
const hubTop = 18;
const hubRadius = 10;
const rimRadius = 18.5;
const web = { bottom: 4, top: 8 };
const chamfer = 0.5;
const toothChamfer = 0.3;
const fillet = 1.5;
const bore = { radius: 4, keyWidth: 3, keyDepth: 1.4 };
const holes = { count: 6, radius: 2.6, distance: 14.25 };
const segments = 96;

/** One watertight shell of some thousand triangles, about 52 mm across and 18 mm high, standing on z = 0. */
export function makeSamplePart(): { name: string; mesh: Mesh } {
  const part = new PartBuilder();
  const outline = gearOutline();
  const inset = offsetInward(outline, toothChamfer);
  part.addWall([
    [inset, 0],
    [outline, toothChamfer],
    [outline, width - toothChamfer],
    [inset, width],
  ]);
  const lightening = Array.from({ length: holes.count }, (_, i) => {
    const angle = ((i + 0.5) * 2 * Math.PI) / holes.count;
    return circle(holes.radius, 32, [holes.distance * Math.cos(angle), holes.distance * Math.sin(angle)]);
  });
  for (const hole of lightening) {
    part.addWall([
      [hole, web.top],
      [hole, web.bottom],
    ]);
  }
  const keyed = boreOutline();
  part.addWall([
    [keyed, hubTop],
    [keyed, 0],
  ]);
  addSide(part, 'up', { rim: width, web: web.top, hub: hubTop }, inset, keyed, lightening);
  addSide(part, 'down', { rim: 0, web: web.bottom, hub: 0 }, inset, keyed, lightening);
  return { name: 'Spur gear', mesh: part.finish() };
}

/** Adds rim, web and hub as seen from one side, and the walls between them. */
function addSide(
  part: PartBuilder,
  facing: 'up' | 'down',
  heights: { rim: number; web: number; hub: number },
  outline: readonly Point2[],
  keyed: readonly Point2[],
  lightening: readonly Point2[][],
): void {
  const outward = facing === 'up' ? 1 : -1;
  const rounding = Array.from({ length: 7 }, (_, i) => (i * Math.PI) / 12);
  // Both profiles run from the top down to the web, so that the walls face the groove between rim and hub.
  const rim: [number, number][] = [
    [rimRadius + chamfer, heights.rim],
    [rimRadius, heights.rim - outward * chamfer],
    ...rounding.map((angle): [number, number] => [
      rimRadius - fillet * (1 - Math.cos(angle)),
      heights.web + outward * fillet * (1 - Math.sin(angle)),
    ]),
  ];
  const hub: [number, number][] = [
    [hubRadius - chamfer, heights.hub],
    [hubRadius, heights.hub - outward * chamfer],
    ...rounding.map((angle): [number, number] => [
      hubRadius + fillet * (1 - Math.cos(angle)),
      heights.web + outward * fillet * (1 - Math.sin(angle)),
    ]),
  ];
  const asRings = (profile: [number, number][]): Ring[] =>
    profile.map(([radius, z]) => [circle(radius, segments), z]);
  part.addWall(facing === 'up' ? asRings(rim) : asRings(rim).reverse());
  part.addWall(facing === 'up' ? asRings(hub).reverse() : asRings(hub));
  const [groove, foot] = [circle(rim.at(-1)![0], segments), circle(hub.at(-1)![0], segments)];
  part.addFlat(outline, [circle(rimRadius + chamfer, segments)], heights.rim, facing);
  part.addFlat(groove, [foot, ...lightening], heights.web, facing);
  part.addFlat(circle(hubRadius - chamfer, segments), [keyed], heights.hub, facing);
}

type Ring = readonly [outline: readonly Point2[], z: number];

/** Collects walls and flat faces. In the finished mesh, equal points are one vertex. */
class PartBuilder {
  readonly #positions: number[] = [];
  readonly #indices: number[] = [];

  /** Joins rings of equally many points. Seen from outside, the outlines run to the right as z rises. */
  addWall(rings: readonly Ring[]): void {
    const [, ...above] = rings;
    above.forEach(([high, highZ], level) => {
      const [low, lowZ] = rings[level]!;
      low.forEach((_, i) => {
        const next = (i + 1) % low.length;
        const [a, b, c, d] = [
          this.#addPoint(low[i]!, lowZ),
          this.#addPoint(low[next]!, lowZ),
          this.#addPoint(high[next]!, highZ),
          this.#addPoint(high[i]!, highZ),
        ];
        this.#indices.push(a, b, c, a, c, d);
      });
    });
  }

  addFlat(
    outline: readonly Point2[],
    inner: readonly (readonly Point2[])[],
    z: number,
    facing: 'up' | 'down',
  ): void {
    const { points, indices } = triangulateRegion(outline, inner);
    const numbers = points.map((point) => this.#addPoint(point, z));
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [numbers[indices[i]!]!, numbers[indices[i + 1]!]!, numbers[indices[i + 2]!]!];
      this.#indices.push(a, ...(facing === 'up' ? [b, c] : [c, b]));
    }
  }

  finish(): Mesh {
    // Rounded to what binary STL can hold, so that the uploaded file is exactly the part on the plate.
    return weldMesh({
      positions: Float32Array.from(this.#positions),
      indices: Uint32Array.from(this.#indices),
    });
  }

  #addPoint([x, y]: Point2, z: number): number {
    this.#positions.push(x, y, z);
    return this.#positions.length / 3 - 1;
  }
}

function circle(radius: number, count: number, [cx, cy]: Point2 = [0, 0]): Point2[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)] as const;
  });
}

const polar = (radius: number, angle: number): Point2 => [radius * Math.cos(angle), radius * Math.sin(angle)];

/** Counter-clockwise around all teeth. */
function gearOutline(): Point2[] {
  const half = halfTooth();
  return Array.from({ length: teeth }, (_, tooth) => {
    const centre = (2 * Math.PI * tooth) / teeth;
    const gap: Point2 = polar(rootRadius, centre - Math.PI / teeth);
    const rising = half.map(([radius, angle]) => polar(radius, centre - angle));
    const tip = polar(tipRadius, centre);
    const falling = half.map(([radius, angle]) => polar(radius, centre + angle)).reverse();
    return [gap, ...rising, tip, ...falling];
  }).flat();
}

/** Radius and angle from the tooth's middle, from the root to the tip. */
function halfTooth(): [radius: number, angle: number][] {
  const involute = (angle: number): number => Math.tan(angle) - angle;
  const angleAt = (radius: number): number =>
    Math.PI / (2 * teeth) + involute(pressureAngle) - involute(Math.acos(Math.min(1, baseRadius / radius)));
  const foot = angleAt(baseRadius);
  const rounding = Array.from({ length: 5 }, (_, i): [number, number] => {
    const t = i / 5;
    // A quadratic curve from the root circle to the beginning of the involute.
    return [rootRadius + (baseRadius - rootRadius) * t * t, foot + 0.032 * (1 - t) * (1 - t)];
  });
  const flank = Array.from({ length: 9 }, (_, i): [number, number] => {
    const radius = baseRadius + ((tipRadius - baseRadius) * i) / 8;
    return [radius, angleAt(radius)];
  });
  return [...rounding, ...flank];
}

/** Moves every point to the left of the outline's direction, by the same distance from both of its edges. */
function offsetInward(outline: readonly Point2[], distance: number): Point2[] {
  const normal = (a: Point2, b: Point2): Point2 => {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    return [(a[1] - b[1]) / length, (b[0] - a[0]) / length];
  };
  return outline.map((point, i) => {
    const before = normal(outline.at(i - 1)!, point);
    const after = normal(point, outline[(i + 1) % outline.length]!);
    const share = distance / (1 + before[0] * after[0] + before[1] * after[1]);
    return [point[0] + (before[0] + after[0]) * share, point[1] + (before[1] + after[1]) * share];
  });
}

/** The bore with its keyway towards positive x, counter-clockwise. */
function boreOutline(): Point2[] {
  const start = Math.asin(bore.keyWidth / 2 / bore.radius);
  const steps = 56;
  const arc = Array.from({ length: steps + 1 }, (_, i) =>
    polar(bore.radius, start + ((2 * Math.PI - 2 * start) * i) / steps),
  );
  const bottom = bore.radius + bore.keyDepth;
  return [...arc, [bottom, -bore.keyWidth / 2], [bottom, bore.keyWidth / 2]];
}
