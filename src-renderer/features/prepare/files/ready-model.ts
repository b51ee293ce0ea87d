import { isDoubt, mostDoubts } from '../../../../src-shared/geometry/doubts.ts';
import type { PriceGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import type { Vector } from '../../../../src-shared/geometry/mesh/mesh.ts';
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import type { WindowModel } from '../../../geometry/messages.ts';

/** A model that is read, with its numbers in metres. */
export interface ReadyModel {
  readonly item: PlateItem;
  readonly model: WindowModel;
  /** Sides of the box, m. */
  readonly size: Vector;
  readonly geometry: PriceGeometry;
}

type Made = Pick<PlateItem, 'file' | 'doubts'>;

/** What reading left out or guessed, of the part's file and of the one from which that was made. */
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

/** The file was made from another one, of which this was left out or guessed. */
export const withDoubts = (
  { sha256 }: SpooledFile,
  texts: readonly MessageRef[],
): Pick<PlateItem, 'doubts'> =>
  texts.length === 0 ? {} : { doubts: { made: sha256, texts: texts.slice(0, mostDoubts) } };
