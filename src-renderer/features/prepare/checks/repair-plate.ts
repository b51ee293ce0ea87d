/**
 * Puts a repaired or split model on the plate. The new bytes go into the spool like any dropped file, and the plate
 * takes them in one step that can be undone. Unit and scale stay, since repair changes no units.
 */

import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { isAbort, toAppError } from '../../../../src-shared/result.ts';
import { t } from '../../../ui/language.svelte.ts';
import { tellLostColours } from '../files/lost-colours.ts';
import { spoolMade } from '../files/made-part.ts';
import { unitMemoryKey } from '../files/unit-memory.ts';
import { titleOf } from '../materials/order-line.ts';
import { mostItems } from '../plate/plate.svelte.ts';
import type { Prepare } from '../prepare.svelte.ts';
import { repairedName } from './repair.svelte.ts';

/** Uploads the repaired part instead of the file from now on. */
export async function takeRepaired(prepare: Prepare): Promise<void> {
  const { app, plate, modelCache, repair, ready } = prepare;
  const offer = ready && repair.of(ready.item.file.sha256);
  if (!ready || offer?.state !== 'offered' || !offer.repaired.made || !offer.repaired.model) return;
  const { item } = ready;
  const imported = await spoolMade(prepare.app.bridge, repairedName(item.file.name), offer.repaired.made);
  if (!imported.ok) {
    app.notices.addError(imported.error, undefined, 'repair');
    return;
  }
  app.notices.withdraw('repair');
  const file = imported.value;
  // If the spool copied exactly the bytes that were shown, use the shown model; otherwise read the copy again.
  if (offer.repaired.model.sha256 === file.sha256) modelCache.put(file.sha256, offer.repaired.model);
  const name = plate.nameOf(item);
  const unitKey = unitMemoryKey(item, ready.model.format);
  plate.change(item.id, { file, unitKey }, ref('prepare.step.repair', { file: name }));
  const step = plate.history.newest;
  repair.dismiss();
  prepare.mark(null);
  app.notices.add({
    severity: 'ok',
    message: ref('prepare.repaired', { file: name }),
    action: {
      label: ref('ui.undo'),
      run: () => prepare.undo(step),
    },
  });
}

/** Hands the repaired part to the browser or Electron as a download. */
export async function saveRepaired(prepare: Prepare, format: 'stl' | '3mf'): Promise<void> {
  const { app, repair, ready } = prepare;
  const offer = ready && repair.of(ready.item.file.sha256);
  if (!ready || offer?.state !== 'offered' || !offer.repaired.stl || !offer.repaired.model) return;
  const name = repairedName(ready.item.file.name).replace(/\.stl$/, `.${format}`);
  try {
    const bytes =
      format === 'stl'
        ? offer.repaired.stl
        : await prepare.write3mf(offer.repaired.model.drawing, ready.item.unit, titleOf(name));
    download(new Blob([bytes]), name);
  } catch (thrown) {
    if (!isAbort(thrown)) app.notices.addError(toAppError(thrown));
  }
}

/** Puts every separate part of the model on the plate by itself. */
export async function splitParts(prepare: Prepare, signal: AbortSignal): Promise<void> {
  const { app, plate, ready } = prepare;
  if (!ready) return;
  const { item, model } = ready;
  const name = plate.nameOf(item);
  try {
    const parts = await prepare.split(ready, signal);
    if (parts.length < 2) {
      const message = ref('prepare.singlePart', { file: name });
      app.notices.add({ severity: 'info', message });
      return;
    }
    const space = mostItems - plate.items.length + 1;
    if (parts.length > space) {
      const message = ref('prepare.tooManyParts', { file: name, parts: parts.length, space });
      app.notices.add({ severity: 'warning', message, key: 'split' });
      return;
    }
    const items: PlateItem[] = [];
    const unitKey = unitMemoryKey(item, model.format);
    const title = titleOf(item.file.name);
    for (const [index, part] of parts.entries()) {
      const name = t('prepare.partName', { file: title, part: String(index + 1) });
      const imported = await spoolMade(app.bridge, name, part);
      signal.throwIfAborted();
      if (!imported.ok) {
        app.notices.addError(imported.error, undefined, 'split');
        return;
      }
      items.push({ ...item, id: crypto.randomUUID(), file: imported.value, unitKey });
    }
    app.notices.withdraw('split');
    tellLostColours(app.notices, model, parts);
    plate.replace(item.id, items, ref('prepare.step.split', { file: name }));
    const step = plate.history.newest;
    app.notices.add({
      severity: 'ok',
      message: ref('prepare.split', { file: name, count: items.length }),
      action: {
        label: ref('ui.undo'),
        run: () => prepare.undo(step),
      },
    });
  } catch (thrown) {
    if (!isAbort(thrown)) app.notices.addError(toAppError(thrown), undefined, 'split');
  }
}

function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download takes over the bytes while the click is handled; revoking later would keep them in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
