/** The kinds of model files that Fabdesk reads, by their usual names; from the readers' own list. */
import { formatOfEnding, readableEndings } from '../../src-shared/geometry/geometry.ts';

export const readableFormats: readonly string[] = [...new Set(formatOfEnding.values())].map(
  (format) => ({ gltf: 'glTF', freecad: 'FreeCAD' })[format as string] ?? format.toUpperCase(),
);

/** For a file chooser: `.stl,.obj`. */
export const readableAccept: string = readableEndings.map((ending) => `.${ending}`).join(',');

/** Parts lists, too. */
export const plateAccept = `${readableAccept},.csv,.tsv`;
