import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { whereOnPath } from '../../../build/launch/path.mjs';
import { removeFolder } from '../../support/remove-folder.ts';

const canRun =
  process.platform === 'linux' &&
  whereOnPath('dbus-run-session') !== null &&
  whereOnPath('gnome-keyring-daemon') !== null;
const hasKeytar = loads('keytar');
const why = canRun ? '' : ' (skipped: needs dbus-run-session and gnome-keyring-daemon)';

const home = mkdtempSync(join(tmpdir(), 'fabdesk-keychain-'));
afterAll(() => removeFolder(home));

interface Report {
  readonly kind: string;
  readonly detail: string;
  readonly opened: number;
  readonly results: (string | null)[];
}

const script = fileURLToPath(new URL('./keychain-session.ts', import.meta.url));
const {
  DISPLAY: _d,
  WAYLAND_DISPLAY: _w,
  DBUS_SESSION_BUS_ADDRESS: _b,
  NODE_OPTIONS: _n,
  ...quiet
} = process.env;
const environment = {
  ...quiet,
  HOME: home,
  XDG_DATA_HOME: home,
  XDG_CACHE_HOME: home,
  XDG_RUNTIME_DIR: home,
};

const unlocked = 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"';
const locked = 'gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1; exec "$@"';

/** A new process in a new D-Bus session; `setup` null: with no bus at all. */
function inSession(setup: string | null, ...steps: string[]): Report {
  const node = [process.execPath, script, home, ...steps];
  const [program = '', ...rest] =
    setup === null ? node : ['dbus-run-session', '--', 'sh', '-c', setup, 'sh', ...node];
  const { stdout, stderr } = spawnSync(program, rest, {
    env: environment,
    encoding: 'utf8',
    timeout: 60_000,
  });
  const line = stdout.split('\n').find((text) => text.startsWith('{'));
  if (!line) throw new Error(`no answer: ${stderr}`);
  return JSON.parse(line);
}

function loads(name: string): boolean {
  try {
    createRequire(import.meta.url)(name);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!canRun)(`the real keychain${why}`, () => {
  it.skipIf(!hasKeytar)('keytar keeps a secret between two starts.', () => {
    const first = inSession(unlocked, 'all', 'set:secret/a:pearl', 'get:secret/a');
    expect(first).toMatchObject({ kind: 'keychain', results: ['pearl'] });
    expect(inSession(unlocked, 'all', 'get:secret/a')).toMatchObject({ results: ['pearl'] });
    expect(inSession(unlocked, 'all', 'delete:secret/a', 'get:secret/a')).toMatchObject({ results: [null] });
  });

  it('@napi-rs/keyring keeps a secret between two starts.', () => {
    const first = inSession(unlocked, 'without-keytar', 'set:secret/b:opal', 'get:secret/b');
    expect(first).toMatchObject({ kind: 'keychain', results: ['opal'] });
    expect(inSession(unlocked, 'without-keytar', 'get:secret/b')).toMatchObject({ results: ['opal'] });
    // Once keytar is there, what the other library stored is still found, and moves when written.
    expect(inSession(unlocked, 'all', 'get:secret/b', 'set:secret/b:jade', 'get:secret/b')).toMatchObject({
      results: ['opal', 'jade'],
    });
    inSession(unlocked, 'all', 'delete:secret/b');
  });

  it('With a locked keychain, secrets are quickly held in memory, with a message.', () => {
    const report = inSession(locked, 'all', 'set:secret/c:ruby', 'get:secret/c');
    expect(report).toMatchObject({ kind: 'session', results: ['ruby'] });
    expect(report.detail).toContain('is locked');
    expect(report.opened).toBeLessThan(15_000);
    expect(inSession(locked, 'all', 'get:secret/c').results).toEqual([null]);
  });

  it('No file contains a readable secret.', () => {
    inSession(unlocked, 'all', 'set:secret/d:diamond-canary');
    expect(filesBelow(home).filter((path) => readFileSync(path).includes('diamond-canary'))).toEqual([]);
  });
});

describe('without a D-Bus session', () => {
  it.skipIf(process.platform !== 'linux')(
    'Without a D-Bus session, secrets are quickly held in memory, with a message.',
    () => {
      const report = inSession(null, 'all', 'set:secret/e:amber', 'get:secret/e');
      expect(report).toMatchObject({ kind: 'session', results: ['amber'] });
      expect(report.detail).toMatch(
        hasKeytar || loads('@napi-rs/keyring') ? /no D-Bus/ : /no keychain library/,
      );
      expect(report.opened).toBeLessThan(15_000);
    },
  );
});

function filesBelow(folder: string): string[] {
  return (
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      // A keyring that is just ending removes its sockets.
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
  );
}
