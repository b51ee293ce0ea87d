import { answerFor } from '../../../../src-shared/identity/earlier-version.ts';
import { originalOf, type PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { metresPerUnit } from '../../../../src-shared/units/units.ts';
import { takeOriginal } from '../plate/turn-plate.ts';
import type { Prepare } from '../prepare.svelte.ts';

/**
 * Reads the original file of the selected part again, without waiting until its change is noticed. A person
 * is asked whether it is still this part if the two have nothing in common.
 */
export async function reload(prepare: Prepare): Promise<void> {
  const item = prepare.plate.selected;
  const original = item && originalOf(item);
  if (!item || !original?.path) return;
  const { notices, bridge } = prepare.app;
  const result = await bridge.invoke('files.importPath', { path: original.path });
  if (!result.ok) {
    notices.addError(result.error, undefined, 'reload');
    return;
  }
  notices.withdraw('reload');
  prepare.app.originals.forget(result.value);
  if (result.value.sha256 === original.sha256) {
    notices.add({ severity: 'info', message: ref('prepare.unchanged', { file: original.name }) });
    return;
  }
  const step = ref('prepare.step.reload', { file: original.name });
  const file = { ...result.value, ...(original.source && { source: original.source }) };
  if (await isOther(prepare, item, file)) {
    prepare.taking.spooled({ ...file, versionOf: item.id });
    return;
  }
  if (!(await takeOriginal(prepare, item.id, file, step))) return;
  prepare.saySo('ok', ref('prepare.reloaded', { file: original.name }));
}

/** Perhaps another part was saved under this name. */
async function isOther(prepare: Prepare, item: PlateItem, file: SpooledFile): Promise<boolean> {
  const { modelCache } = prepare;
  try {
    const [old, next] = await Promise.all([modelCache.require(originalOf(item)), modelCache.require(file)]);
    const factor = metresPerUnit[next.unit ?? item.unit] / metresPerUnit[item.unit];
    const shape = await prepare.alike.relate(old, next, factor);
    return answerFor({ evidence: 'path', shape, isStillThere: true }) === 'ask';
  } catch {
    // The part shows what is wrong with its file.
    return false;
  }
}
