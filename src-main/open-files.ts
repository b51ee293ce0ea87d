/**
 * Files that another program hands over, a CAD program for example: as a new version of the part that they
 * are, onto the plate with the unit that is given, or to a window, which finds out the unit.
 */
import { randomUUID } from 'node:crypto';
import { permanentName } from '../src-shared/identity/part-names.ts';
import type { OpenedFile } from '../src-shared/ipc/opened-file.ts';
import { addressInLink } from '../src-shared/ipc/read-link.ts';
import type { SpooledFile } from '../src-shared/ipc/spooled-file.ts';
import { ref } from '../src-shared/messages/messages.ts';
import { type AppError, toAppError } from '../src-shared/result.ts';
import type { LengthUnit } from '../src-shared/units/units.ts';
import { untilComplete } from './files/complete-file.ts';
import { findVersion } from './files/find-version.ts';
import type { Spool } from './files/spool.ts';
import { mainError } from './main-error.ts';
import type { SharedWorkspace } from './workspace.ts';

const mostLinks = 10;

/**
 * Files that were opened from outside (command line, file manager, a second start) and wait for a window: at
 * start there is none yet, and in a browser there may be none for a while.
 */
export class Opened {
  readonly #tell: (failed: readonly AppError[]) => void;
  #waiting: OpenedFile[] = [];
  /** A page can hand over links without end; the oldest count. */
  #links: string[] = [];

  /** `tell` is called when a file is waiting, or with why some could not be opened. */
  constructor(tell: (failed: readonly AppError[]) => void) {
    this.#tell = tell;
  }

  /** A file that is in the spool already. */
  put(file: OpenedFile): void {
    this.#waiting.push(file);
    this.#tell([]);
  }

  /** Something else was brought from outside: the window shows it already, or it failed. */
  announce(failed: readonly AppError[] = []): void {
    this.#tell(failed);
  }

  /** The window asks about those that lead to files. */
  putLinks(links: readonly string[]): void {
    const toFiles = links.filter((link) => addressInLink(link) !== null);
    if (toFiles.length === 0) return;
    this.#links = [...new Set([...this.#links, ...toFiles])].slice(0, mostLinks);
    this.#tell([]);
  }

  takeLinks(): string[] {
    const taken = this.#links;
    this.#links = [];
    return taken;
  }

  take(): OpenedFile[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /** Hashes of the waiting files. */
  referencedFiles(): string[] {
    return this.#waiting.map(({ sha256 }) => sha256);
  }
}

export interface OpenHow {
  /** The person has said it, so it is not asked again. */
  readonly unit?: LengthUnit | undefined;
  /** A part on the plate gets the new content, if it certainly is the same part. */
  readonly replace?: boolean | undefined;
  /**
   * The document that the files were exported from: an absolute path, and behind `#` which part of it. It
   * identifies the part wherever the files are, so it replaces, too.
   */
  readonly source?: string | undefined;
}

interface Parts {
  readonly spool: Pick<Spool, 'importPath' | 'pathOf'>;
  readonly opened: Opened;
  readonly workspace: Pick<SharedWorkspace, 'read' | 'change'>;
}

/** The outcome for each file, by its path as given. */
export interface OpenedPaths {
  readonly files: SpooledFile[];
  /** A part on the plate has the content. */
  readonly replaced: string[];
  /** Perhaps a new version of a part: the window asks. */
  readonly asked: string[];
  readonly failed: { readonly path: string; readonly message: string; readonly error: AppError }[];
}

/** `paths` are absolute. */
export async function openFiles(paths: readonly string[], how: OpenHow, parts: Parts): Promise<OpenedPaths> {
  const done: OpenedPaths = { files: [], replaced: [], asked: [], failed: [] };
  /** Parts that came with earlier ones of these files: two files of one call are two parts. */
  const taken = new Set<string>();
  for (const path of paths) {
    try {
      const { file, became } = await openFile(path, how, parts, taken);
      done.files.push(file);
      if (became !== 'new') done[became].push(path);
    } catch (thrown) {
      const error = toAppError(thrown);
      done.failed.push({ path, message: error.message, error });
    }
  }
  return done;
}

/** `path` is absolute. Throws `CodedError`. */
async function openFile(
  path: string,
  { unit, replace = false, source }: OpenHow,
  parts: Parts,
  taken: Set<string>,
): Promise<{ file: SpooledFile; became: 'new' | 'replaced' | 'asked' }> {
  const { workspace, spool, opened } = parts;
  const { sha256, size, name } = await spool.importPath(path);
  // In place of a part nobody would see it; a window says it beside the part.
  if ((unit || replace || source) && !(await untilComplete(path))) {
    throw mainError('file-damaged', ref('errors.file.cutOff', { name }));
  }
  const file: SpooledFile = { sha256, size, name: permanentName(name), path, ...(source && { source }) };
  const others = workspace.read().plate.filter(({ id }) => !taken.has(id));
  const found = replace || source ? await findVersion(file, unit ?? null, others, spool) : null;
  if (found?.answer === 'replace') {
    // Nothing comes to the front: the person goes on in the other program.
    const change = { file, ...(unit && { unit, unitConfirmed: true }) };
    workspace.change(found.items.map(({ id }) => ({ op: 'change-item', id, change })));
    for (const { id } of found.items) taken.add(id);
    return { file, became: 'replaced' };
  }
  const versionOf = found?.items[0]?.id;
  const placed = { ...file, ...(versionOf !== undefined && { versionOf }) };
  if (unit) taken.add(putOnPlate(placed, unit, parts));
  else opened.put(placed);
  return { file, became: found ? 'asked' : 'new' };
}

/** A file that is in the spool already. */
export function openSpooled(
  file: SpooledFile,
  unit: LengthUnit | undefined,
  parts: Omit<Parts, 'spool'>,
): void {
  if (unit) putOnPlate(file, unit, parts);
  else parts.opened.put(file);
}

/** The window hears of it as of any file, so that it comes to the front. */
function putOnPlate(
  { versionOf, ...file }: OpenedFile,
  unit: LengthUnit,
  { workspace, opened }: Omit<Parts, 'spool'>,
): string {
  const id = randomUUID();
  const item = { id, file, unit, scale: 1, quantity: 1, materialId: null, unitConfirmed: true };
  workspace.change([{ op: 'put-item', item: { ...item, ...(versionOf && { versionOf }) } }]);
  opened.announce();
  return id;
}
