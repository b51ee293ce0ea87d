/**
 * The lines of `fabdesk order`: FILE:MATERIAL[:QTY], or FILE with --material and --quantity for all; with
 * `--model` the id of a model replaces the file. File names may contain colons themselves (`C:\part.stl`), so
 * existing files decide where the name ends.
 */
import { resolve } from 'node:path';
import type { ListedPart } from '../../../../src-shared/csv/parts-list.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { isFile } from './on-disk.ts';
import { parseId, parseQuantity, usageError } from './options.ts';

interface Requested {
  /** Id or title as typed. */
  readonly material: string;
  readonly quantity: number;
}
export interface RequestedFile extends Requested {
  readonly file: string;
  /** Its row of a parts list. */
  readonly listed?: ListedPart & { readonly list: string };
}
/** A model that the service has. */
export interface RequestedModel extends Requested {
  readonly modelId: number;
}
export type RequestedLine = RequestedFile | RequestedModel;

export interface LineDefaults {
  readonly material?: string;
  readonly quantity?: string;
}

/** Throws `usage` if a line names no existing file or no material. */
export async function parseOrderLine(
  text: string,
  cwd: string,
  defaults: LineDefaults,
): Promise<RequestedFile> {
  const quantity = defaults.quantity === undefined ? 1 : parseQuantity(defaults.quantity);
  for (const split of possibleSplits(text)) {
    if (!(await isFile(resolve(cwd, split.file)))) continue;
    const material = split.material ?? defaults.material;
    if (material === undefined || material.trim() === '') {
      throw usageError(ref('cli.line.noMaterial', { file: split.file }));
    }
    return {
      file: split.file,
      material,
      quantity: split.quantity === undefined ? quantity : parseQuantity(split.quantity),
    };
  }
  throw usageError(ref('cli.line.noFile', { text }));
}

/** MODEL:MATERIAL[:QTY], or MODEL with --material. Throws `usage`. */
export function parseModelLine(text: string, defaults: LineDefaults): RequestedModel {
  const [model = '', ...rest] = text.split(':');
  const modelId = parseId(model, 'model');
  const last = rest.length > 1 ? rest.at(-1) : undefined;
  const material = (last === undefined ? rest : rest.slice(0, -1)).join(':').trim() || defaults.material;
  if (material === undefined || material.trim() === '')
    throw usageError(ref('cli.line.noModelMaterial', { model: String(modelId) }));
  return { modelId, material, quantity: parseQuantity(last ?? defaults.quantity ?? '1') };
}

interface Split {
  readonly file: string;
  readonly material?: string;
  readonly quantity?: string;
}

/** From the longest possible file name to the shortest. */
export function possibleSplits(text: string): Split[] {
  const splits: Split[] = [{ file: text }];
  const last = text.lastIndexOf(':');
  if (last > 0) {
    splits.push({ file: text.slice(0, last), material: text.slice(last + 1) });
    const before = text.lastIndexOf(':', last - 1);
    if (before > 0) {
      splits.push({
        file: text.slice(0, before),
        material: text.slice(before + 1, last),
        quantity: text.slice(last + 1),
      });
    }
  }
  return splits;
}
