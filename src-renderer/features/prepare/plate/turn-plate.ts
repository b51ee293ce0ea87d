/**
 * Rotates and mirrors the selected part. The service takes no orientation, so the turned mesh is a file of its own: it goes
 * into the spool like a repaired part, is what is priced, checked and uploaded from then on, and says so in its name.
 */
import type { Turn } from '../../../../src-shared/geometry/placement/turn-mesh.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { isAbort, toAppError } from '../../../../src-shared/result.ts';
import { t } from '../../../ui/language.svelte.ts';
import { tellLostColours } from '../files/lost-colours.ts';
import { unitMemoryKey } from '../files/unit-memory.ts';
import { titleOf } from '../materials/order-line.ts';
import type { Prepare } from '../prepare.svelte.ts';

/** Quick presses add up, so each waits for the one before. */
const turning = new WeakMap<Prepare, Promise<void>>();

export function turnSelected(prepare: Prepare, turn: Turn): Promise<void> {
  const next = (turning.get(prepare) ?? Promise.resolve()).then(() => turnNow(prepare, turn));
  turning.set(prepare, next);
  return next;
}

async function turnNow(prepare: Prepare, turn: Turn): Promise<void> {
  const { app, plate, modelCache, ready } = prepare;
  if (!ready) return;
  const { item, model } = ready;
  const name = plate.nameOf(item);
  try {
    const turned = await prepare.turn(model.drawing, turnedName(item.file.name, turn), turn);
    const imported = await app.bridge.importFile(new File([turned.stl], turnedName(item.file.name, turn)));
    if (!imported.ok) {
      app.notices.addError(imported.error, undefined, 'turn');
      return;
    }
    app.notices.withdraw('turn');
    const file = imported.value;
    if (turned.model.sha256 === file.sha256) modelCache.put(file.sha256, turned.model);
    tellLostColours(app.notices, model);
    const unitKey = unitMemoryKey(item, model.format);
    prepare.mark(null);
    plate.change(item.id, { file, unitKey }, ref(`prepare.step.${turn.kind}`, { file: name }));
  } catch (thrown) {
    if (!isAbort(thrown)) app.notices.addError(toAppError(thrown), undefined, 'turn');
  }
}

function turnedName(name: string, { kind }: Turn): string {
  const title = titleOf(name);
  const mark = titleOf(t(`prepare.name.${kind}`, { file: '' }));
  return title.endsWith(mark) ? `${title}.stl` : t(`prepare.name.${kind}`, { file: title });
}
