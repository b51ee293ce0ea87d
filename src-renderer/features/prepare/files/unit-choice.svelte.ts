/**
 * The unit in which the selected model was drawn: the evidence of its size, its format and the last choice
 * for such files, and the person's own choice. Knows the plate, not how anything is drawn or priced.
 */

import {
  proposeUnits,
  questionAbout,
  type UnitCandidate,
} from '../../../../src-shared/geometry/measure/propose-unit.ts';
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { possibleUnits } from '../../../../src-shared/order-gate/possible-units.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import type { AppState } from '../../../app-state.svelte.ts';
import type { WindowModel } from '../../../geometry/messages.ts';
import type { Plate } from '../plate/plate.svelte.ts';
import { inheritedUnits, type ReadyModel } from './ready-model.ts';
import { unitMemoryKey } from './unit-memory.ts';

export class UnitChoice {
  readonly #app: AppState;
  readonly #plate: Plate;
  readonly #ready: () => ReadyModel | null;
  #asked = $state(0);
  /** The likeliest first; empty until the model is read. */
  readonly candidates: readonly UnitCandidate[] = $derived.by(() => {
    const ready = this.#ready();
    return ready ? this.propose(ready.item, ready.model) : [];
  });

  /** `ready`: the selected model, once it is read. */
  constructor(app: AppState, plate: Plate, ready: () => ReadyModel | null) {
    this.#app = app;
    this.#plate = plate;
    this.#ready = ready;
  }

  /** The units that the file could be in; empty if the unit is certain. */
  get possible(): readonly LengthUnit[] {
    const ready = this.#ready();
    return ready ? this.possibleOf(ready.item, ready.model) : [];
  }
  possibleOf(item: PlateItem, model: WindowModel): readonly LengthUnit[] {
    const units = possibleUnits(this.propose(item, model), item.unit, item.unitConfirmed);
    if (units.length > 0 || item.unitConfirmed || model.unit !== null) return units;
    // What was made of a part is no evidence: a question that was open for that one still is.
    const open = inheritedUnits(item).filter((unit) => unit !== item.unit);
    return open.length > 0 ? [item.unit, ...open] : [];
  }

  /** Another unit explains the file as well, so only a person can decide. */
  get isOpen(): boolean {
    return this.possible.length > 0;
  }

  /** How often the person was sent to the chooser, which then takes the focus. */
  get asked(): number {
    return this.#asked;
  }
  ask(): void {
    this.#asked++;
  }

  /** The person's choice, remembered for the next such file. */
  choose(unit: LengthUnit): void {
    const ready = this.#ready();
    if (!ready) return;
    const { item, model } = ready;
    if (unit !== item.unit || !item.unitConfirmed) {
      this.#plate.change(
        item.id,
        { unit, unitConfirmed: true },
        ref('prepare.step.unit', { file: item.file.name, unit: ref(`geometry.unit.${unit}`) }),
      );
    }
    const { unitMemory } = this.#app.settings;
    const key = unitMemoryKey(item, model.format);
    if (unitMemory[key] !== unit)
      void this.#app.changeSettings({ unitMemory: { ...unitMemory, [key]: unit } });
  }

  /** Shows another candidate without confirming it. */
  try(unit: LengthUnit): void {
    const item = this.#plate.selected;
    if (!item || item.unit === unit) return;
    this.#plate.change(
      item.id,
      { unit },
      ref('prepare.step.unit', { file: item.file.name, unit: ref(`geometry.unit.${unit}`) }),
      'unit',
    );
  }

  /** Asks again. */
  reconsider(): void {
    const item = this.#plate.selected;
    if (item) this.#plate.fillIn(item.id, { unitConfirmed: false });
  }

  propose(item: Pick<PlateItem, 'file' | 'unitKey'>, model: WindowModel): readonly UnitCandidate[] {
    if (!model.measures.bounds) return [];
    const lastChoice = this.#app.settings.unitMemory[unitMemoryKey(item, model.format)];
    return proposeUnits(
      {
        ...questionAbout(model),
        fileName: item.file.path ?? item.file.name,
        ...(lastChoice === undefined ? {} : { lastChoice }),
      },
      this.#app.catalog?.printers ?? [],
    );
  }
}
