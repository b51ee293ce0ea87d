/** The title a model gets from its file's name (spec: Resources > Model > title). */
import { basename, extname } from 'node:path';

export function titleOf(path: string): string {
  const name = basename(path);
  return (basename(name, extname(name)).trim() || name).slice(0, 255);
}
