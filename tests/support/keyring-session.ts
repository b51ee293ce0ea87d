/**
 * A real keyring in a D-Bus session of its own, for programs that a test starts. Linux with gnome-keyring
 * only.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whereOnPath } from '../../build/launch/path.mjs';
import { removeFolder } from './remove-folder.ts';

export const canStartKeyring =
  process.platform === 'linux' &&
  whereOnPath('dbus-run-session') !== null &&
  whereOnPath('gnome-keyring-daemon') !== null;

export interface KeyringSession {
  /** For the programs that use it. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const unlock =
  'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; echo "$DBUS_SESSION_BUS_ADDRESS"; cat';

/** It ends with this process at the latest: its input closes then. */
export async function startKeyring(): Promise<KeyringSession> {
  const home = mkdtempSync(join(tmpdir(), 'fabdesk-keyring-'));
  const places = { HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home, XDG_RUNTIME_DIR: home };
  const session = spawn('dbus-run-session', ['--', 'sh', '-c', unlock], {
    env: { ...process.env, ...places },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => session.once('close', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    session.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
    session.once('error', reject);
  });
  return {
    // No display: a prompt would wait for nobody.
    env: { ...places, DBUS_SESSION_BUS_ADDRESS: address, DISPLAY: '', WAYLAND_DISPLAY: '' },
    async close() {
      session.stdin.end();
      await ended;
      removeFolder(home);
    },
  };
}
