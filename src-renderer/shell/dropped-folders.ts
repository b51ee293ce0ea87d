/**
 * The model files and parts lists in dropped folders and the folders below them. Other files are left out
 * without a message.
 */
import { isPartsList } from '../../src-shared/csv/is-parts-list.ts';
import { readableEndings } from '../../src-shared/geometry/geometry.ts';

/** A drop of a whole disk must not read on for minutes. */
const mostVisited = 20_000;

export interface FolderFiles {
  /** In the order of their names, folder by folder. */
  readonly files: readonly File[];
  /** The path of every file, from the name of the dropped folder on. */
  readonly paths: ReadonlyMap<File, string>;
  /** There are more files than were wanted, or than are searched. */
  readonly isCut: boolean;
}

/** Entries must be taken from the drop event itself. Folders that cannot be read count as empty. */
export async function modelsBelow(
  folders: readonly FileSystemDirectoryEntry[],
  most: number,
): Promise<FolderFiles> {
  const files: File[] = [];
  const paths = new Map<File, string>();
  let visited = 0;
  /** False: that is enough. */
  const walk = async (folder: FileSystemDirectoryEntry): Promise<boolean> => {
    for (const entry of await entriesOf(folder)) {
      if (++visited > mostVisited) return false;
      if (entry.name.startsWith('.')) continue;
      if (isFolder(entry)) {
        if (!(await walk(entry))) return false;
      } else if (isModel(entry.name) || isPartsList(entry.name)) {
        if (files.length === most) return false;
        const file = await fileOf(entry as FileSystemFileEntry);
        if (!file) continue;
        files.push(file);
        paths.set(file, entry.fullPath);
      }
    }
    return true;
  };
  for (const folder of folders) if (!(await walk(folder))) return { files, paths, isCut: true };
  return { files, paths, isCut: false };
}

export const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory === true;

const isModel = (name: string): boolean =>
  readableEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // Chromium gives a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return all.sort((a, b) => (a.name < b.name ? -1 : 1));
    all.push(...some);
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File | null> =>
  new Promise((resolve) => entry.file(resolve, () => resolve(null)));
