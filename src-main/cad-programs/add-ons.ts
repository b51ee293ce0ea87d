/**
 * Installs and removes the add-ons of `integrations/` in CAD programs. An add-on is copied together with the
 * command that starts this Fabdesk, so its button works wherever Fabdesk is.
 */
import { lstat, mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, parse, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { CadProgram } from '../../src-shared/ipc/cad-program.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { mainError } from '../main-error.ts';
import { type AddOnPlace, findPlaces } from './find-places.ts';

/** Beside the code, also in packages (electron-builder.yml). */
const integrations = fileURLToPath(new URL('../../integrations', import.meta.url));
const sources = { freecad: 'freecad', blender: join('blender', 'open_in_fabdesk') } as const;
/** Marks an add-on as ours. Its `handover.py` reads there which command starts Fabdesk. */
const markFile = 'fabdesk-add-on.json';
const markSchema = z.object({
  /** Program and first arguments. */
  command: z.array(z.string()),
  /** The installed files, by relative names separated by `/`. Nothing else is ever removed. */
  files: z.array(z.string().regex(/^(?!.*\.\.)[\w/.-]+$/)),
});

type Find = () => Promise<readonly AddOnPlace[]>;

export async function listPrograms(
  command: readonly string[],
  find: Find = findPlaces,
): Promise<CadProgram[]> {
  const places = await find();
  return Promise.all(places.map(async (place) => ({ ...place, state: await stateOf(place, command) })));
}

/**
 * @param folder as `listPrograms` gives it @throws CodedError `file-not-written` where something else is
 *   there, or the system refuses
 */
export async function installAddOn(
  folder: string,
  command: readonly string[],
  find: Find = findPlaces,
): Promise<void> {
  const place = await placeAt(folder, find);
  if ((await stateOf(place, command)) === 'other') throw refused('errors.cad.other', folder);
  const files = await filesOf(place, command);
  try {
    await removeFiles(folder, new Set(files.keys()));
    // The mark comes first, so that an add-on that was cut off is known and can be completed.
    for (const [name, content] of files) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    }
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
    await removeFiles(folder, new Set());
  } catch (cause) {
    throw refused('errors.cad.notWritten', folder, cause);
  }
}

/** Removes what was installed, what Python compiled of it, and folders that are empty then. */
async function removeFiles(folder: string, except: ReadonlySet<string>): Promise<void> {
  const mark = await readMark(folder);
  if (mark === null) return;
  for (const name of mark.files.filter((one) => !except.has(one))) {
    await rm(join(folder, name), { force: true });
    const { dir, name: word } = parse(name);
    const compiled = join(folder, dir, '__pycache__');
    for (const file of await readdir(compiled).catch((): string[] => []))
      if (file.startsWith(`${word}.`)) await rm(join(compiled, file));
  }
  if (!except.has(markFile)) await rm(join(folder, markFile));
  const inside = mark.files.flatMap((name) => [join(dirname(name), '__pycache__'), ...foldersOf(name)]);
  // The deepest first. A folder that holds something else stays.
  for (const name of [...new Set(inside)].sort((a, b) => b.length - a.length))
    await rmdir(join(folder, name)).catch(() => undefined);
}

/** The folders that a file is in, up to that of the add-on. */
const foldersOf = (name: string): string[] =>
  name === '.' ? [] : [dirname(name), ...foldersOf(dirname(name))];

async function readMark(folder: string): Promise<z.infer<typeof markSchema> | null> {
  try {
    return markSchema.parse(JSON.parse(await readFile(join(folder, markFile), 'utf8')));
  } catch {
    return null;
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
  if (!found.isDirectory() || (await readMark(folder)) === null) return 'other';
  for (const [name, content] of await filesOf(place, command)) {
    const there = await readFile(join(folder, name)).catch(() => null);
    if (there === null || !there.equals(content)) return 'outdated';
  }
  return 'installed';
}

/** The files of an add-on by their relative names, its mark first. */
async function filesOf({ program }: AddOnPlace, command: readonly string[]): Promise<Map<string, Buffer>> {
  const source = join(integrations, sources[program]);
  const files: [string, Buffer][] = [];
  for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !path.includes(`${sep}__pycache__${sep}`))
      files.push([path.slice(source.length + 1).replaceAll(sep, '/'), await readFile(path)]);
  }
  const mark = { command, files: files.map(([name]) => name) };
  return new Map([[markFile, Buffer.from(`${JSON.stringify(mark, null, 2)}\n`)], ...files]);
}

const refused = (
  key: 'errors.cad.other' | 'errors.cad.notWritten' | 'errors.cad.gone',
  folder: string,
  cause?: unknown,
) => mainError('file-not-written', ref(key, { folder }), { cause });
