/**
 * Puts a new version of a part's file on the plate. Everything that was set for the part stays, but for a
 * stated unit.
 */
import { originalOf, type PlateItem, turnedFrom } from '../../../../src-shared/ipc/plate-item.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { takeOriginal } from '../plate/turn-plate.ts';
import type { Prepare } from '../prepare.svelte.ts';
import type { NewVersion } from './live-files.svelte.ts';
import { withVersion } from './with-version.ts';

/** Takes the version for every part of the plate that was made from the same older one. */
export async function takeVersion(prepare: Prepare, item: PlateItem, version: NewVersion): Promise<void> {
  const { plate, modelCache } = prepare;
  const { model, file } = version;
  if (model === null) return;
  const older = originalOf(item).sha256;
  const alike = plate.items.filter((other) => originalOf(other).sha256 === older);
  const asInFile = alike.filter((other) => turnedFrom(other) === undefined);
  const step = ref('prepare.step.reload', { file: plate.nameOf(item) });
  if (turnedFrom(item) === undefined) modelCache.put(file.sha256, model);
  const { unit, unitConfirmed } = withVersion(item, prepare.readyOf(item)?.model ?? null, version);
  plate.changeAll(
    asInFile.map(({ id }) => id),
    // Parts of the same file can have different units; only a stated one counts for all.
    unit === item.unit ? { file } : { file, unit, unitConfirmed },
    step,
  );
  for (const { id } of alike.filter((other) => turnedFrom(other) !== undefined)) {
    if (!(await takeOriginal(prepare, id, file, step))) return;
  }
  prepare.saySo('ok', ref('prepare.reloaded', { file: originalOf(item).name }));
}

/** Until the file changes again. */
export function ignoreVersion({ plate }: Prepare, item: PlateItem, { file }: NewVersion): void {
  for (const other of plate.items) {
    if (originalOf(other).sha256 === originalOf(item).sha256) {
      plate.fillIn(other.id, { ignoredVersion: file.sha256 });
    }
  }
}
