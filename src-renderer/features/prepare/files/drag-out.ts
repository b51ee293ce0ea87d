/**
 * Drags parts of the plate out of the window, to a folder or a CAD program. Another way is to save a copy.
 */
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import type { SpooledFile } from '../../../../src-shared/ipc/spooled-file.ts';
import { toAppError } from '../../../../src-shared/result.ts';
import { saveFile } from '../../../ui/save-file.ts';
import type { Prepare } from '../prepare.svelte.ts';

/** A part that is selected together with others takes them along. */
export function dragOut({ app, batch }: Prepare, item: PlateItem, event: DragEvent): void {
  // The page's own drag would carry no file.
  event.preventDefault();
  const items = batch.items.includes(item) ? batch.items : [item];
  app.bridge.dragOut?.begin(uniqueFiles(items));
}

export async function saveCopies({ app, batch, plate }: Prepare): Promise<void> {
  const items = batch.isOpen ? batch.items : plate.selected ? [plate.selected] : [];
  for (const { sha256, name } of uniqueFiles(items)) {
    try {
      await app.workspace.copied(sha256);
      const bytes = await app.bridge.readSpooled(sha256);
      saveFile(name, bytes as Uint8Array<ArrayBuffer>, 'application/octet-stream');
    } catch (thrown) {
      app.notices.addError(toAppError(thrown));
    }
  }
}

const uniqueFiles = (items: readonly PlateItem[]): SpooledFile[] => [
  ...new Map(items.map(({ file }) => [file.sha256, file])).values(),
];
