/** Parts lists that are dropped with their models: which file gets which material and quantity, row by row. */
import { matchMaterial } from '../../../../src-shared/api/match-material.ts';
import type { Material } from '../../../../src-shared/api/materials.ts';
import { decodeTable } from '../../../../src-shared/csv/decode-table.ts';
import { type ListFault, mostListBytes, readPartsList } from '../../../../src-shared/csv/parts-list.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { PartWish } from './intake.svelte.ts';

export interface RefusedRows {
  /** The name of the list. */
  readonly list: string;
  /** Parts that were taken. */
  readonly taken: number;
  readonly faults: readonly ListFault[];
}

interface ReadLists {
  readonly wishes: ReadonlyMap<File, readonly PartWish[]>;
  /** Of lists with faults only. */
  readonly refused: readonly RefusedRows[];
}

/**
 * A page sees the names of dropped files but not their folders, so rows are matched by names alone. `areOfFolder`: tables that
 * are no lists of these models are left out without a word.
 */
export async function readLists(
  lists: readonly File[],
  models: readonly File[],
  materials: readonly Material[],
  areOfFolder: boolean,
): Promise<ReadLists> {
  const wishes = new Map<File, PartWish[]>();
  const refused: RefusedRows[] = [];
  for (const list of lists) {
    const { parts, faults } = await read(list);
    const wrong: ListFault[] = [...faults];
    let taken = 0;
    for (const { line, file, material, quantity } of parts) {
      const model = models.find(({ name }) => name.toLowerCase() === lastPart(file));
      const match = material === null || materials.length === 0 ? null : matchMaterial(material, materials);
      if (model === undefined) wrong.push({ line, text: ref('errors.list.notDropped', { file }) });
      else if (match !== null && match.material === null)
        wrong.push({ line, text: withSuggestions(match.fault, match.near) });
      else {
        const wish = { materialId: match?.material.materialId ?? null, quantity: quantity ?? 1 };
        wishes.set(model, [...(wishes.get(model) ?? []), wish]);
        taken++;
      }
    }
    // Offline at the very first start.
    if (materials.length === 0 && taken > 0) wrong.push({ line: 0, text: ref('errors.list.noCatalog') });
    if (wrong.length > 0 && !(areOfFolder && taken === 0))
      refused.push({ list: list.name, taken, faults: wrong.sort((a, b) => a.line - b.line) });
  }
  return { wishes, refused };
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

const lastPart = (path: string): string => (path.split(/[\\/]/).at(-1) ?? path).toLowerCase();

const withSuggestions = (fault: MessageRef, near: readonly string[]): MessageRef =>
  near.length === 0
    ? fault
    : ref('errors.sentences', { before: fault, next: ref('errors.list.near', { names: near }) });
