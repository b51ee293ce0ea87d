/**
 * Parts that a person drags out of the window, to a folder or a CAD program. What is dragged is the file that
 * the part came from, as long as it has the same content, else a copy under its own name. Programs read a
 * copy whenever they like, so it stays for a day.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { app, ipcMain, type WebContents } from 'electron';
import { z } from 'zod';
import { spooledFileSchema } from '../../../src-shared/ipc/spooled-file.ts';
import type { App } from '../../app.ts';
import { removeFile } from '../../file-system/rename-and-remove.ts';
import { nodeDisk } from '../../files/disk.ts';
import { ordinaryName } from '../../files/ordinary-name.ts';
import { dragChannel } from './channels.ts';
import { iconImage } from './icon-image.ts';
import { isOwnFrame } from './ipc.ts';

const filesSchema = z
  .array(spooledFileSchema.pick({ sha256: true, name: true, path: true }))
  .min(1)
  .max(1000);
type Dragged = z.infer<typeof filesSchema>[number];
type Core = Pick<App, 'client' | 'spooled' | 'log'>;

const day = 86_400_000;
const folder = () => join(app.getPath('userData'), 'dragged');

export function serveDragOut(core: Core): void {
  const fail = (thrown: unknown) => core.log.error('dragging out', thrown);
  const clean = () => removeOldCopies().catch(fail);
  void clean();
  ipcMain.handle(dragChannel, async (event, sent: unknown) => {
    const files = filesSchema.safeParse(sent);
    if (!isOwnFrame(event) || !files.success) return [];
    const found = await Promise.all(files.data.map((file) => pathOf(core, file).catch(fail)));
    const paths = found.filter((path) => typeof path === 'string');
    // The window hears of them first: on some systems the drag holds up this process until it ends.
    setImmediate(() => start(event.sender, paths).catch(fail).then(clean));
    return paths;
  });
}

async function start(sender: WebContents, paths: readonly string[]): Promise<void> {
  const [file] = paths;
  if (file !== undefined && !sender.isDestroyed())
    sender.startDrag({ file, files: [...paths], icon: iconImage(24) });
}

/** Null if the application no longer has the file. */
async function pathOf(core: Core, { sha256, name, path }: Dragged): Promise<string | null> {
  if (path !== null) {
    const compared = await core.client.invoke('files.look', { files: [{ path, sha256 }] });
    if (compared.ok && compared.value[0] === 'same') return path;
  }
  const spooled = await core.spooled(sha256);
  if (spooled === null) return null;
  // A program that changes the file must not change the spool, so it is no link.
  const place = join(folder(), randomUUID());
  await mkdir(place, { recursive: true, mode: 0o700 });
  const copy = join(place, ordinaryName(name));
  await nodeDisk.copy(spooled.path, copy);
  return copy;
}

async function removeOldCopies(): Promise<void> {
  const until = Date.now() - day;
  for (const name of await readdir(folder()).catch(() => [])) {
    const place = join(folder(), name);
    if ((await stat(place)).mtimeMs > until) continue;
    for (const file of await readdir(place)) await removeFile(join(place, file));
    await rmdir(place);
  }
}
