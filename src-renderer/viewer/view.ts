/** What the viewer is told to show. Plain data; three.js stands only in the files that `Viewer.svelte` loads late. */
import type { Bounds, Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import type { Drawing } from '../geometry/messages.ts';

/** A part on the plate. The world is in mm, its zero at the centre of the plate, z up. */
export interface ViewPart {
  readonly id: string;
  readonly drawing: Drawing;
  /** In file units. */
  readonly bounds: Bounds;
  readonly millimetresPerUnit: number;
  /** Where the centre of its box stands on the plate, mm. */
  readonly at: readonly [x: number, y: number];
  readonly selected: boolean;
  /** `#rrggbb` of its material, where the service tells it. */
  readonly color?: string | undefined;
  /** Given where the part is to be coloured by the thickness of its walls. */
  readonly walls?: ViewWalls | null;
}

/** File units. */
export interface ViewWalls {
  /** Smallest wall met from each face; NaN where none was. */
  readonly faces: Float32Array;
  /** Thinner is hatched. */
  readonly limit: number;
  /** Where the colours end; what is thicker has the last one. */
  readonly most: number;
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

/** How the camera looks, for the axes in the corner: the world's axes in screen directions. */
export interface ViewAxes {
  readonly x: Vector;
  readonly y: Vector;
  readonly z: Vector;
}

/** Colours of the tokens `--scene-*` and `--error`, as `rgb()` text. */
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
  readonly outline: string;
  readonly shadow: string;
}
