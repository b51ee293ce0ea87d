/** The kinds of model files that are read, as people call them; from the readers' own list. */
import { formatOfEnding, readableEndings } from '../../src-shared/geometry/geometry.ts';

const names = [...new Set(formatOfEnding.values())].map((format) => format.toUpperCase());

/** `STL, OBJ, PLY and 3MF`. */
export const readableFormats = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** For a file chooser: `.stl,.obj`. */
export const readableAccept: string = readableEndings.map((ending) => `.${ending}`).join(',');
