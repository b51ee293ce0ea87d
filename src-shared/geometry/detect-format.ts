/**
 * Tells what a file is from its first bytes, and from the ending of its name only where the bytes leave it
 * open. Names what it recognises but cannot read, so that people know what to do with such a file.
 */
import { CodedError } from '../result.ts';
import { type ModelFormat, readableEndings } from './geometry.ts';
import { decodeText } from './readers/decode-text.ts';
import { isExactBinaryStl } from './readers/stl-binary.ts';

const sniffBytes = 64 * 1024;

const formatNames: Readonly<Record<ModelFormat, string>> = {
  stl: 'STL',
  obj: 'OBJ',
  ply: 'PLY',
  '3mf': '3MF',
};

/**
 * @param warnings receives a sentence when name and content disagree
 * @throws CodedError `file-unsupported` with the name of the format where it is known
 */
export function detectFormat(bytes: Uint8Array, fileName: string, warnings: string[]): ModelFormat {
  const ending = endingOf(fileName);
  const byContent = sniff(bytes);
  if (byContent === null) {
    const byEnding = readableEndings.find((known) => known === ending);
    // A damaged file still deserves the message of its own reader.
    if (byEnding !== undefined) return byEnding;
    throw unsupported(ending === '' ? 'This file' : `A file with the ending .${ending}`);
  }
  if (byContent !== ending && readableEndings.some((known) => known === ending)) {
    warnings.push(
      `The name ends in .${ending}, but the content is ${formatNames[byContent]} and was read as such.`,
    );
  }
  return byContent;
}

export const endingOf = (fileName: string): string => {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase();
};

/**
 * Whether this is the text of an STL file: no zero bytes at the start, as binary headers have them, and the words
 * of a facet (a binary header may say "solid", too) or nothing but an empty solid.
 */
export function looksLikeAsciiStl(text: Uint8Array): boolean {
  if (text.subarray(0, 1024).includes(0)) return false;
  const beginning = latin1(text.subarray(0, sniffBytes));
  if (/\bfacet\s+normal\b|\bouter\s+loop\b/i.test(beginning)) return /\bvertex\b/i.test(beginning);
  return /^\s*(solid|facet)\b/i.test(beginning) && (/\bendsolid\b/i.test(beginning) || text.length < 84);
}

function sniff(bytes: Uint8Array): ModelFormat | null {
  if (startsWith(bytes, [0x50, 0x4b, 3, 4]) || startsWith(bytes, [0x50, 0x4b, 5, 6])) return '3mf';
  const text = decodeText(bytes.subarray(0, sniffBytes));
  const beginning = latin1(text.subarray(0, 4096));
  if (/^ply[ \t]*[\r\n]/i.test(beginning)) return 'ply';
  if (isExactBinaryStl(bytes)) return 'stl';
  if (looksLikeAsciiStl(text)) return 'stl';
  const foreign = foreignFormat(bytes, beginning);
  if (foreign !== null) throw unsupported(foreign);
  return looksLikeObj(text) ? 'obj' : null;
}

/** Some lines of OBJ, and nothing that is no text. */
function looksLikeObj(text: Uint8Array): boolean {
  if (text.includes(0)) return false;
  const beginning = latin1(text);
  return (
    /^[ \t]*v[ \t]+[-+.\d]/m.test(beginning.replaceAll('\r', '\n')) ||
    (/^[ \t]*f[ \t]+-?\d/m.test(beginning.replaceAll('\r', '\n')) && !/facet/i.test(beginning))
  );
}

/** What else the file is, as the beginning of a sentence; null where nothing is recognised. */
function foreignFormat(bytes: Uint8Array, beginning: string): string | null {
  if (startsWith(bytes, [0x67, 0x6c, 0x54, 0x46])) return 'A glTF file';
  if (
    startsWith(bytes, [0x89, 0x50, 0x4e, 0x47]) ||
    startsWith(bytes, [0xff, 0xd8, 0xff]) ||
    /^GIF8/.test(beginning)
  ) {
    return 'A picture';
  }
  if (/^%PDF/.test(beginning)) return 'A PDF document';
  if (startsWith(bytes, [0x1f, 0x8b])) return 'A gzip archive';
  if (/^Rar!/.test(beginning) || /^7z\xbc\xaf/.test(beginning)) return 'An archive';
  if (/^\s*ISO-10303-21/.test(beginning)) return 'A STEP file';
  if (/^.{72}S {6}1\s/.test(beginning)) return 'An IGES file';
  if (/^(CASCADE|DBRep)/i.test(beginning)) return 'A BREP file';
  if (/^(ST|C|N|4)*OFF\b/.test(beginning.trimStart())) return 'An OFF file';
  if (/^#VRML/.test(beginning)) return 'A VRML file';
  if (/^\s*</.test(beginning)) {
    if (/<amf\b/i.test(beginning)) return 'An AMF file';
    if (/<COLLADA\b/.test(beginning)) return 'A COLLADA file';
    if (/<X3D\b/i.test(beginning)) return 'An X3D file';
    if (/<svg\b/i.test(beginning)) return 'A drawing';
    if (/<(html|!doctype html)\b/i.test(beginning)) return 'A web page';
  }
  return null;
}

const unsupported = (what: string): CodedError =>
  new CodedError(
    'file-unsupported',
    `${what} cannot be read. Export the part as ${readableEndings
      .map((ending) => formatNames[ending])
      .join(', ')
      .replace(/, ([^,]*)$/, ' or $1')}.`,
  );

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, at) => bytes[at] === byte);

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text;
}
