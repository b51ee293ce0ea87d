/**
 * Detects what a file is from its first bytes, and from its extension only if the bytes are ambiguous. Names
 * formats that it recognises but cannot read, so that people know what to do with such a file.
 */

import { ref } from '../../messages/messages.ts';
import { CodedError } from '../../result.ts';
import { formatOfEnding, type ModelFormat } from '../geometry.ts';
import { type GeometryText, geometryError } from '../geometry-text.ts';
import { decodeText, latin1 } from './decode-text.ts';
import { exportAdvice } from './foreign-programs.ts';
import { isExactBinaryStl } from './stl-binary.ts';
import { ZipArchive } from './zip.ts';

const sniffBytes = 64 * 1024;

/** A model, or an archive that should contain one. */
export type FileKind = ModelFormat | 'zip';

const kindNames: Readonly<Record<FileKind, string>> = {
  stl: 'STL',
  obj: 'OBJ',
  ply: 'PLY',
  '3mf': '3MF',
  amf: 'AMF',
  off: 'OFF',
  gltf: 'glTF',
  dae: 'COLLADA',
  x3d: 'X3D',
  vrml: 'VRML',
  step: 'STEP',
  iges: 'IGES',
  brep: 'BREP',
  freecad: 'FreeCAD',
  zip: 'ZIP',
};

/**
 * @param bytes the whole file, or at least its first 64 KiB if it is no archive @param warnings receives a
 * sentence if name and content disagree @param size of the whole file @throws CodedError `file-unsupported`
 * with the name of the format if it is known
 */
export function detectFormat(
  bytes: Uint8Array,
  fileName: string,
  warnings: GeometryText[],
  size = bytes.length,
): FileKind {
  if (isLfsPointer(bytes)) throw geometryError('file-unsupported', ref('geometry.lfsPointer'));
  const ending = endingOf(fileName);
  const byEnding = formatOfEnding.get(ending);
  const byContent = sniff(bytes, byEnding, size);
  const advice = byContent === null || byContent === 'zip' ? exportAdvice(ending) : null;
  if (advice !== null) throw geometryError('file-unsupported', advice);
  if (byContent === null) {
    // A damaged file should get the message of its own reader.
    if (byEnding !== undefined) return byEnding;
    throw unsupported(ending === '' ? ref('geometry.thisFile') : ref('geometry.fileEndingIn', { ending }));
  }
  // AMF may be zipped; `archive-model.ts` opens it.
  const isPackedAmf = byContent === 'zip' && byEnding === 'amf';
  if (byEnding !== undefined && byContent !== byEnding && !isPackedAmf) {
    warnings.push(ref('geometry.otherContent', { ending, format: kindNames[byContent] }));
  }
  return byContent;
}

/** Git LFS stores a few lines in place of a large file (Git LFS Specification, "The Pointer"). */
const isLfsPointer = (bytes: Uint8Array): boolean =>
  /^version https:\/\/(git-lfs|hawser)\.github\.com\/spec\//.test(latin1(bytes.subarray(0, 64)));

const endingOf = (fileName: string): string => {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase();
};

/**
 * Whether this is the text of an STL file: no zero bytes at the start, which binary headers have, and either
 * the words of a facet (a binary header may say "solid" too) or an empty solid.
 */
export function mayBeAsciiStl(text: Uint8Array): boolean {
  if (text.subarray(0, 1024).includes(0)) return false;
  const beginning = latin1(text.subarray(0, sniffBytes));
  if (/\bfacet\s+normal\b|\bouter\s+loop\b/i.test(beginning)) return /\bvertex\b/i.test(beginning);
  return /^\s*(solid|facet)\b/i.test(beginning) && (/\bendsolid\b/i.test(beginning) || text.length < 84);
}

function sniff(bytes: Uint8Array, byEnding: FileKind | undefined, size: number): FileKind | null {
  if (isArchive(bytes)) {
    return packageKind(bytes, byEnding);
  }
  const text = decodeText(bytes.subarray(0, sniffBytes));
  const beginning = latin1(text.subarray(0, 4096));
  if (/^ply[ \t]*[\r\n]/i.test(beginning)) return 'ply';
  if (isExactBinaryStl(bytes, size)) return 'stl';
  if (mayBeAsciiStl(text)) return 'stl';
  if (startsWith(bytes, [0x67, 0x6c, 0x54, 0x46])) return 'gltf';
  const known = knownText(beginning, text);
  if (known !== null) return known;
  const foreign = foreignFormat(bytes, beginning);
  if (foreign !== null) throw unsupported(foreign);
  return mayBeObj(text) ? 'obj' : null;
}

/** Whether the bytes begin as ZIP archives do. */
export const isArchive = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0x50, 0x4b, 3, 4]) || startsWith(bytes, [0x50, 0x4b, 5, 6]);

/** 3MF, FreeCAD or another archive; if its directory is damaged, the file name decides. */
function packageKind(bytes: Uint8Array, byEnding: FileKind | undefined): FileKind {
  try {
    const archive = new ZipArchive(bytes);
    const isPackage = archive.has('_rels/.rels') || archive.names.some((name) => /\.model$/i.test(name));
    if (isPackage) return '3mf';
    return archive.has('Document.xml') && archive.has('GuiDocument.xml') ? 'freecad' : 'zip';
  } catch (thrown) {
    if (!(thrown instanceof CodedError)) throw thrown;
    return byEnding === undefined ? '3mf' : byEnding === 'freecad' || byEnding === '3mf' ? byEnding : 'zip';
  }
}

/** Text formats that name themselves at the beginning; XML ones after comments of any usual length. */
function knownText(beginning: string, text: Uint8Array): ModelFormat | null {
  if (/^\s*(#[^\n]*\n\s*)*(ST)?C?N?4?n?OFF(?![A-Za-z])/.test(beginning)) return 'off';
  if (/^\s*\{/.test(beginning) && /"(asset|accessors|bufferViews|meshes)"\s*:/.test(latin1(text)))
    return 'gltf';
  if (/^\s*ISO-10303-21\s*;/.test(beginning)) return 'step';
  if (/^.{72}S {6}1\s/.test(beginning)) return 'iges';
  if (/^\s*(CASCADE Topology|DBRep_DrawableShape)/.test(beginning)) return 'brep';
  if (/^\s*</.test(beginning)) {
    const root = /<(amf|COLLADA|X3D)[\s>]/.exec(latin1(text))?.[1];
    if (root === 'amf') return 'amf';
    if (root === 'COLLADA') return 'dae';
    if (root === 'X3D') return 'x3d';
  }
  if (/^#(VRML|X3D) V/.test(beginning)) return 'vrml';
  return null;
}

/** Whether there are some lines of OBJ and nothing that is not text. */
function mayBeObj(text: Uint8Array): boolean {
  if (text.includes(0)) return false;
  const beginning = latin1(text);
  return (
    /^[ \t]*v[ \t]+[-+.\d]/m.test(beginning.replaceAll('\r', '\n')) ||
    (/^[ \t]*f[ \t]+-?\d/m.test(beginning.replaceAll('\r', '\n')) && !/facet/i.test(beginning))
  );
}

/** The name of another format; null if none is recognised. */
function foreignFormat(bytes: Uint8Array, beginning: string): GeometryText | null {
  if (
    startsWith(bytes, [0x89, 0x50, 0x4e, 0x47]) ||
    startsWith(bytes, [0xff, 0xd8, 0xff]) ||
    /^GIF8/.test(beginning)
  ) {
    return ref('geometry.picture');
  }
  if (/^%PDF/.test(beginning)) return ref('geometry.pdf');
  if (startsWith(bytes, [0x1f, 0x8b])) return ref('geometry.gzip');
  if (/^Rar!/.test(beginning) || /^7z\xbc\xaf/.test(beginning)) return ref('geometry.archive');
  if (startsWith(bytes, [0xe0, 0, 0, 1])) return ref('geometry.binaryX3d');
  if (/^\s*</.test(beginning)) {
    if (/<svg\b/i.test(beginning)) return ref('geometry.drawing');
    if (/<(html|!doctype html)\b/i.test(beginning)) return ref('geometry.webPage');
  }
  return null;
}

const unsupported = (what: GeometryText): CodedError =>
  geometryError('file-unsupported', ref('geometry.unsupported', { what }));

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, at) => bytes[at] === byte);
