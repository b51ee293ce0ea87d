/**
 * Finds where the CAD programs of this computer keep their add-ons, by the folders that these programs have
 * made for themselves. Packages that shut a program off from others (Flatpak, Snap) are left out: such a
 * program could not start Fabdesk.
 */
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { CadProgram } from '../../src-shared/ipc/cad-program.ts';

/** A place for the add-on of one program. */
export interface AddOnPlace {
  readonly program: CadProgram['program'];
  /** Of the program; null where its folder does not tell. */
  readonly version: string | null;
  /** Absolute. The add-on is there if the folder exists. */
  readonly folder: string;
}

export interface Computer {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The person's own folder. */
  readonly home: string;
}

const thisComputer = (): Computer => ({ env: process.env, platform: process.platform, home: homedir() });

export async function findPlaces(computer = thisComputer()): Promise<readonly AddOnPlace[]> {
  const [freecad, blender] = await Promise.all([
    placesOfFreecad(userFolder(computer, 'FreeCAD', 'data')),
    placesOfBlender(
      userFolder(
        computer,
        computer.platform === 'win32' ? 'Blender Foundation/Blender' : 'Blender',
        'config',
      ),
    ),
  ]);
  return [...freecad, ...blender];
}

/** 1.1 and later have a folder for each version within that of FreeCAD. */
async function placesOfFreecad(base: string): Promise<AddOnPlace[]> {
  const names = await readdir(base).catch((): null => null);
  if (names === null) return [];
  const versions = names.filter((name) => /^v\d+-\d+$/.test(name));
  const place = (version: string | null): AddOnPlace => ({
    program: 'freecad',
    version: version?.slice(1).replace('-', '.') ?? null,
    folder: join(base, version ?? '', 'Mod', 'Fabdesk'),
  });
  return [null, ...versions].map(place);
}

async function placesOfBlender(base: string): Promise<AddOnPlace[]> {
  const names = await readdir(base).catch((): string[] => []);
  return names
    .filter((name) => /^\d+\.\d+$/.test(name))
    .map((version) => ({ program: 'blender', version, folder: join(base, version, addOnFolder(version)) }));
}

/** Blender has extensions since 4.2. */
function addOnFolder(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const hasExtensions = major > 4 || (major === 4 && minor >= 2);
  return hasExtensions
    ? join('extensions', 'user_default', 'open_in_fabdesk')
    : join('scripts', 'addons', 'open_in_fabdesk');
}

/** The folder of a program for one person's data or settings. */
function userFolder({ env, platform, home }: Computer, name: string, kind: 'data' | 'config'): string {
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), name);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', name);
  const [named, usual] =
    kind === 'data' ? [env['XDG_DATA_HOME'], join('.local', 'share')] : [env['XDG_CONFIG_HOME'], '.config'];
  const base = named && isAbsolute(named) ? named : join(home, usual);
  return join(base, kind === 'config' ? name.toLowerCase() : name);
}
