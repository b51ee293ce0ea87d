/**
 * Files that another program hands over, a CAD program for example: in place of the part that was read from
 * the same file, onto the plate with the unit that is given, or to a window, which finds out the unit.
 */
import { randomUUID } from 'node:crypto';
import { turnedFrom } from '../src-shared/ipc/plate-item.ts';
import type { SpooledFile } from '../src-shared/ipc/spooled-file.ts';
import { ref } from '../src-shared/messages/messages.ts';
import { toAppError } from '../src-shared/result.ts';
import type { LengthUnit } from '../src-shared/units/units.ts';
import type { Spool } from './files/spool.ts';
import { mainError } from './main-error.ts';
import type { Opened } from './opened.ts';
import type { SharedWorkspace } from './workspace.ts';

export interface OpenHow {
  /** The person has said it, so it is not asked again. */
  readonly unit?: LengthUnit | undefined;
  /** Parts on the plate that were read from the same path get the new content. */
  readonly replace?: boolean | undefined;
}

interface Parts {
  readonly spool: Pick<Spool, 'importPath'>;
  readonly opened: Opened;
  readonly workspace: Pick<SharedWorkspace, 'read' | 'change'>;
}

/** `path` is absolute. Throws `CodedError`. */
export async function openFile(path: string, { unit, replace = false }: OpenHow, parts: Parts) {
  const file = await parts.spool.importPath(path);
  const isReplaced = replace && replaceOnPlate(file, unit, parts);
  if (!isReplaced && unit) putOnPlate(file, unit, parts);
  else if (!isReplaced) parts.opened.put(file);
  return { file, isReplaced };
}

export async function openFiles(paths: readonly string[], how: OpenHow, parts: Parts) {
  const files: SpooledFile[] = [];
  const replaced: string[] = [];
  const failed: { path: string; message: string }[] = [];
  for (const path of paths) {
    try {
      const { file, isReplaced } = await openFile(path, how, parts);
      files.push(file);
      if (isReplaced) replaced.push(path);
    } catch (thrown) {
      failed.push({ path, message: toAppError(thrown).message });
    }
  }
  return { files, replaced, failed };
}

/** The window hears of it as of any file, so that it comes to the front. */
function putOnPlate(file: SpooledFile, unit: LengthUnit, { workspace, opened }: Parts): void {
  const item = { id: randomUUID(), file, unit, scale: 1, quantity: 1, materialId: null, unitConfirmed: true };
  workspace.change([{ op: 'put-item', item }]);
  opened.announce();
}

/**
 * Nothing comes to the front: the person goes on in the other program.
 * @returns whether there was such a part
 */
function replaceOnPlate(file: SpooledFile, unit: LengthUnit | undefined, { workspace }: Parts): boolean {
  const { plate } = workspace.read();
  // Only the window can rotate the new content like the old one.
  if (plate.some((item) => turnedFrom(item)?.of.path === file.path)) {
    throw mainError('file-changed', ref('errors.file.turned', { file: file.name }));
  }
  const items = plate.filter((item) => item.file.path === file.path);
  const change = { file, ...(unit && { unit, unitConfirmed: true }) };
  workspace.change(items.map(({ id }) => ({ op: 'change-item', id, change })));
  return items.length > 0;
}
