/**
 * Rotating and scaling the selected part by handles in the view: which ones are shown, and what is being
 * dragged.
 */
import type { HandleChange } from './handle-math.ts';

export type HandleKind = 'rotate' | 'scale';

export class Handles {
  #kind = $state<HandleKind | null>(null);
  /** Shown in the view, and not done yet. */
  live = $state.raw<HandleChange | null>(null);
  /** The part is being made anew. */
  isBusy = $state(false);

  /** Null: none are shown. */
  get kind(): HandleKind | null {
    return this.#kind;
  }
  set kind(kind: HandleKind | null) {
    this.#kind = kind;
    this.live = null;
  }
}
