/** The input of the viewer. Plain data; only the files that `Viewer.svelte` loads late import three.js. */
import type { FoundFeature } from '../../src-shared/geometry/dimension/feature.ts';
import type { Bounds, Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import type { Drawing, PartProxy, WallDrawing } from '../geometry/messages.ts';

/** A part on the plate. The world is in mm, with its origin at the centre of the plate and z up. */
export interface ViewPart {
  readonly id: string;
  /** The part value of the picture: another text whenever it shows something else. */
  readonly shows: string;
  readonly drawing: Drawing;
  /** Drawn while the camera moves, where the graphics are slow. */
  readonly proxy?: PartProxy | null;
  /** In file units. */
  readonly bounds: Bounds;
  readonly millimetresPerUnit: number;
  /** Position of its box's centre on the plate, mm. */
  readonly at: readonly [x: number, y: number];
  /** The part whose properties are shown. */
  readonly selected: boolean;
  /** Selected together with that one. */
  readonly isAmong?: boolean;
  /** Not on this plate: it is drawn faintly, and the printer's volume does not apply to it. */
  readonly isGhost?: boolean;
  /** `#rrggbb` of its material, if the service sends it. */
  readonly color?: string | undefined;
  /** Whether it shows the colours of its file, where its drawing has them. */
  readonly showsOwnColours?: boolean;
  /** Set if the part is to be coloured by the thickness of its walls. */
  readonly walls?: ViewWalls | null;
}

/** How a click changes what is selected: with Ctrl or Shift the part joins the others or leaves them. */
export interface ViewClick {
  /** Null beside all parts. */
  readonly pick: ViewPick | null;
  readonly joins: boolean;
}

/** File units. */
export interface ViewWalls {
  readonly drawing: WallDrawing;
  /** Thinner walls are hatched. */
  readonly limit: number;
  /** The thickness at which the colours end; thicker walls have the last colour. */
  readonly most: number;
}

/** A clicked point of a part. */
export interface ViewPick {
  readonly partId: string;
  /** In the coordinates of the part's drawing. */
  readonly point: Vector;
  /** The outward direction of its face, of length 1. */
  readonly normal: Vector;
}

/** A plane that cuts the selected part; what lies beyond it along `normal` is taken away. */
export interface ViewSection {
  /** Length 1, in the directions of the plate. */
  readonly normal: Vector;
  /** From the part's lowest point along `normal`, mm; null: in the middle. */
  readonly distance: number | null;
}

/** mm and mm². */
export interface SectionFacts {
  /** Extent of the part along the normal. */
  readonly range: number;
  readonly area: number;
  /** Length of all outlines. */
  readonly outline: number;
  /** Some of the surface is missing, so the section is not filled everywhere. */
  readonly isOpen: boolean;
}

/** A feature of a part on the plate, mm in the world. */
export interface MeasuredFeature extends FoundFeature {
  readonly partId: string;
  /**
   * Where the wall is measured: a triangle and a point on it, in the coordinates of the drawing. Null where
   * there is none.
   */
  readonly wall: { readonly face: number; readonly point: Vector } | null;
}

/** Triangles of a part that a tool is about. */
export type MarkedFaces = Pick<MeasuredFeature, 'partId' | 'faces'>;

/** A flat side of a part, on which it can be laid. */
export interface LaidFace extends MarkedFaces {
  /** Outward, of length 1, in the directions of the plate. */
  readonly normal: Vector;
}

/** The volume of a printer, mm. */
export interface ViewPlate {
  readonly size: Vector;
}

/** Places of a finding, in file units of its part. */
export interface ViewHighlight {
  readonly partId: string;
  readonly edges: readonly number[];
  readonly faces: readonly number[];
  readonly sphere: { readonly centre: Vector; readonly radius: number } | null;
}

export const standardViews = ['iso', 'top', 'bottom', 'front', 'back', 'left', 'right'] as const;
export type StandardView = (typeof standardViews)[number];

/** The camera's orientation, for the axes in the corner: the world's axes in screen directions. */
export interface ViewAxes {
  readonly x: Vector;
  readonly y: Vector;
  readonly z: Vector;
}

/** Why there is no picture. */
export type Trouble = 'no-webgl' | 'lost' | 'broken';

/** Colours of the tokens `--scene-*`, `--error` and `--accent`, as `rgb()` text. */
export interface ViewColours {
  readonly plate: string;
  readonly grid: string;
  readonly gridMajor: string;
  readonly part: string;
  readonly partOther: string;
  readonly bad: string;
  readonly inside: string;
  readonly edge: string;
  readonly highlight: string;
  readonly measured: string;
  readonly outline: string;
  readonly shadow: string;
}
