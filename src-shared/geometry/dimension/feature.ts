/** Features to measure on a part: points, edges, circles, faces and round faces. In one system, any unit. */
import type { Vector } from '../mesh/mesh.ts';

export type Feature =
  | { readonly kind: 'point'; readonly at: Vector }
  | { readonly kind: 'line'; readonly from: Vector; readonly to: Vector }
  /** `axis` has length 1. */
  | { readonly kind: 'circle'; readonly centre: Vector; readonly axis: Vector; readonly radius: number }
  /** `normal` points outward and has length 1. */
  | { readonly kind: 'plane'; readonly at: Vector; readonly normal: Vector; readonly area: number }
  | {
      readonly kind: 'cylinder';
      /** On the axis. */
      readonly at: Vector;
      readonly axis: Vector;
      readonly radius: number;
      /** Seen from within: a hole. */
      readonly isHole: boolean;
    };

/** A feature where it was found, and what to draw to show it. */
export interface FoundFeature {
  readonly feature: Feature;
  /** The point that was asked about, or the one it snapped to. */
  readonly at: Vector;
  /** x, y, z of the points of a line to draw; empty for faces. */
  readonly path: readonly number[];
  /** Faces to mark, a few thousand at most; empty for points and edges. */
  readonly faces: readonly number[];
}
