/**
 * Which parts are drawn in the colours of their file: by itself those whose material prints them and those
 * without a material, and otherwise as a person chose for this part in this material.
 */
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import type { AppState } from '../../../app-state.svelte.ts';

const keyOf = ({ id, materialId }: PlateItem): string => `${id} ${materialId}`;

export class OwnColourChoice {
  readonly #app: AppState;
  #chosen = $state.raw<ReadonlyMap<string, boolean>>(new Map());

  constructor(app: AppState) {
    this.#app = app;
  }

  of(item: PlateItem): boolean {
    const material = item.materialId === null ? undefined : this.#app.material(item.materialId);
    return this.#chosen.get(keyOf(item)) ?? material?.supportsColorFiles ?? true;
  }

  toggle(item: PlateItem): void {
    this.#chosen = new Map([...this.#chosen, [keyOf(item), !this.of(item)]]);
  }
}
