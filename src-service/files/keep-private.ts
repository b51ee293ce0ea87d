/** Modes of the files and folders that only the user of the service may read. */
import { chmodSync, statSync } from 'node:fs';

/** Volumes without modes (a USB stick with FAT) refuse to change them, even for the owner. */
export function keepPrivate(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (thrown) {
    if (statSync(path).uid !== process.getuid?.()) throw thrown;
  }
}
