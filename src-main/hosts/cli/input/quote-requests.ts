/**
 * What `fabdesk quote` is asked for: files and folders, and FILE:MATERIAL[:QTY] as `fabdesk order` takes it. A name may
 * contain colons itself, so what exists decides where it ends.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expandPatterns } from './expand-patterns.ts';
import { type FileFailure, findModelFiles, type ModelFile } from './model-files.ts';
import { parseQuantity } from './options.ts';
import { possibleSplits } from './order-lines.ts';

export interface QuoteRequest {
  readonly entry: ModelFile | FileFailure;
  /** Id or title as typed; null: any. */
  readonly material: string | null;
  readonly quantity: number;
}

/** Every file that the names stand for, in their order. Throws `usage` for a quantity that is none. */
export async function readQuoteRequests(names: readonly string[], cwd: string): Promise<QuoteRequest[]> {
  const requests: QuoteRequest[] = [];
  for (const name of await expandPatterns(names, cwd)) {
    const { file, material, quantity } = await splitName(name, cwd);
    for (const entry of await findModelFiles([file], cwd)) requests.push({ entry, material, quantity });
  }
  return requests;
}

async function splitName(
  text: string,
  cwd: string,
): Promise<{ readonly file: string } & Omit<QuoteRequest, 'entry'>> {
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
