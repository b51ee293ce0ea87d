/**
 * The lines of `fabdesk order`: FILE:MATERIAL[:QTY], or FILE with --material and --quantity for all. File names may
 * contain colons themselves (`C:\part.stl`), so existing files decide where the name ends.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { parseQuantity, usageError } from './options.ts';

export interface RequestedLine {
  readonly file: string;
  /** Id or title as typed. */
  readonly material: string;
  readonly quantity: number;
}

export interface LineDefaults {
  readonly material?: string;
  readonly quantity?: string;
}

/** Throws `usage` if a line names no existing file or no material. */
export async function parseOrderLine(
  text: string,
  cwd: string,
  defaults: LineDefaults,
): Promise<RequestedLine> {
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

interface Split {
  readonly file: string;
  readonly material?: string;
  readonly quantity?: string;
}

/** From the longest possible file name to the shortest. */
function possibleSplits(text: string): Split[] {
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

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (about) => about.isFile(),
    () => false,
  );
