/** Whether something is there under a name (what cannot be asked about is not), and its bytes. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { fileSources } from '../../../../src-shared/geometry/readers/file-source.ts';

/** @throws the errors of `node:fs` */
export const withFileSource = fileSources({ closeSync, fstatSync, openSync, readSync });

/** Also for a link that leads nowhere. */
export const exists = (path: string): Promise<boolean> =>
  lstat(path)
    .then(() => true)
    .catch(() => false);

/** A link counts as what it leads to. */
export const isFile = (path: string): Promise<boolean> =>
  stat(path)
    .then((about) => about.isFile())
    .catch(() => false);
