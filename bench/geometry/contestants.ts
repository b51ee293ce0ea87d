/**
 * The programs that are compared: Fabdesk as a command and in warm workers, and the other programs that are
 * installed.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isInstalled, type Run, run } from '../support/run.ts';
import type { Lane } from './lane.ts';

export interface Contestant {
  readonly name: string;
  /** A whole process, whose start-up time can be subtracted; the others are warm workers. */
  readonly isProcess: boolean;
  /** File extensions that it reads. */
  readonly endings: readonly string[];
  run(path: string): Promise<Run>;
}

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const cli = at('../../dist/main/cli.js');
const all = ['stl', 'obj', 'ply', '3mf'];

const process_ = (
  name: string,
  endings: readonly string[],
  command: (path: string) => readonly [string, ...string[]],
  okCodes?: readonly number[],
): Contestant => ({
  name,
  isProcess: true,
  endings,
  run: (path) => {
    const [program, ...args] = command(path);
    return run(program, args, okCodes);
  },
});

export function findContestants(lane: Lane, other: Lane): Contestant[] {
  const warm = (
    name: string,
    endings: readonly string[],
    time: (path: string) => Promise<Run>,
  ): Contestant => ({
    name,
    isProcess: false,
    endings,
    run: time,
  });
  const found = [
    warm('worker: full check', all, (path) => lane.time('full', path)),
    warm('worker: full check, mesh out', all, (path) => lane.time('mesh', path)),
    warm('worker: MD5 alone', all, (path) => lane.time('md5', path)),
    warm('two workers: full check; MD5 and base64', all, async (path) => {
      const lanes = await Promise.all([lane.time('full', path), other.time('md5+base64', path)]);
      const longest = (of: (run: Run) => number): number => Math.max(...lanes.map(of));
      return { ms: longest(({ ms }) => ms), cpuMs: longest(({ cpuMs }) => cpuMs ?? 0), mb: null, ok: true };
    }),
    process_('fabdesk check', all, (path) => [process.execPath, cli, 'check', '--json', path], [0, 1, 2, 3]),
    process_('cat', all, (path) => ['cat', path]),
    process_('md5sum', all, (path) => ['md5sum', path]),
  ];
  if (isInstalled('prusa-slicer')) {
    found.push(
      process_('PrusaSlicer --info', ['stl', 'obj', '3mf'], (path) => ['prusa-slicer', '--info', path]),
    );
  }
  if (isInstalled('admesh')) found.push(process_('ADMesh', ['stl'], (path) => ['admesh', path]));
  if (isInstalled('assimp')) {
    found.push(process_('assimp info', all, (path) => ['assimp', 'info', path, '-r']));
  }
  if (isInstalled('f3d')) {
    found.push(process_('f3d --no-render', ['stl', 'obj', 'ply'], (path) => ['f3d', '--no-render', path]));
  }
  if (hasVtk()) {
    found.push(
      process_('VTK mass properties', ['stl', 'obj', 'ply'], (path) => [
        'python3',
        at('./vtk-volume.py'),
        path,
      ]),
    );
  }
  found.push(
    process_('three.js in Node', ['stl', 'obj', 'ply'], (path) => [
      process.execPath,
      at('./three-volume.mjs'),
      path,
    ]),
  );
  return found;
}

const hasVtk = (): boolean =>
  isInstalled('python3') &&
  spawnSync('python3', ['-c', 'import vtkmodules.vtkIOPLY'], { stdio: 'ignore' }).status === 0;
