/**
 * Whether an icon in the system tray would be seen. Electron does not say: on Linux it puts the icon up for
 * whoever shows such icons, and GNOME for example shows none without an extension. So the desktop itself is
 * asked, on its session bus [Assumption: tray]. macOS has the dock instead.
 */
import { execFile } from 'node:child_process';

const watcher = 'org.kde.StatusNotifierWatcher';
const property = 'IsStatusNotifierHostRegistered';
const get = 'org.freedesktop.DBus.Properties.Get';

/** Either program asks the same, and most desktops have both. */
const questions = [
  [
    'dbus-send',
    '--session',
    '--print-reply',
    `--dest=${watcher}`,
    '/StatusNotifierWatcher',
    get,
    `string:${watcher}`,
    `string:${property}`,
  ],
  [
    'gdbus',
    'call',
    '--session',
    '--dest',
    watcher,
    '--object-path',
    '/StatusNotifierWatcher',
    '--method',
    get,
    watcher,
    property,
  ],
] as const;

/** Ms. A bus that does not answer has nobody who shows icons. */
const patience = 2_000;

/** False where nothing says so. */
export async function hasTray(platform: NodeJS.Platform): Promise<boolean> {
  if (platform === 'win32') return true;
  if (platform !== 'linux') return false;
  for (const [program, ...args] of questions) {
    const answer = await ask(program, args);
    if (answer !== 'missing') return answer === 'yes';
  }
  return false;
}

const ask = (program: string, args: readonly string[]): Promise<'yes' | 'no' | 'missing'> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: patience }, (error, stdout) => {
      if (error?.code === 'ENOENT') resolve('missing');
      else resolve(!error && /\btrue\b/.test(stdout) ? 'yes' : 'no');
    });
  });
