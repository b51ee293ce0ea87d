/** Puts a new version of a part's file on the plate. Everything that was set for the part stays, but for its unit. */
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { WindowModel } from '../../../geometry/messages.ts';
import type { Prepare } from '../prepare.svelte.ts';
import type { NewVersion } from './live-files.svelte.ts';

/** The part as it would be with this version. A unit that the file states in the new version only, or anew, counts. */
export function withVersion(
  item: PlateItem,
  before: WindowModel | null,
  { file, model }: NewVersion,
): PlateItem {
  const isStated = model?.unit && model.unit !== before?.unit;
  return { ...item, file, ...(isStated && { unit: model.unit!, unitConfirmed: true }) };
}

/** Takes the version for every part of the plate that shows the same older one, in one step. */
export function takeVersion(prepare: Prepare, item: PlateItem, version: NewVersion): void {
  const { app, plate, modelCache } = prepare;
  if (version.model === null) return;
  modelCache.put(version.file.sha256, version.model);
  const { file, unit, unitConfirmed } = withVersion(item, prepare.readyOf(item)?.model ?? null, version);
  const alike = plate.items.filter((other) => other.file.sha256 === item.file.sha256);
  const name = plate.nameOf(item);
  prepare.mark(null);
  prepare.repair.dismiss();
  plate.changeAll(
    alike.map(({ id }) => id),
    // Parts of the same file can have different units; only a stated one counts for all.
    unit === item.unit ? { file } : { file, unit, unitConfirmed },
    ref('prepare.step.reload', { file: name }),
  );
  const step = plate.history.newest;
  app.notices.add({
    severity: 'ok',
    message: ref('prepare.reloaded', { file: name }),
    action: { label: ref('ui.undo'), run: () => prepare.undo(step) },
  });
}

/** Until the file changes again. */
export function ignoreVersion({ plate }: Prepare, item: PlateItem, { file }: NewVersion): void {
  for (const other of plate.items) {
    if (other.file.sha256 === item.file.sha256) plate.fillIn(other.id, { ignoredVersion: file.sha256 });
  }
}
