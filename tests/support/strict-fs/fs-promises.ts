/** Stands in for `node:fs/promises` in the application: the same rules as `fs.ts`. */

import type * as Promises from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { rules } from './face.ts';
import * as sync from './fs.ts';
import { real } from './rules.ts';

export type { FileHandle };

export const open: typeof Promises.open = async (path, flags, mode) => {
  const access = sync.accessFor(flags);
  const found = sync.opening(path, flags);
  const handle = await real.promises.open(found, flags, sync.modeOf(mode)).catch((thrown: unknown) =>
    sync.translated(() => {
      throw thrown;
    }),
  );
  const [close, flush, cut] = [
    handle.close.bind(handle),
    handle.sync.bind(handle),
    handle.truncate.bind(handle),
  ];
  return Object.assign(handle, {
    async close() {
      await close();
      if (access.writes && typeof found === 'string') rules.written(found);
    },
    async sync() {
      rules.beforeSync(handle.fd);
      await flush();
    },
    async truncate(length?: number) {
      rules.beforeTruncate(handle.fd);
      await cut(length);
    },
  });
};

export const chmod: typeof Promises.chmod = async (...args) => sync.chmodSync(...args);
export const utimes: typeof Promises.utimes = async (...args) => sync.utimesSync(...args);
export const rename: typeof Promises.rename = async (...args) => sync.renameSync(...args);
export const rm: typeof Promises.rm = async (...args) => sync.rmSync(...args);
export const copyFile: typeof Promises.copyFile = async (...args) => sync.copyFileSync(...args);
export const mkdir = (async (...args: Parameters<typeof sync.mkdirSync>) =>
  sync.mkdirSync(...args)) as typeof Promises.mkdir;
export const stat = (async (...args: Parameters<typeof sync.statSync>) =>
  sync.statSync(...args)) as unknown as typeof Promises.stat;
export const readdir = (async (path: string, options?: { withFileTypes?: boolean }) => {
  if (!options?.withFileTypes) return sync.readdirSync(path);
  const entries = real.readdirSync(sync.at(path, 'scandir'), { withFileTypes: true });
  for (const entry of entries) entry.name = rules.listed(entry.name);
  return entries;
}) as unknown as typeof Promises.readdir;
export const readFile = (async (path: string, options?: BufferEncoding) =>
  sync.readFileSync(path, options as BufferEncoding)) as unknown as typeof Promises.readFile;
export const writeFile = (async (...args: Parameters<typeof sync.writeFileSync>) =>
  sync.writeFileSync(...args)) as typeof Promises.writeFile;
export const { statfs } = real.promises;
