import { isDoubt, mostDoubts } from '../../../../src-shared/geometry/doubts.ts';
import type { PriceGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import type { Vector } from '../../../../src-shared/geometry/mesh/mesh.ts';
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import type { LengthUnit } from '../../../../src-shared/units/units.ts';
import type { WindowModel } from '../../../geometry/messages.ts';
import { uploadScaleOf } from '../materials/order-line.ts';

/** A model that is read, with its numbers in metres. */
export interface ReadyModel {
  readonly item: PlateItem;
  readonly model: WindowModel;
  /** Sides of the box, m. */
  readonly size: Vector;
  readonly geometry: PriceGeometry;
}

/**
 * The part value that everything derived from a part names: which part, which bytes, at which size. Turned
 * and made parts have bytes of their own.
 */
export const partValueOf = (item: Pick<PlateItem, 'id' | 'file' | 'unit' | 'scale'>): string =>
  [item.id, item.file.sha256, uploadScaleOf(item)].join(' ');

type Made = Pick<PlateItem, 'file' | 'doubts'>;

/** Things that reading left out or guessed, of the part's file and of the one from which that was made. */
export function doubtsOf({
  item,
  model,
}: {
  readonly item: Made;
  readonly model: Pick<WindowModel, 'warnings'>;
}): readonly MessageRef[] {
  const all = [...inheritedDoubts(item), ...model.warnings.filter(isDoubt)];
  return [...new Map(all.map((doubt) => [JSON.stringify(doubt), doubt])).values()];
}

export const inheritedDoubts = ({ doubts, file }: Made): readonly MessageRef[] =>
  doubts?.made === file.sha256 ? doubts.texts : [];

export const inheritedUnits = ({ doubts, file }: Made): readonly LengthUnit[] =>
  doubts?.made === file.sha256 ? (doubts.units ?? []) : [];

/** The file was made from another one, of which this was left out or guessed, and whose unit is open. */
export const withDoubts = (
  { sha256 }: SpooledFile,
  texts: readonly MessageRef[],
  units: readonly LengthUnit[],
): Pick<PlateItem, 'doubts'> =>
  texts.length + units.length === 0
    ? {}
    : { doubts: { made: sha256, texts: texts.slice(0, mostDoubts), units: [...units] } };
