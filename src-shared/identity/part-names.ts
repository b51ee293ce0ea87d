/** Names of files as names of parts: what programs add to them for a version, a copy or a temporary file. */

/** OpenSCAD hands over `bracket.scad.Xyz789.stl`, with another ending of the name each time. */
const temporary = /^(.+)\.(scad|csg)\.[a-z0-9]{6}(\.[a-z0-9]+)$/i;

const additions =
  /(?<![ ._-])([ ._-]*(\(\d+\)|\b(copy|kopie|final|new|neu)\b|(?<![a-z])(v|ver|version|rev)[ ._-]?\d+([._]\d+)*)){1,8}$/i;

/** The name of a part for people: without what makes a temporary name unique. */
export const permanentName = (name: string): string => name.replace(temporary, '$1$3');

/** Equal for the files of versions and copies of one part, and not for `arm-1` and `arm-2`. */
export function nameOfVersions(name: string): string {
  const plain = permanentName(name.normalize('NFC'))
    .replace(/\.[^.]+$/, '')
    .toLowerCase();
  return plain.replace(additions, '') || plain;
}
