/** The title that a model gets from its file's name (spec: Resources > Model > title). */
import { basename, extname } from 'node:path';

export function modelTitleOf(path: string): string {
  // macOS returns decomposed names, which a search would not find.
  const name = basename(path).normalize('NFC');
  return (basename(name, extname(name)).trim() || name).slice(0, 255);
}
