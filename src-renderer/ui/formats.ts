/** The kinds of model files that are read, as people call them; from the readers' own list. */
import { readableEndings } from '../../src-shared/geometry/geometry.ts';

/** `STL, OBJ, PLY and 3MF`. */
export const readableFormats: string = new Intl.ListFormat('en', { type: 'conjunction', style: 'long' })
  .format(readableEndings.map((ending) => ending.toUpperCase()))
  .replace(/, and /, ' and ');

/** For a file chooser: `.stl,.obj`. */
export const readableAccept: string = readableEndings.map((ending) => `.${ending}`).join(',');
