/** The parts of the plate that can be uploaded without an order. */
import { possibleUnits } from '../../../../src-shared/order-gate/possible-units.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import { titleOf } from '../materials/order-line.ts';
import type { Prepare } from '../prepare.svelte.ts';

export interface UploadRow {
  readonly itemId: string;
  readonly name: string;
  isChosen: boolean;
  title: string;
  /** Null until a person has chosen it: a doubtful unit is not guessed. */
  unit: LengthUnit | null;
}

/** Parts that could not be read are left out. The selected one is chosen. */
export const uploadRows = (prepare: Prepare): UploadRow[] =>
  prepare.plate.items.flatMap((item) => {
    const ready = prepare.readyOf(item);
    if (!ready) return [];
    const candidates = prepare.units.propose(item, ready.model);
    const isDoubtful = possibleUnits(candidates, item.unit, item.unitConfirmed).length > 0;
    return [
      {
        itemId: item.id,
        name: prepare.plate.nameOf(item),
        isChosen: item.id === prepare.plate.selected?.id,
        title: titleOf(item.file.name).slice(0, 255),
        unit: isDoubtful ? null : item.unit,
      },
    ];
  });
