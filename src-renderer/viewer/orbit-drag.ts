/**
 * Orbits about the point of a part that was grabbed, with the main mouse button or one finger, so that this
 * point stays under the cursor. OrbitControls still pan and zoom.
 */
import type { Vector3 } from 'three';

export interface OrbitDragEvents {
  /** The point of the world under a point of the element, CSS pixels; null: there is nothing. */
  readonly pivotAt: (x: number, y: number) => Vector3 | null;
  /** Radians. */
  readonly orbit: (pivot: Vector3 | null, right: number, up: number) => void;
}

export class OrbitDrag {
  readonly #element: HTMLElement;
  readonly #events: OrbitDragEvents;
  readonly #ends = new AbortController();
  /** Pointers that are down; two fingers zoom and pan. */
  readonly #down = new Set<number>();
  #drag: { pointer: number; x: number; y: number; pivot: Vector3 | null } | null = null;

  constructor(element: HTMLElement, events: OrbitDragEvents) {
    this.#element = element;
    this.#events = events;
    const { signal } = this.#ends;
    element.addEventListener('pointerdown', this.#press, { signal });
    element.addEventListener('pointermove', this.#move, { signal });
    element.addEventListener('pointerup', this.#release, { signal });
    element.addEventListener('pointercancel', this.#release, { signal });
  }

  dispose(): void {
    this.#ends.abort();
  }

  #press = (event: PointerEvent): void => {
    this.#down.add(event.pointerId);
    const pans = event.ctrlKey || event.metaKey || event.shiftKey;
    if (event.button !== 0 || pans || this.#down.size > 1) {
      this.#drag = null;
      return;
    }
    const box = this.#element.getBoundingClientRect();
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    this.#drag = { pointer, x, y, pivot: this.#events.pivotAt(x - box.left, y - box.top) };
  };

  #move = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (drag?.pointer !== event.pointerId) return;
    // The height of the picture is one whole turn, as in OrbitControls.
    const perPixel = (2 * Math.PI) / Math.max(1, this.#element.clientHeight);
    const [right, up] = [(drag.x - event.clientX) * perPixel, (event.clientY - drag.y) * perPixel];
    if (right === 0 && up === 0) return;
    drag.x = event.clientX;
    drag.y = event.clientY;
    this.#events.orbit(drag.pivot, right, up);
  };

  #release = (event: PointerEvent): void => {
    this.#down.delete(event.pointerId);
    if (this.#drag?.pointer === event.pointerId) this.#drag = null;
  };
}
