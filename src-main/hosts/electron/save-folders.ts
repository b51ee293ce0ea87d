/**
 * The folder in which a save dialog begins: where the person last saved something for the same purpose.
 * Dialogs that open files begin where the last one ended, which Chromium remembers by itself.
 */
import { dirname, extname, join } from 'node:path';
import type { Session } from 'electron';
import { z } from 'zod';
import { readableEndings } from '../../../src-shared/geometry/geometry.ts';
import { readStored, store } from './stored.ts';

const name = 'save-folders';
const foldersSchema = z.record(z.string(), z.string());
const models: ReadonlySet<string> = new Set(readableEndings);

/** The window saves models, quotes (PDF, CSV) and what is for support (JSON, ZIP). */
function purposeOf(fileName: string): string {
  const ending = extname(fileName).slice(1).toLowerCase();
  if (models.has(ending) && ending !== 'zip') return 'models';
  return ending === 'pdf' || ending === 'csv' ? 'quotes' : 'support';
}

export function rememberSaveFolders(session: Session): void {
  session.on('will-download', (_event, item) => {
    const fileName = item.getFilename();
    const purpose = purposeOf(fileName);
    const folder = readStored(name, foldersSchema)?.[purpose];
    if (folder !== undefined) item.setSaveDialogOptions({ defaultPath: join(folder, fileName) });
    item.once('done', (_done, state) => {
      if (state !== 'completed') return;
      const before = readStored(name, foldersSchema) ?? {};
      store(name, { ...before, [purpose]: dirname(item.getSavePath()) });
    });
  });
}
