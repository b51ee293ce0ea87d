/**
 * The machine of the Windows suite, made before the first test and removed after the last: Windows itself, or
 * a fresh Wine prefix that calls itself Windows 10. Its programs come from build/launch/windows.mjs as
 * variables.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { removeFolder } from '../support/remove-folder.ts';

export interface Machine {
  /** Why there is none, in a few words; null if there is one. */
  readonly missing: string | null;
  readonly isWine: boolean;
  /** A folder for everything that tests create. A path of the system that runs the tests. */
  readonly folder: string;
  /** What Wine has as drive C:, and as the place of its network shares; empty on Windows. */
  readonly driveC: string;
  readonly shares: string;
  /** Runs node.exe, given its arguments. */
  readonly node: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

declare module 'vitest' {
  interface ProvidedContext {
    machine: Machine;
  }
}

export default function setUp(project: TestProject): (() => void) | undefined {
  const { machine, remove } = process.platform === 'win32' ? thisWindows() : wine();
  project.provide('machine', machine);
  return remove;
}

interface Made {
  readonly machine: Machine;
  readonly remove?: () => void;
}

const noMachine = { isWine: false, folder: '', driveC: '', shares: '', node: [], env: {} };

function thisWindows(): Made {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'fabdesk-windows-')));
  const machine = { ...noMachine, missing: null, folder, node: [process.execPath] };
  return { machine, remove: () => removeFolder(folder) };
}

function wine(): Made {
  const { FABDESK_WINE: loader, FABDESK_WINESERVER: server, FABDESK_WINDOWS_NODE: node } = process.env;
  if (!loader || !server || !node) {
    const missing = process.env['FABDESK_NO_WINDOWS'] ?? 'start it with npm test -- tests/windows';
    return { machine: { ...noMachine, missing } };
  }
  const prefix = mkdtempSync(join(tmpdir(), 'fabdesk-wine-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    // Wine links the folders of a home into its own.
    HOME: prefix,
    // Arguments with umlauts are read by this.
    LC_ALL: 'C.UTF-8',
    WINEPREFIX: prefix,
    WINEARCH: 'win64',
    WINEDEBUG: '-all',
    // Neither .NET nor a browser engine is asked for.
    WINEDLLOVERRIDES: 'mscoree=;mshtml=',
    NO_COLOR: '1',
  };
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { env, encoding: 'utf8', stdio: 'ignore', timeout: 120_000 });
  const remove = () => {
    run(server, '-k');
    run(server, '-w');
    removeFolder(prefix);
  };
  // It stays alive between two programs, and ends by itself if this process is killed. Seconds.
  run(server, '-p60');
  const steps: [string, SpawnSyncReturns<string>][] = [
    ['wineboot', run(loader, 'wineboot', '--init')],
    ['reg', run(loader, 'reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f')],
    ['node', run(loader, node, '--version')],
  ];
  const failed = steps.find(([, { status }]) => status !== 0);
  if (failed) {
    remove();
    throw new Error(`${failed[0]} ended with ${failed[1].status} under Wine (${loader}).`);
  }
  const driveC = join(prefix, 'drive_c');
  const folder = join(driveC, 'suite');
  mkdirSync(folder);
  const shares = join(prefix, 'dosdevices', 'unc');
  const machine = { missing: null, isWine: true, folder, driveC, shares, node: [loader, node], env };
  return { machine, remove };
}
