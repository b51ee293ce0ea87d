/**
 * Parts lists that are dropped with their models: which file gets which material and quantity, row by row.
 */
import { matchMaterial } from '../../../../src-shared/api/match-material.ts';
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
import { metresPerUnit } from '../../../../src-shared/units/units.ts';
import type { NewPart } from './intake.svelte.ts';

export interface RefusedRows {
  /** The name of the list. */
  readonly list: string;
  /** Parts that were taken. */
  readonly taken: number;
  readonly faults: readonly ListFault[];
}

interface Dropped {
  readonly lists: readonly File[];
  readonly models: readonly File[];
  /** Where files lie that came in a folder, from its name on. Of others a page sees only the name. */
  readonly paths: ReadonlyMap<File, string>;
}

interface ReadLists {
  /** The parts of each model that is to be placed; models that no list names have no entry. */
  readonly listed: ReadonlyMap<File, readonly NewPart[]>;
  /** Named by rows that could not be taken, and by no other. */
  readonly leftOut: ReadonlySet<File>;
  /** Only lists with faults. */
  readonly refused: readonly RefusedRows[];
}

/** @param space parts that the plate can still take */
export async function readLists(
  { lists, models, paths }: Dropped,
  materials: readonly Material[],
  space: number,
): Promise<ReadLists> {
  const listed = new Map<File, NewPart[]>();
  const named = new Set<File>();
  const refused: RefusedRows[] = [];
  let left = space;
  for (const list of lists) {
    const { parts, faults } = await read(list);
    const wrong: ListFault[] = [...faults];
    let [taken, isOfModels] = [0, false];
    for (const part of parts) {
      const { line, material, quantity, unit } = part;
      const byName = findModels(part, list, models, paths);
      const found = await withContent(part, byName);
      for (const model of found === 'other-content' ? byName : found) named.add(model);
      if (byName.length > 0) isOfModels = true;
      const match = material === null || materials.length === 0 ? null : matchMaterial(material, materials);
      const fault = faultOf(part, found, match, left);
      const model = found === 'other-content' ? undefined : found[0];
      if (fault !== null || model === undefined) {
        if (fault !== null) wrong.push({ line, text: fault });
        continue;
      }
      listed.set(model, [
        ...(listed.get(model) ?? []),
        {
          materialId: match?.material?.materialId ?? null,
          quantity: quantity ?? 1,
          ...(unit && { unit }),
          ...sizeOf(part),
        },
      ]);
      taken++;
      left--;
    }
    // Offline at the very first start.
    if (materials.length === 0 && taken > 0) wrong.push({ line: 0, text: ref('errors.list.noCatalog') });
    // A folder may hold tables of other kinds.
    const isOther = paths.has(list) && !isOfModels;
    if (wrong.length > 0 && !isOther)
      refused.push({ list: list.name, taken, faults: wrong.sort((a, b) => a.line - b.line) });
  }
  const leftOut = new Set([...named].filter((model) => !listed.has(model)));
  return { listed, leftOut, refused };
}

function faultOf(
  { file, quoted }: ListedPart,
  found: readonly File[] | 'other-content',
  match: ReturnType<typeof matchMaterial> | null,
  left: number,
): MessageRef | null {
  if (found === 'other-content')
    return quoted?.changes
      ? ref('errors.list.changedPart', { file, changes: quoted.changes })
      : ref('errors.list.otherContent', { file });
  if (found.length === 0) return ref('errors.list.notDropped', { file });
  if (found.length > 1) return ref('errors.list.sameName', { file });
  if (match !== null && match.material === null) {
    const { fault, near } = match;
    if (near.length === 0) return fault;
    return ref('errors.sentences', { before: fault, next: ref('errors.list.near', { names: near }) });
  }
  return left > 0 ? null : ref('errors.list.plateFull');
}

/** A quote is for one content, which tells files of one name apart; any of several equal ones will do. */
async function withContent(
  { quoted }: ListedPart,
  found: readonly File[],
): Promise<readonly File[] | 'other-content'> {
  if (quoted === null) return found;
  for (const file of found) if ((await contentOf(file)) === quoted.sha256) return [file];
  return found.length === 0 ? found : 'other-content';
}

/** SHA-256. */
async function contentOf(file: File): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const sizeOf = ({ unit, scale, quoted }: ListedPart): Pick<NewPart, 'scale' | 'uploadScale'> => {
  if (scale === null) return {};
  return quoted && unit ? { uploadScale: scale * metresPerUnit[unit] } : { scale };
};

/**
 * The one file in that place beside the list, or all whose known path ends as the row does. Several cannot be
 * distinguished.
 */
function findModels(
  { file }: ListedPart,
  list: File,
  models: readonly File[],
  paths: ReadonlyMap<File, string>,
): File[] {
  const wanted = partsOf(file);
  const folder = partsOf(paths.get(list) ?? '').slice(0, -1);
  const pathOf = (model: File): string[] => partsOf(paths.get(model) ?? model.name);
  const beside = models.filter((model) => pathOf(model).join('/') === [...folder, ...wanted].join('/'));
  if (beside.length > 0) return beside;
  return models.filter((model) => endAlike(pathOf(model), wanted));
}

/** Case does not matter, and neither does how a system composes letters such as ü. */
const partsOf = (path: string): string[] =>
  path
    .normalize('NFC')
    .toLowerCase()
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.');

function endAlike(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return length > 0 && one.slice(-length).join('/') === other.slice(-length).join('/');
}

async function read(list: File): Promise<ReturnType<typeof readPartsList>> {
  if (list.size > mostListBytes) return whole(ref('errors.list.tooLarge', { file: list.name }));
  try {
    return readPartsList(decodeTable(new Uint8Array(await list.arrayBuffer())));
  } catch {
    return whole(ref('geometry.fileUnreadable'));
  }
}

const whole = (text: MessageRef) => ({ parts: [], faults: [{ line: 0, text }] });
