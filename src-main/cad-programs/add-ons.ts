/**
 * Installs and removes the add-ons of `integrations/` in CAD programs. An add-on is copied together with the
 * command that starts this Fabdesk, so its button works wherever Fabdesk is.
 */
import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CadProgram } from '../../src-shared/ipc/cad-program.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';
import { type AddOnPlace, findPlaces } from './find-places.ts';

/** Beside the code, also in packages (electron-builder.yml). */
const integrations = fileURLToPath(new URL('../../integrations', import.meta.url));
const sources = { freecad: 'freecad', blender: join('blender', 'open_in_fabdesk') } as const;
/** Read by the add-ons' `handover.py`: program and arguments that start Fabdesk, as JSON. */
const commandFile = 'fabdesk-command.json';

type Find = () => Promise<readonly AddOnPlace[]>;

export async function listPrograms(
  command: readonly string[],
  find: Find = findPlaces,
): Promise<CadProgram[]> {
  const places = await find();
  return Promise.all(places.map(async (place) => ({ ...place, state: await stateOf(place, command) })));
}

/**
 * @param folder as `listPrograms` gives it @throws CodedError `file-not-written` where something else is at that
 *   place, or the system refuses
 */
export async function installAddOn(
  folder: string,
  command: readonly string[],
  find: Find = findPlaces,
): Promise<void> {
  const place = await placeAt(folder, find);
  if ((await stateOf(place, command)) === 'other') throw refused('errors.cad.other', folder);
  const files = await filesOf(place, command);
  const fresh = `${folder}.new`;
  try {
    await rm(fresh, { recursive: true, force: true });
    for (const [name, content] of files) {
      const path = join(fresh, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    }
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
  } catch (cause) {
    throw refused('errors.cad.notWritten', folder, cause);
  }
}

/** @throws CodedError `file-not-written` */
export async function removeAddOn(folder: string, find: Find = findPlaces): Promise<void> {
  const place = await placeAt(folder, find);
  const state = await stateOf(place, []);
  if (state === 'none') return;
  if (state === 'other') throw refused('errors.cad.other', folder);
  try {
    await rm(folder, { recursive: true });
  } catch (cause) {
    throw refused('errors.cad.notWritten', folder, cause);
  }
}

/** Only a place that was found is ever written to. */
async function placeAt(folder: string, find: Find): Promise<AddOnPlace> {
  const place = (await find()).find((one) => one.folder === folder);
  if (!place) throw refused('errors.cad.gone', folder);
  return place;
}

async function stateOf(place: AddOnPlace, command: readonly string[]): Promise<CadProgram['state']> {
  const { folder } = place;
  const found = await lstat(folder).catch(() => null);
  if (found === null) return 'none';
  if (!found.isDirectory() || !existsSync(join(folder, commandFile))) return 'other';
  for (const [name, content] of await filesOf(place, command)) {
    const there = await readFile(join(folder, name)).catch(() => null);
    if (there === null || !there.equals(content)) return 'outdated';
  }
  return 'installed';
}

/** The files of an add-on by their relative names. */
async function filesOf({ program }: AddOnPlace, command: readonly string[]): Promise<Map<string, Buffer>> {
  const source = join(integrations, sources[program]);
  const files = new Map([[commandFile, Buffer.from(`${JSON.stringify(command)}\n`)]]);
  for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !path.includes(`${sep}__pycache__${sep}`))
      files.set(path.slice(source.length + 1), await readFile(path));
  }
  return files;
}

const refused = (
  key: 'errors.cad.other' | 'errors.cad.notWritten' | 'errors.cad.gone',
  folder: string,
  cause?: unknown,
) => mainError('file-not-written', ref(key, { folder }), { cause });
