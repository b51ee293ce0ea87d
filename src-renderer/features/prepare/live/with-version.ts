import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import type { WindowModel } from '../../../geometry/messages.ts';
import type { NewVersion } from './live-files.svelte.ts';

/**
 * The part as it would be with this version. A unit that only the new version states, or another one, counts.
 */
export function withVersion(
  item: PlateItem,
  before: WindowModel | null,
  { file, model }: NewVersion,
): PlateItem {
  const isStated = model?.unit && model.unit !== before?.unit;
  return { ...item, file, ...(isStated && { unit: model.unit!, unitConfirmed: true }) };
}
