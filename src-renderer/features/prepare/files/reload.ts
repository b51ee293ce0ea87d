import { originalOf } from '../../../../src-shared/ipc/plate-item.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { takeOriginal } from '../plate/turn-plate.ts';
import type { Prepare } from '../prepare.svelte.ts';

/** Reads the original file of the selected part again, without waiting until its change is noticed. */
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
  if (!(await takeOriginal(prepare, item.id, file, step))) return;
  const taken = prepare.plate.history.newest;
  notices.add({
    severity: 'ok',
    message: ref('prepare.reloaded', { file: original.name }),
    action: { label: ref('ui.undo'), run: () => prepare.undo(taken) },
  });
}
