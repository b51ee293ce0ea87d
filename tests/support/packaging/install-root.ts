/**
 * A root folder of its own into which dpkg installs, with the few programs that a package's scripts need.
 * dpkg runs the scripts with this folder as their `/`, so nothing of this machine is changed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, lstatSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const programs = [
  '/bin/bash',
  '/bin/cp',
  '/bin/chmod',
  '/bin/ln',
  '/bin/readlink',
  '/bin/rm',
  '/usr/bin/update-alternatives',
];

/** A format of dpkg-query: the short state of a package. */
const shortState = '$' + '{db:Status-Abbrev}';

/** What comes before a command that needs the rights of root; null if nobody gives them. */
const rightsOfRoot: readonly string[] | null =
  process.getuid?.() === 0
    ? []
    : ([
        ['unshare', '--map-root-user'],
        ['sudo', '-n'],
      ].find(([command = '', ...args]) => spawnSync(command, [...args, 'true']).status === 0) ?? null);

export const canInstall = rightsOfRoot !== null && existsSync('/usr/bin/dpkg');

export class InstallRoot {
  readonly folder: string;

  /** @param folder is made */
  constructor(folder: string) {
    this.folder = folder;
    for (const path of [
      'etc',
      'dev',
      'usr/bin',
      'var/lib/dpkg/info',
      'var/lib/dpkg/updates',
      'etc/alternatives',
    ])
      mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, 'var/lib/dpkg/status'), '');
    writeFileSync(join(folder, 'dev/null'), '');
    for (const program of programs) {
      this.#copy(program);
      const libraries = execFileSync('ldd', [program], { encoding: 'utf8' });
      for (const [path] of libraries.matchAll(/\/\S+/g)) this.#copy(path);
    }
    this.#copyAs('/bin/bash', '/bin/sh');
  }

  /** Gives its scripts a system whose kernel lets every program make a sandbox with user namespaces. */
  allowUserNamespaces(): void {
    mkdirSync(join(this.folder, 'proc/self/ns'), { recursive: true });
    this.#run(['ln', '-s', 'user:[1]', join(this.folder, 'proc/self/ns/user')]);
    writeFileSync(join(this.folder, 'usr/bin/unshare'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  }

  /** The packages that it depends on are not there: they would be half a desktop. */
  install(deb: string): string {
    return this.#dpkg('--force-depends', '--install', deb);
  }

  purge(name: string): string {
    return this.#dpkg('--purge', name);
  }

  /** `ii` if it is installed. */
  stateOf(name: string): string {
    const { stdout } = spawnSync(
      'dpkg-query',
      [`--admindir=${join(this.folder, 'var/lib/dpkg')}`, '--show', '--showformat', shortState, name],
      { encoding: 'utf8' },
    );
    return stdout.trim();
  }

  /** Permissions with the bits for set-user-id, as `ls` has them; null if the file is not there. */
  modeOf(path: string): string | null {
    const file = join(this.folder, path);
    return existsSync(file) ? (lstatSync(file).mode & 0o7777).toString(8) : null;
  }

  #dpkg(...args: string[]): string {
    return this.#run(['dpkg', `--root=${this.folder}`, `--log=${join(this.folder, 'dpkg.log')}`, ...args]);
  }

  #run(command: readonly string[]): string {
    const [program = '', ...args] = [...(rightsOfRoot ?? []), ...command];
    // dpkg wants ldconfig and others of sbin, which not every shell has in its path.
    const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/local/sbin:/usr/sbin:/sbin` };
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env });
    if (status !== 0) throw new Error(`${command.join(' ')}\n${stdout}${stderr}`);
    return `${stdout}${stderr}`;
  }

  #copy(path: string): void {
    this.#copyAs(path, path);
  }

  #copyAs(path: string, name: string): void {
    const target = join(this.folder, name);
    mkdirSync(dirname(target), { recursive: true });
    if (!existsSync(target)) copyFileSync(realpathSync(path), target);
  }
}
