/**
 * Copies of the selected parts: items of their own with the same file and settings, each behind its original.
 */
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { Prepare } from '../prepare.svelte.ts';
import { mostItems } from './plate.svelte.ts';

/** The copies are selected afterwards, so that they can be changed at once. */
export function duplicateSelected({ plate, batch, app }: Prepare): void {
  const originals = batch.isOpen ? batch.items : plate.selected ? [plate.selected] : [];
  const [first] = originals;
  if (!first) return;
  if (plate.items.length + originals.length > mostItems) {
    app.notices.add({
      severity: 'warning',
      message: ref('prepare.plateFull', { most: mostItems }),
      key: 'full',
    });
    return;
  }
  const copies = new Map(
    originals.map((item): [string, PlateItem] => [item.id, { ...item, id: crypto.randomUUID() }]),
  );
  const name =
    originals.length === 1
      ? ref('prepare.step.duplicate', { file: plate.nameOf(first) })
      : ref('prepare.step.duplicateAll', { count: originals.length });
  plate.addBehind(copies, name);
  batch.pickThese([...copies.values()].map(({ id }) => id));
  app.notices.add({
    severity: 'ok',
    message: ref('prepare.duplicated', { count: originals.length }),
    key: 'duplicated',
    passing: true,
  });
}
