/**
 * Decides what may be imported by its path: models, and pictures for photos and custom models. Otherwise, a
 * page that took over the window could read any file of this user through the spool.
 */
import { extname } from 'node:path';
import { readableEndings } from '../../src-shared/geometry/geometry.ts';
import { exportAdvice } from '../../src-shared/geometry/readers/foreign-programs.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';

const pictureEndings = ['png', 'jpg', 'jpeg', 'jfif', 'webp', 'gif'];
const endings: ReadonlySet<string> = new Set([...readableEndings, ...pictureEndings]);

/** @param name as `baseName` returns it. Throws `CodedError`. */
export function requireImportable(name: string): void {
  const ending = extname(name).slice(1).toLowerCase();
  if (endings.has(ending)) return;
  const advice = exportAdvice(ending);
  if (advice !== null) throw mainError('file-not-importable', advice);
  const dotted = (list: readonly string[]) => list.map((ending) => `.${ending}`);
  throw mainError(
    'file-not-importable',
    ref('errors.file.notImportable', {
      name,
      models: dotted(readableEndings),
      pictures: dotted(pictureEndings),
    }),
  );
}
