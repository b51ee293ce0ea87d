/**
 * The interface of geometry: reading a file, measuring it and checking it. The window's worker, the command
 * line, main and the service call only this, so all of them agree on every number.
 */

import type { LengthUnit } from '../units/units.ts';
import type { GeometryText, Statement } from './geometry-text.ts';
import type { DrawnLengths } from './measure/drawn-lengths.ts';
import type { ColourSummary } from './mesh/colours.ts';
import type { Bounds, Mesh, Vector } from './mesh/mesh.ts';
import type { FileOrigin } from './readers/file-origin.ts';

/** The actual format of a file, whatever its name. `gltf` includes GLB; `vrml` is the classic X3D. */
export type ModelFormat =
  | 'stl'
  | 'obj'
  | 'ply'
  | '3mf'
  | 'amf'
  | 'off'
  | 'gltf'
  | 'dae'
  | 'x3d'
  | 'vrml'
  | 'step'
  | 'iges'
  | 'brep'
  | 'freecad';

/** The format of each file extension, in the order of dialogs. A `zip` has one file of another format. */
export const formatOfEnding: ReadonlyMap<string, ModelFormat | 'zip'> = new Map<string, ModelFormat | 'zip'>([
  ['stl', 'stl'],
  ['obj', 'obj'],
  ['ply', 'ply'],
  ['3mf', '3mf'],
  ['amf', 'amf'],
  ['off', 'off'],
  ['glb', 'gltf'],
  ['gltf', 'gltf'],
  ['dae', 'dae'],
  ['x3d', 'x3d'],
  ['x3dv', 'vrml'],
  ['wrl', 'vrml'],
  ['step', 'step'],
  ['stp', 'step'],
  ['iges', 'iges'],
  ['igs', 'iges'],
  ['brep', 'brep'],
  ['brp', 'brep'],
  ['fcstd', 'freecad'],
  ['zip', 'zip'],
]);

/** Extensions that Fabdesk reads, without the dot. */
export const readableEndings: readonly string[] = [...formatOfEnding.keys()];

export interface ReadOptions {
  /** 0 to 1. Called often enough for a progress bar, not for every triangle. */
  readonly onProgress?: (fraction: number) => void;
  /** Aborting makes the read reject with an AbortError soon after. */
  readonly signal?: AbortSignalLike;
}

export interface AnalyseOptions extends ReadOptions {
  /** Also find the edges that make a shaded picture readable. */
  readonly sharpEdges?: boolean;
}

/** The part of AbortSignal that pure code needs. */
interface AbortSignalLike {
  readonly aborted: boolean;
}

export interface ReadModel {
  readonly format: ModelFormat;
  readonly mesh: Mesh;
  /** Absent if the file says nothing about colours. */
  readonly colours?: ColourSummary;
  /** Set only if the format itself carries a unit; null means that a person or evidence must decide. */
  readonly unit: LengthUnit | null;
  /** The unit in which the format counts; present only if `unit` is null and the format has one. */
  readonly assumedUnit?: LengthUnit;
  /** The words of its header about the unit; present only if `unit` is null and the header says something. */
  readonly origin?: FileOrigin;
  /** Lengths that are round in the unit of the drawing; present only if `unit` is null. */
  readonly drawn?: DrawnLengths;
  /** The oddities of the file, and how they were read. */
  readonly warnings: readonly GeometryText[];
  /** Only for CAD files with curved faces: what their exact surfaces have beyond the triangles of `mesh`. */
  readonly curved?: CurvedSurplus;
  /** Defects of the surface that only its reader can see. The checks list them, too. */
  readonly findings?: readonly Finding[];
}

/** The volume and area of exact surfaces beyond their triangles, in file units. Negative for hollow ones. */
export interface CurvedSurplus {
  readonly volume: number;
  readonly area: number;
}

/** Numbers in file units (unit, unit^2, unit^3). */
export interface Measures {
  /** The number in the file; the mesh leaves collapsed ones out and divides others (weld-noise.ts). */
  readonly triangles: number;
  readonly vertices: number;
  readonly bounds: Bounds | null;
  /** The area of the exact surfaces of a closed CAD solid, as with the volume; otherwise of the triangles. */
  readonly area: number;
  /**
   * Signed by orientation: negative if the faces point inward. Prices use the absolute value. That of an open
   * mesh is an estimate ([Note: volume of an open mesh] in measure.ts) that must be shown as provisional.
   */
  readonly volume: number;
  /**
   * Null if the volume does not depend on a reference point (any closed mesh, or an open pipe whose holes
   * balance). Otherwise the lowest and highest signed volume as that point moves over the bounding box.
   */
  readonly volumeBand: { readonly low: number; readonly high: number } | null;
  /** Null if there is no volume to have a centre. */
  readonly centreOfMass: Vector | null;
}

export type FindingKind =
  | 'open-edges'
  | 'non-manifold-edges'
  | 'flipped-faces'
  | 'degenerate-faces'
  | 'duplicate-faces'
  | 'inverted-shell'
  | 'empty'
  /** The triangles are not those of an exact surface (readers/find-folds.ts). */
  | 'uncertain-surface'
  | DeepCheckKind;

/** The findings that only the thorough check (deep-check.ts) makes. */
export type DeepCheckKind =
  | 'self-intersections'
  | 'overlapping-parts'
  | 'nested-parts'
  | 'cavities'
  | 'trapped-powder'
  | 'tiny-parts'
  | 'thin-walls'
  | 'thin-pins';

/** One defect with the places where it is, so that the window can fly there and mark it. */
export interface Finding extends Statement {
  readonly kind: FindingKind;
  /** `fail` prevents printing; `warn` can be repaired or accepted. */
  readonly severity: 'fail' | 'warn';
  /** How many edges or faces (or shells) have the defect. */
  readonly count: number;
  /** Segments (edges) as x1,y1,z1,x2,y2,z2 in file units; at most a few thousand, none for faces. */
  readonly edges: readonly number[];
  /** Triangle numbers; at most a few thousand, empty for edge findings. */
  readonly faces: readonly number[];
  /** A sphere around all places, for the camera: centre and radius in file units. */
  readonly sphere: { readonly centre: Vector; readonly radius: number } | null;
}

export interface Checks {
  /**
   * Exactly two faces meet in every edge ([Note: watertight] in quick-check.ts). Whether a model can be
   * printed depends on the findings: one that fails prevents it.
   */
  readonly watertight: boolean;
  /** Number of parts, where faces that share at least a corner belong together. */
  readonly shells: number;
  readonly findings: readonly Finding[];
}

/**
 * A model with everything known about it. `measures.volume` may be negative; price and display use its
 * absolute value, and a finding says so.
 */
export interface AnalysedModel extends ReadModel {
  readonly measures: Measures;
  readonly checks: Checks;
  /** Pairs of vertex numbers, if requested; empty if lines would not help. */
  readonly sharpEdges?: Uint32Array;
}
