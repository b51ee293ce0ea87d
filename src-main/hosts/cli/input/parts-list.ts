/**
 * Parts lists on the command line: `fabdesk order`, `quote` and `check` with `parts.csv`. Files are found
 * beside the list and below its folder, nowhere else: a list may come from someone else, and what it names
 * may be sent to a print service.
 */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Material } from '../../../../src-shared/api/materials.ts';
import { decodeTable } from '../../../../src-shared/csv/decode-table.ts';
import {
  type ListedPart,
  type ListFault,
  mostListBytes,
  readPartsList,
} from '../../../../src-shared/csv/parts-list.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { CodedError } from '../../../../src-shared/result.ts';
import { suggest } from '../../../../src-shared/text/suggest.ts';
import { hashFile } from '../../../files/hash-file.ts';
import { isFileBelow } from '../../../files/name-below.ts';
import { sentences } from '../../../main-error.ts';
import type { Output } from '../output/output.ts';
import { findMaterial } from './materials.ts';
import { isFile } from './on-disk.ts';
import { parseQuantity, usageError } from './options.ts';
import type { LineDefaults, RequestedFile } from './order-lines.ts';

/**
 * The lines of a list to be ordered. `defaults` apply to rows that name nothing else. Every row is checked
 * before one is ordered; if any is wrong, this throws `usage` after it has reported every fault with its line
 * number.
 */
export async function readOrderList(
  name: string,
  cwd: string,
  defaults: LineDefaults,
  materials: readonly Material[],
  out: Output,
): Promise<RequestedFile[]> {
  const quantity = defaults.quantity === undefined ? 1 : parseQuantity(defaults.quantity);
  const rows = await readRows(name, cwd, out, 'errors.list.refused', (part) => {
    const material = part.material ?? defaults.material;
    return material === undefined ? ref('errors.list.noMaterial') : materialFault(material, materials);
  });
  return rows.map((row) => ({
    file: row.file,
    material: row.material ?? defaults.material!,
    quantity: row.quantity ?? quantity,
    listed: { ...row, list: name },
  }));
}

/**
 * The lines of a list to be quoted, of which any may leave the material open. Otherwise as `readOrderList`.
 */
export const readQuoteList = (
  name: string,
  cwd: string,
  materials: readonly Material[],
  out: Output,
): Promise<readonly Omit<ListedPart, 'line'>[]> =>
  readRows(name, cwd, out, 'errors.list.notQuoted', ({ material }) =>
    material === null ? null : materialFault(material, materials),
  );

/** The files of a list to be checked, each once and with its unit. Otherwise as `readOrderList`. */
export async function readCheckList(name: string, cwd: string, out: Output): Promise<readonly ListedPart[]> {
  const rows = await readRows(name, cwd, out, 'errors.list.notChecked', () => null);
  return rows.filter(({ file }, at) => rows.findIndex((row) => row.file === file) === at);
}

/** Files as they would be typed. @param faultOf what else is wrong with a row */
async function readRows(
  name: string,
  cwd: string,
  out: Output,
  refused: 'errors.list.refused' | 'errors.list.notQuoted' | 'errors.list.notChecked',
  faultOf: (part: ListedPart) => MessageRef | null,
): Promise<ListedPart[]> {
  const { parts, faults } = readPartsList(await readText(name, cwd));
  const wrong: ListFault[] = [...faults];
  const rows: ListedPart[] = [];
  const folder = dirname(resolve(cwd, name));
  for (const part of parts) {
    if (!isFileBelow(folder, part.file)) {
      wrong.push({ line: part.line, text: ref('errors.list.outside', { file: part.file }) });
      continue;
    }
    const file = await fileBeside(name, part.file, cwd);
    const fault =
      (file === null && part.quoted?.changes ? changedFault(part) : null) ??
      (await placeFault(name, part.file, file, cwd)) ??
      (await contentFault(part, file, cwd)) ??
      faultOf(part);
    if (file !== null && fault === null) {
      rows.push({ ...part, file });
      const found = basename(file);
      if (found !== basename(inSlashes(part.file)))
        out.note(
          `${name}: ${out.say(faultText({ line: part.line, text: ref('errors.list.otherLetters', { file: part.file, found }) }))}`,
        );
    }
    if (fault !== null) wrong.push({ line: part.line, text: fault });
  }
  if (wrong.length > 0) throw refusal(name, refused, wrong, out);
  return rows;
}

/** Reports every fault with its line number. */
export function refusal(
  list: string,
  refused: 'errors.list.refused' | 'errors.list.notQuoted' | 'errors.list.notChecked',
  faults: readonly ListFault[],
  out: Output,
): CodedError {
  for (const fault of faults.toSorted((a, b) => a.line - b.line))
    out.note(`${list}: ${out.say(faultText(fault))}`);
  return usageError(ref(refused, { file: list, count: faults.length }));
}

/** A folder that is a link counts as where it leads. */
async function placeFault(
  list: string,
  named: string,
  file: string | null,
  cwd: string,
): Promise<MessageRef | null> {
  if (file === null) {
    const names = suggest(
      basename(inSlashes(named)),
      await namesIn(dirname(resolve(cwd, list, '..', named))),
    );
    const fault = ref('errors.list.missing', { file: named });
    return names.length === 0 ? fault : sentences(fault, ref('errors.list.near', { names }));
  }
  const folder = await realpath(dirname(resolve(cwd, list)));
  const way = relative(folder, await realpath(resolve(cwd, file)));
  const isOutside = way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
  return isOutside ? ref('errors.list.outside', { file: named }) : null;
}

/** A quote is for one content. */
async function contentFault(part: ListedPart, file: string | null, cwd: string): Promise<MessageRef | null> {
  const { file: named, quoted } = part;
  if (quoted === null || file === null) return null;
  const path = resolve(cwd, file);
  if ((await hashFile(path, (await stat(path)).size)).sha256 === quoted.sha256) return null;
  if (quoted.changes === '') return ref('errors.list.otherContent', { file: named });
  return changedFault(part);
}

const changedFault = ({ file, quoted }: ListedPart): MessageRef =>
  ref('errors.list.changedPart', { file, changes: quoted?.changes ?? '' });

/** Lists of Windows separate folders by backslashes. */
const inSlashes = (path: string): string => path.replaceAll('\\', '/');

/**
 * As it would be typed; null if there is none. Names that differ only by case or by how a system composes
 * letters such as ü are one name, unless several files have it.
 */
async function fileBeside(list: string, file: string, cwd: string): Promise<string | null> {
  for (const path of [file, inSlashes(file)]) {
    const beside = isAbsolute(path) ? path : join(dirname(list), path);
    if (await isFile(resolve(cwd, beside))) return beside;
  }
  if (isAbsolute(file)) return null;
  let found = dirname(list);
  for (const name of inSlashes(file).split('/')) {
    const names = name === '..' ? [name] : await namesIn(resolve(cwd, found));
    const [alike, ...others] = names.filter((one) => letters(one) === letters(name));
    if (alike === undefined || others.length > 0) return null;
    found = join(found, alike);
  }
  return (await isFile(resolve(cwd, found))) ? found : null;
}

const letters = (name: string): string => name.normalize('NFC').toLowerCase();

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function readText(name: string, cwd: string): Promise<string> {
  const path = resolve(cwd, name);
  const about = await stat(path).catch(() => null);
  if (!about?.isFile()) throw usageError(ref('errors.list.notFound', { file: name }));
  if (about.size > mostListBytes) throw usageError(ref('errors.list.tooLarge', { file: name }));
  return decodeTable(await readFile(path));
}

function materialFault(word: string, materials: readonly Material[]): MessageRef | null {
  try {
    findMaterial(word, materials);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof CodedError)) throw thrown;
    return thrown.text ?? ref('errors.material.unknown', { word });
  }
}

const faultText = ({ line, text }: ListFault) =>
  line === 0 ? text : ref('errors.list.inLine', { line, problem: text });
