/**
 * Packs Fabdesk for Linux as `npm run dist` does, around a stand-in of Electron's distribution. Only the deb:
 * for AppImage, rpm and tar.gz, electron-builder downloads tools.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeElectronDist } from './electron-dist.ts';
import { whereIs } from './where-is.ts';

export const canMakeDebs = process.platform === 'linux' && existsSync('/usr/bin/dpkg-deb');

export interface LinuxPackage {
  /** The folder with the program. */
  readonly unpacked: string;
  readonly deb: string;
}

/**
 * @param folder an empty one, for everything that is made @throws with electron-builder's output if it fails
 */
export function packForLinux(folder: string): LinuxPackage {
  const dist = join(folder, 'electron');
  writeElectronDist(dist);
  const fpm = join(folder, 'fpm');
  writeFileSync(
    fpm,
    `#!/bin/sh\nexec '${process.execPath}' '${whereIs('tests/support/packaging/fpm.ts')}' "$@"\n`,
  );
  chmodSync(fpm, 0o755);
  const release = join(folder, 'release');
  const builder = whereIs('node_modules/electron-builder/cli.js');
  const options = [`-c.electronDist=${dist}`, `-c.directories.output=${release}`];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [builder, '--linux', 'deb', '--publish', 'never', ...options],
    { cwd: whereIs('.'), env: { ...process.env, CUSTOM_FPM_PATH: fpm }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  const deb = readdirSync(release).find((name) => name.endsWith('.deb')) ?? 'no deb';
  const suffix = process.arch === 'x64' ? '' : `-${process.arch}`;
  return { unpacked: join(release, `linux${suffix}-unpacked`), deb: join(release, deb) };
}
