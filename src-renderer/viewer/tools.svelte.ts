/**
 * The state of the section and of measuring in one view. Knows no graphics; `Viewer.svelte` passes it to the
 * scene.
 */
import { type Between, between } from '../../src-shared/geometry/dimension/between.ts';
import type { Vector } from '../../src-shared/geometry/mesh/mesh.ts';
import type { LaidFace, MeasuredFeature, SectionFacts, ViewSection } from './view.ts';

export const sectionAxes = ['x', 'y', 'z'] as const;
export type SectionAxis = (typeof sectionAxes)[number];

/** Towards the usual camera, so that the cut faces it. */
const directions: Readonly<Record<SectionAxis, Vector>> = { x: [1, 0, 0], y: [0, -1, 0], z: [0, 0, 1] };

/** Switched on, a tool begins anew; switched off, it leaves nothing in the view. */
abstract class Tool {
  #on = $state(false);

  get isOn(): boolean {
    return this.#on;
  }
  set isOn(on: boolean) {
    this.#on = on;
    this.clear();
  }
  abstract clear(): void;
}

export class Section extends Tool {
  #normal = $state.raw<Vector>(directions.y);
  /** Null: the middle of the part. */
  #distance = $state<number | null>(null);
  /** The next click on the part gives the direction. */
  isPicking = $state(false);
  facts = $state.raw<SectionFacts | null>(null);

  clear(): void {
    this.isPicking = false;
  }
  get normal(): Vector {
    return this.#normal;
  }
  /** mm from the low end. */
  get distance(): number {
    return this.#distance ?? (this.facts?.range ?? 0) / 2;
  }
  set distance(distance: number) {
    this.#distance = Math.min(this.facts?.range ?? Infinity, Math.max(0, distance));
  }
  /** Null where the plane leans. */
  get axis(): SectionAxis | null {
    return (
      sectionAxes.find((axis) =>
        directions[axis].every((value, i) => Math.abs(value) === Math.abs(this.#normal[i]!)),
      ) ?? null
    );
  }
  get view(): ViewSection | null {
    return this.isOn ? { normal: this.#normal, distance: this.#distance } : null;
  }

  alongAxis(axis: SectionAxis): void {
    this.along(directions[axis], null);
  }
  /** `distance` mm; null: through the middle. */
  along(normal: Vector, distance: number | null): void {
    this.#normal = normal;
    this.#distance = distance;
    this.isPicking = false;
  }
  /** Takes the other half away. */
  flip(): void {
    const [x, y, z] = this.#normal;
    // Without negative zeros, which would count as another direction.
    this.#normal = [0 - x, 0 - y, 0 - z];
    if (this.facts) this.#distance = this.facts.range - this.distance;
  }
}

export class Measuring extends Tool {
  #picks = $state.raw<readonly MeasuredFeature[]>([]);
  hover = $state.raw<MeasuredFeature | null>(null);

  get picks(): readonly MeasuredFeature[] {
    return this.#picks;
  }
  get result(): Between | null {
    const [first, second] = this.#picks;
    return first && second ? between(first.feature, second.feature) : null;
  }

  /** The third one begins anew. */
  take(found: MeasuredFeature): void {
    this.#picks = this.#picks.length < 2 ? [...this.#picks, found] : [found];
  }
  clear(): void {
    this.#picks = [];
    this.hover = null;
  }
}

/** Laying a part on one of its faces. */
export class Laying extends Tool {
  /** Under the cursor, or of the side that is proposed. */
  hover = $state.raw<LaidFace | null>(null);

  clear(): void {
    this.hover = null;
  }
}
