/** What the window and its geometry worker say to each other, and what a read model is on the window's side. */
import type { Checks, Measures, ModelFormat } from '../../src-shared/geometry/geometry.ts';
import type { Vector } from '../../src-shared/geometry/mesh.ts';
import type { AppError } from '../../src-shared/result.ts';
import type { LengthUnit } from '../../src-shared/units/units.ts';

/** A model as the window holds it: the numbers, and the arrays that the graphics card gets. */
export interface WindowModel {
  readonly format: ModelFormat;
  /** What the file itself says; null where its format has no unit. */
  readonly unit: LengthUnit | null;
  readonly warnings: readonly string[];
  readonly measures: Measures;
  readonly checks: Checks;
  /** SHA-256 of the bytes that were read, hex; null where the platform cannot compute it. */
  readonly sha256: string | null;
  readonly drawing: Drawing;
}

/** The arrays that were measured, as the graphics card takes them. File units. */
export interface Drawing {
  /** x, y, z per vertex, relative to `origin`. For files in float32 these are the measured positions themselves. */
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  /** What was taken off float64 positions before rounding, so that parts far from zero do not tremble. */
  readonly origin: Vector;
  /** Pairs of vertex numbers: sharp edges and borders. Empty where there are too many to help. */
  readonly edges: Uint32Array;
  /** A light stand-in on the same positions, for moving heavy parts on slow graphics; empty for light ones. */
  readonly coarse: Uint32Array;
}

/** A `File` crosses as a handle: its bytes are read in the worker and never copied. */
export type ModelSource =
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> };

export interface ReadRequest {
  readonly id: number;
  readonly name: string;
  readonly source: ModelSource;
}

export type WorkerMessage =
  | { readonly id: number; readonly type: 'progress'; readonly fraction: number }
  | { readonly id: number; readonly type: 'done'; readonly model: WindowModel }
  | { readonly id: number; readonly type: 'failed'; readonly error: AppError };
