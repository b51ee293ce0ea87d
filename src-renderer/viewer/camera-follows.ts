/**
 * Brings all parts into view when new ones come, and one when its size changes a lot, or when it is selected
 * and out of the picture. If a part only moves on the plate, the camera moves along. Otherwise the camera is
 * the user's.
 */
import { diagonalOf } from './part-box.ts';
import type { ViewScene } from './scene.ts';
import type { StandardView, ViewPart } from './view.ts';

interface Framed {
  /** Empty: the plate without parts. */
  readonly id: string;
  readonly at: ViewPart['at'];
  /** mm */
  readonly radius: number;
}

const radiusOf = ({ bounds, millimetresPerUnit }: ViewPart): number =>
  (diagonalOf(bounds) / 2) * millimetresPerUnit;
const framedAt = (part: ViewPart): Framed => ({ id: part.id, at: part.at, radius: radiusOf(part) });

export class CameraFollows {
  /** The last thing that the camera was set up for. */
  #framed: Framed | null = null;
  /** The parts that were there before. */
  #known: ReadonlySet<string> = new Set();
  /** Chosen before there was a picture to turn. */
  #wanted: StandardView | null = null;

  /** Call when a new picture opens with nothing in view. */
  startAnew(): void {
    this.#framed = null;
    this.#known = new Set();
  }

  /** The user sees this part already. */
  isSeen(part: ViewPart): void {
    this.#framed = framedAt(part);
  }

  /** Turns to a standard view, or begins with it if there is no picture yet. */
  turnTo(scene: ViewScene | null, view: StandardView): void {
    scene?.setView(view);
    this.#wanted = scene ? null : view;
  }

  follow(scene: ViewScene, parts: readonly ViewPart[], hasPlate: boolean): void {
    const part = parts.find(({ selected }) => selected) ?? null;
    const added = parts.filter(({ id }) => !this.#known.has(id));
    this.#known = new Set(parts.map(({ id }) => id));
    const before = this.#framed;
    const first = this.#wanted ?? 'iso';
    if (!part) {
      if (hasPlate && before?.id !== '') scene.fit(null, { view: first, atOnce: before === null });
      this.#framed = hasPlate ? { id: '', at: [0, 0], radius: 1 } : null;
      return;
    }
    const now = framedAt(part);
    this.#framed = now;
    this.#wanted = null;
    const isFirst = before === null || before.id === '';
    if (isFirst || added.some(({ id }) => !scene.sees(id))) {
      const what = parts.length > 1 ? null : part.id;
      const margin = what === null ? 1.15 : 1.7;
      scene.fit(what, { margin, ...(isFirst ? { view: first, atOnce: true } : {}) });
      return;
    }
    if (before.id !== part.id) {
      if (!scene.sees(part.id)) scene.fit(part.id, { margin: 1.7 });
      return;
    }
    const growth = now.radius / before.radius;
    if (growth > 1.6 || growth < 1 / 1.6) {
      scene.fit(part.id, { margin: 1.7 });
      return;
    }
    // Small steps add up to a large one.
    this.#framed = { ...now, radius: before.radius };
    const [x, y] = [part.at[0] - before.at[0], part.at[1] - before.at[1]];
    if (x !== 0 || y !== 0) scene.follow(x, y);
  }
}
