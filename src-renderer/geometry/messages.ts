/** The messages between the window and its geometry worker, and the window's form of a model. */

import type { DeepChecks } from '../../src-shared/geometry/checks/deep-check.ts';
import type { SideAnswer, SideTask } from '../../src-shared/geometry/checks/second-thread.ts';
import type { WallSamples } from '../../src-shared/geometry/checks/wall-field.ts';
import type { Comparison } from '../../src-shared/geometry/compare/compare-parts.ts';
import type { PartShapes, ShapeRelation } from '../../src-shared/geometry/compare/part-shape.ts';
import type { Checks, Measures, ModelFormat } from '../../src-shared/geometry/geometry.ts';
import type { GeometryText } from '../../src-shared/geometry/geometry-text.ts';
import type { Hollowed } from '../../src-shared/geometry/hollow/hollow-part.ts';
import type { DrawnLengths } from '../../src-shared/geometry/measure/drawn-lengths.ts';
import type { ColourSummary, MeshColours } from '../../src-shared/geometry/mesh/colours.ts';
import type { Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import type { Orientation } from '../../src-shared/geometry/placement/orientation.ts';
import type { RestingSide } from '../../src-shared/geometry/placement/resting-sides.ts';
import type { FileOrigin } from '../../src-shared/geometry/readers/file-origin.ts';
import type { RepairChange } from '../../src-shared/geometry/repair/repair.ts';
import type { AppError } from '../../src-shared/result.ts';
import type { LengthUnit } from '../../src-shared/units/units.ts';

/** A model as the window holds it: its numbers, and the arrays for the graphics card. */
export interface WindowModel {
  readonly format: ModelFormat;
  /** The unit that the file states; null if its format has no unit. */
  readonly unit: LengthUnit | null;
  /** The name of the part in the file itself; null if it names none. */
  readonly product: string | null;
  /** The unit in which its format counts. */
  readonly assumedUnit?: LengthUnit;
  /** The statement of its header about the unit. */
  readonly origin?: FileOrigin;
  /** Lengths that are round in the unit of the drawing. */
  readonly drawn?: DrawnLengths;
  readonly warnings: readonly GeometryText[];
  /** Absent if the file says nothing about colours. */
  readonly colours?: ColourSummary;
  readonly measures: Measures;
  readonly checks: Checks;
  /** SHA-256 of the bytes that were read, hex; null if the platform cannot compute it. */
  readonly sha256: string | null;
  readonly drawing: Drawing;
}

/** For lists. */
export interface Picture {
  /** SHA-256 of the bytes that the part was read from. */
  readonly sha256: string;
  readonly png: Uint8Array<ArrayBuffer>;
}

/** The measured arrays in the form for the graphics card. File units. */
export interface Drawing {
  /**
   * x, y, z per vertex, relative to `origin`. For files in float32 these are the measured positions
   * themselves.
   */
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  /** Subtracted from float64 positions before rounding, so that parts far from zero keep their precision. */
  readonly origin: Vector;
  /** Pairs of vertex numbers: sharp edges and borders. Empty if there are too many to be useful. */
  readonly edges: Uint32Array;
  /**
   * A roughly simplified mesh on the same positions: for shadows and small pictures, and while the better one
   * (`PartProxy`) is not made yet. Empty for small parts.
   */
  readonly coarse: Uint32Array;
  /** In the order of `indices`. Absent without several colours, and for parts too large to draw them. */
  readonly colours?: MeshColours;
}

/**
 * What is drawn in place of a large part while the camera moves. In the coordinates of the drawing, without
 * its origin.
 */
export interface PartProxy {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

/** A `File` is passed as a handle: its bytes are read in the worker and never copied. */
export type ModelSource =
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> };

/** The drawn mesh as sent to a worker: a copy, since the view keeps its own. */
export type DrawnMesh = Pick<Drawing, 'positions' | 'indices' | 'origin' | 'colours'>;

export interface DeepRequest {
  readonly mesh: DrawnMesh;
  /** Thinnest wall that counts as good, m; null if none is known. */
  readonly minWall: number | null;
  /** How wide an opening must be to let powder or resin out, m; null if nothing has to get out. */
  readonly escapeHole: number | null;
  /** Unit and scale combined. */
  readonly metresPerUnit: number;
  /** The unit of lengths in the answer. */
  readonly shownIn: LengthUnit;
}

/** Samples of the walls of this mesh, as the thorough check left them. */
export interface WallDrawingRequest {
  readonly mesh: DrawnMesh;
  readonly points: WallSamples;
  /** Usual distance between neighbouring samples. */
  readonly spacing: number;
}

/** Triangles without shared corners; three corners each. File units. */
export interface WallDrawing {
  readonly positions: Float32Array;
  /** The wall thickness at every corner. */
  readonly thickness: Float32Array;
  /** 0 for a corner where no wall was met. */
  readonly isKnown: Uint8Array;
}

/** A part that was made from the selected one, shown before it takes its place. */
export interface MadePart {
  /** As it would be uploaded, read back from those bytes; null if nothing was changed. */
  readonly model: WindowModel | null;
  /** The file that is uploaded; null if nothing was changed. */
  readonly made: MadeFile | null;
  /** To save; null if nothing was changed. */
  readonly stl: Uint8Array<ArrayBuffer> | null;
}

export interface Repaired extends MadePart {
  readonly changes: readonly RepairChange[];
  readonly left: readonly GeometryText[];
  readonly before: Measures;
}

export interface RepairRequest extends Making {
  readonly hasColours: boolean;
  readonly metresPerUnit: number;
  /** The language of the texts. */
  readonly shownIn: LengthUnit;
}

/** File units. */
export interface HollowRequest extends Making {
  readonly hasColours: boolean;
  readonly wall: number;
  readonly holeDiameter: number;
  /** For each cavity. */
  readonly holes: number;
}

/** Lengths in file units. */
export interface HollowAnswer extends MadePart, Pick<Hollowed, 'cavities' | 'thinnest' | 'resolution'> {
  /** In all cavities. */
  readonly holes: number;
  /** The colours that are lost. */
  readonly left: readonly GeometryText[];
}

/** A part that Fabdesk made from another one, as a file. */
export interface MadeFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** STL has neither colours nor a unit, so a coloured part of a known unit becomes 3MF. */
  readonly format: 'stl' | '3mf';
}

/** The source of a part that is made. */
export interface Making {
  readonly name: string;
  /** With the colours that the new part takes over. */
  readonly mesh: DrawnMesh;
  /** That of the coordinates; null if it is not certain, since a 3MF file would state it. */
  readonly unit: LengthUnit | null;
}

export interface CompareRequest {
  readonly old: DrawnMesh;
  readonly next: DrawnMesh;
  /** File units of the old version in one of the new; 1 if the unit stayed. */
  readonly factor: number;
  /** Both are closed solids. */
  readonly areSolid: boolean;
}

/** Lengths in units of the old file. */
export type CompareAnswer = Pick<Comparison, 'most' | 'mean' | 'signed' | 'only'>;

/** All tasks of the worker, with their input and output. */
export interface WorkerTasks {
  readonly read: { in: { name: string; source: ModelSource }; out: WindowModel };
  /** Places in file units. */
  readonly 'check-deeper': { in: DeepRequest; out: DeepChecks };
  /** Asked by a worker that checks a part, of a second one. */
  readonly 'answer-beside': { in: SideTask; out: SideAnswer };
  readonly 'draw-walls': { in: WallDrawingRequest; out: WallDrawing };
  readonly repair: { in: RepairRequest; out: Repaired };
  readonly hollow: { in: HollowRequest; out: HollowAnswer };
  /** The turned part as it would be uploaded, read back from those bytes. */
  readonly turn: {
    in: Making & { readonly orientation: Orientation };
    out: { model: WindowModel; made: MadeFile };
  };
  /** File units; empty for what has no volume. */
  readonly 'resting-sides': { in: { mesh: DrawnMesh }; out: readonly RestingSide[] };
  readonly shapes: { in: { mesh: DrawnMesh; shells: number }; out: PartShapes };
  /** How the part is related to the one before it; null if one of them has no surface. */
  readonly relate: {
    in: Pick<CompareRequest, 'old' | 'next' | 'factor'>;
    out: ShapeRelation | null;
  };
  /** The changes between two versions of a part. */
  readonly compare: { in: CompareRequest; out: CompareAnswer };
  /** Each separate part once, with how often it is there. */
  readonly split: { in: Making; out: readonly (MadeFile & { readonly count: number })[] };
  /** Null where there was too little memory. */
  readonly simplify: {
    in: {
      mesh: Pick<Drawing, 'positions' | 'indices'>;
      /** About as many are wanted. */
      triangles: number;
    };
    out: PartProxy | null;
  };
  readonly 'write-3mf': {
    in: { mesh: DrawnMesh; unit: LengthUnit; title: string };
    out: Uint8Array<ArrayBuffer>;
  };
}
export type WorkerTask = keyof WorkerTasks;

export type WorkerRequest = {
  readonly [T in WorkerTask]: { readonly id: number; readonly task: T; readonly input: WorkerTasks[T]['in'] };
}[WorkerTask];

export type WorkerMessage =
  | { readonly id: number; readonly type: 'progress'; readonly fraction: number }
  | {
      readonly id: number;
      readonly type: 'done';
      readonly output: WorkerTasks[WorkerTask]['out'];
      /** The worker has nothing more to do for this task. */
      readonly isLast: boolean;
    }
  /** After `done`, and the last message. Null if there is nothing to show. */
  | { readonly id: number; readonly type: 'picture'; readonly picture: Picture | null }
  | { readonly id: number; readonly type: 'failed'; readonly error: AppError };
