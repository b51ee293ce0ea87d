/**
 * What `fabdesk quote` is asked for: files and folders, FILE:MATERIAL[:QTY] as `fabdesk order` takes it, and
 * parts lists. A name may contain colons itself, so what exists decides where it ends.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Material } from '../../../../src-shared/api/materials.ts';
import { isPartsList } from '../../../../src-shared/csv/is-parts-list.ts';
import type { ListedSize } from '../analysis/priced-models.ts';
import type { Output } from '../output/output.ts';
import { expandPatterns } from './expand-patterns.ts';
import { type FileFailure, findModelFiles, type ModelFile } from './model-files.ts';
import { parseQuantity } from './options.ts';
import { possibleSplits } from './order-lines.ts';
import { readQuoteList } from './parts-list.ts';

export interface QuoteRequest {
  readonly entry: ModelFile | FileFailure;
  /** Id or title as typed; null: any. */
  readonly material: string | null;
  readonly quantity: number;
  /** Null: no parts list names it. */
  readonly listed: ListedSize | null;
}

/**
 * Every file that the names stand for, in their order. Throws `usage` for a quantity that is none, and for
 * faulty lists.
 */
export async function readQuoteRequests(
  names: readonly string[],
  cwd: string,
  materials: readonly Material[],
  out: Output,
): Promise<QuoteRequest[]> {
  const requests: QuoteRequest[] = [];
  for (const name of await expandPatterns(names, cwd)) {
    const parts = isPartsList(name)
      ? await readQuoteList(name, cwd, materials, out)
      : [await splitName(name, cwd)];
    for (const { file, material, quantity, ...part } of parts) {
      const listed = 'unit' in part ? part : null;
      for (const entry of await findModelFiles([file], cwd))
        requests.push({ entry, material, quantity: quantity ?? 1, listed });
    }
  }
  return requests;
}

async function splitName(
  text: string,
  cwd: string,
): Promise<{ readonly file: string } & Pick<QuoteRequest, 'material' | 'quantity'>> {
  for (const { file, material, quantity } of possibleSplits(text)) {
    if (!(await exists(resolve(cwd, file)))) continue;
    return {
      file,
      material: material === undefined || material.trim() === '' ? null : material,
      quantity: quantity === undefined ? 1 : parseQuantity(quantity),
    };
  }
  // Reported as a file that is not there.
  return { file: text, material: null, quantity: 1 };
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
