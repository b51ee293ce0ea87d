/** The finding that is marked in the view, and which of its places the camera is at. */
import type { Finding } from '../../../../src-shared/geometry/geometry.ts';
import type { Drawing } from '../../../geometry/messages.ts';
import { type Place, placesOf } from './places.ts';

export interface Marked {
  readonly itemId: string;
  readonly finding: Finding;
  readonly places: readonly Place[];
  /** Null while all places are shown together. */
  readonly at: number | null;
}

export class Marks {
  #marked = $state.raw<Marked | null>(null);

  /** Null unless something of this model is marked. */
  of(itemId: string | undefined): Marked | null {
    return this.#marked?.itemId === itemId ? this.#marked : null;
  }

  set(itemId: string, finding: Finding, drawing: Drawing): void {
    this.#marked = { itemId, finding, places: placesOf(finding, drawing), at: null };
  }

  clear(): void {
    this.#marked = null;
  }

  /** Moves to the next (1) or previous (-1) place and wraps around. */
  step(by: 1 | -1): void {
    const marked = this.#marked;
    if (!marked || marked.places.length === 0) return;
    const { length } = marked.places;
    const at = marked.at === null ? (by > 0 ? 0 : length - 1) : (marked.at + by + length) % length;
    this.#marked = { ...marked, at };
  }
}
