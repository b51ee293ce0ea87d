/**
 * Puts a repaired, hollowed or split model on the plate. The new bytes go into the spool like any dropped
 * file, and the plate takes them in one step that can be undone. Unit and scale stay, since none of these
 * changes units.
 */

import { mostPieces } from '../../../../src-shared/ipc/apply-ops.ts';
import type { PartChange } from '../../../../src-shared/ipc/part-change.ts';
import { originalOf, type PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { isAbort, toAppError } from '../../../../src-shared/result.ts';
import type { MadePart } from '../../../geometry/messages.ts';
import { t } from '../../../ui/language.svelte.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { tellLostColours } from '../files/lost-colours.ts';
import { madeName, spoolMade } from '../files/made-part.ts';
import { doubtsOf, partValueOf, withDoubts } from '../files/ready-model.ts';
import { unitMemoryKey } from '../files/unit-memory.ts';
import { filesOf, titleOf } from '../materials/order-line.ts';
import { mostItems } from '../plate/plate.svelte.ts';
import type { Prepare } from '../prepare.svelte.ts';
import type { MakingTask } from './preview.svelte.ts';

/** The texts of each way to make a part from another one. */
const ways = {
  repair: { step: 'prepare.step.repair', done: 'prepare.repaired', change: 'repaired' },
  hollow: { step: 'prepare.step.hollow', done: 'prepare.hollow.done', change: 'hollowed' },
} as const;

/** Uploads the new part instead of the file from now on. */
export async function takeMade(prepare: Prepare, task: MakingTask): Promise<void> {
  const { app, plate, modelCache, ready } = prepare;
  const offered = offeredBy(prepare, task);
  if (!ready || !offered?.made || !offered.model) return;
  const { item } = ready;
  const imported = await spoolMade(prepare.app.bridge, madeName(item.file.name, task), offered.made);
  if (!imported.ok) {
    app.notices.addError(imported.error, undefined, task);
    return;
  }
  app.notices.withdraw(task);
  const { source } = originalOf(item);
  const file = { ...imported.value, ...(source && { source }) };
  // If the spool copied exactly the bytes that were shown, use the shown model; otherwise read the copy
  // again.
  if (offered.model.sha256 === file.sha256) modelCache.put(file.sha256, offered.model);
  const name = plate.nameOf(item);
  const unitKey = unitMemoryKey(item, ready.model.format);
  plate.change(
    item.id,
    {
      file,
      unitKey,
      changes: changesOf(item, file, ways[task].change),
      ...withDoubts(file, doubtsOf(ready), prepare.units.possibleOf(item, ready.model)),
    },
    ref(ways[task].step, { file: name }),
  );
  prepare.made.dismissOffers();
  prepare.saySo('ok', ref(ways[task].done, { file: name }));
}

/** Hands the new part to the browser or Electron as a download. */
export async function saveMade(prepare: Prepare, task: MakingTask, format: 'stl' | '3mf'): Promise<void> {
  const { app, ready } = prepare;
  const offered = offeredBy(prepare, task);
  if (!ready || !offered?.stl || !offered.model) return;
  const name = madeName(ready.item.file.name, task).replace(/\.stl$/, `.${format}`);
  try {
    const bytes =
      format === 'stl'
        ? offered.stl
        : await prepare.made.write3mf(offered.model.drawing, ready.item.unit, titleOf(name));
    saveFile(name, bytes, format === 'stl' ? 'model/stl' : 'model/3mf');
  } catch (thrown) {
    if (!isAbort(thrown)) app.notices.addError(toAppError(thrown));
  }
}

/** Each once, and the turn that is in the bytes by now. */
function changesOf(item: PlateItem, { sha256: made }: SpooledFile, last: PartChange): PlateItem['changes'] {
  return { made, done: [...new Set([...(filesOf(item).changes ?? []), last])] };
}

function offeredBy({ made: { repair, hollow }, ready }: Prepare, task: MakingTask): MadePart | null {
  const offer = ready && { repair, hollow }[task].of(partValueOf(ready.item));
  return offer?.state === 'done' ? offer.result : null;
}

/** Puts every separate part of the model on the plate by itself; equal ones are one part in that quantity. */
export async function splitParts(prepare: Prepare, signal: AbortSignal): Promise<void> {
  const { app, plate, ready } = prepare;
  if (!ready) return;
  const { item, model } = ready;
  const name = plate.nameOf(item);
  try {
    const parts = await prepare.made.split(ready, signal);
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    if (count < 2) {
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
    const doubts = doubtsOf(ready);
    const units = prepare.units.possibleOf(item, model);
    for (const [index, part] of parts.entries()) {
      const name = t('prepare.partName', { file: title, part: String(index + 1) });
      const imported = await spoolMade(app.bridge, name, part);
      signal.throwIfAborted();
      if (!imported.ok) {
        app.notices.addError(imported.error, undefined, 'split');
        return;
      }
      const file = imported.value;
      const changes = changesOf(item, file, 'cut');
      const made = { file, unitKey, changes, ...withDoubts(file, doubts, units) };
      const quantity = Math.min(mostPieces, item.quantity * part.count);
      items.push({ ...item, id: crypto.randomUUID(), quantity, ...made });
    }
    app.notices.withdraw('split');
    tellLostColours(app.notices, model, parts);
    plate.replace(item.id, items, ref('prepare.step.split', { file: name }));
    prepare.saySo('ok', ref('prepare.split', { file: name, count, kinds: items.length }));
  } catch (thrown) {
    if (!isAbort(thrown)) app.notices.addError(toAppError(thrown), undefined, 'split');
  }
}
