/** Parts lists on the command line: `fabdesk order parts.csv`. Files are found beside the list. */
import { readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Material } from '../../../../src-shared/api/materials.ts';
import { decodeTable } from '../../../../src-shared/csv/decode-table.ts';
import { type ListFault, mostListBytes, readPartsList } from '../../../../src-shared/csv/parts-list.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { CodedError } from '../../../../src-shared/result.ts';
import type { Output } from '../output/output.ts';
import { findMaterial } from './materials.ts';
import { parseQuantity, usageError } from './options.ts';
import type { LineDefaults, RequestedFile } from './order-lines.ts';

/**
 * The lines of a list; `defaults` hold for rows that say nothing else. Every row is checked before one is ordered, and all
 * faults are told with their line numbers. Throws `usage` then.
 */
export async function readOrderList(
  name: string,
  cwd: string,
  defaults: LineDefaults,
  materials: readonly Material[],
  out: Output,
): Promise<RequestedFile[]> {
  const { parts, faults } = readPartsList(await readText(name, cwd));
  const quantity = defaults.quantity === undefined ? 1 : parseQuantity(defaults.quantity);
  const wrong: ListFault[] = [...faults];
  const lines: RequestedFile[] = [];
  for (const part of parts) {
    const { line } = part;
    const file = await fileBeside(name, part.file, cwd);
    const material = part.material ?? defaults.material;
    if (file === null) wrong.push({ line, text: ref('errors.list.missing', { file: part.file }) });
    else if (material === undefined) wrong.push({ line, text: ref('errors.list.noMaterial') });
    else {
      const fault = materialFault(material, materials);
      if (fault === null) lines.push({ file, material, quantity: part.quantity ?? quantity });
      else wrong.push({ line, text: fault });
    }
  }
  if (wrong.length === 0) return lines;
  for (const fault of wrong.sort((a, b) => a.line - b.line))
    out.note(`${name}: ${out.say(faultText(fault))}`);
  throw usageError(ref('errors.list.refused', { file: name, count: wrong.length }));
}

/** As it would be typed; null if there is none. Lists of Windows separate folders by backslashes. */
async function fileBeside(list: string, file: string, cwd: string): Promise<string | null> {
  for (const path of [file, file.replaceAll('\\', '/')]) {
    const beside = isAbsolute(path) ? path : join(dirname(list), path);
    if (await isFile(resolve(cwd, beside))) return beside;
  }
  return null;
}

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

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (about) => about.isFile(),
    () => false,
  );
