/** Round hollow bodies, made by turning a profile. */
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';

/**
 * Turns a profile of radius and height round the z axis. It begins and ends on the axis, where radius is left
 * out.
 */
export function turned(bottom: number, profile: readonly (readonly [number, number])[], top: number): Mesh {
  const around = 72;
  const count = profile.length;
  const positions = [0, 0, bottom, 0, 0, top];
  const indices: number[] = [];
  for (let i = 0; i < around; i++) {
    const angle = (2 * Math.PI * i) / around;
    for (const [radius, z] of profile) {
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), z);
    }
    const [here, next] = [2 + i * count, 2 + ((i + 1) % around) * count];
    indices.push(0, next, here, here + count - 1, next + count - 1, 1);
    for (let j = 0; j + 1 < count; j++) {
      indices.push(here + j, next + j, next + j + 1, here + j, next + j + 1, here + j + 1);
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** A hollow ball with a round hole of this diameter at its top. */
export function vessel(outer: number, inner: number, diameter: number): Mesh {
  const steps = 48;
  const arc = (radius: number, from: number, to: number) =>
    Array.from({ length: steps }, (_, i) => {
      const angle = from + ((to - from) * i) / steps;
      return [radius * Math.sin(angle), radius * Math.cos(angle)] as const;
    });
  const rim = (radius: number) => Math.asin(diameter / 2 / radius);
  const outside = arc(outer, rim(outer), Math.PI).reverse();
  return turned(-outer, [...outside, ...arc(inner, rim(inner), Math.PI)], -inner);
}
