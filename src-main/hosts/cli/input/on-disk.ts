/** Whether something is there under a name. What cannot be asked about is not. */
import { lstat, stat } from 'node:fs/promises';

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
