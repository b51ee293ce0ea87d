/**
 * Reads a model file of any supported format. The content decides about the format, not the name, since files
 * with a wrong extension are common. Called by the renderer's worker, main, the command line and the service.
 * Readers of the rarer formats are loaded on first use, so that no start waits for them.
 */

import { ref } from '../../messages/messages.ts';
import { CodedError } from '../../result.ts';
import type { LengthUnit } from '../../units/units.ts';
import { readBinaryStl } from '../core/stl-binary.ts';
import type { ModelFormat, ReadModel, ReadOptions } from '../geometry.ts';
import { type GeometryText, geometryError } from '../geometry-text.ts';
import { summariseColours } from '../mesh/colours.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { TaskProgress } from '../runtime/task-progress.ts';
import { type FilesBeside, findModelInArchive } from './archive-model.ts';
import { hasDecimalCommas } from './decimal-commas.ts';
import { decodeText } from './decode-text.ts';
import { detectFormat, mayBeAsciiStl } from './detect-format.ts';
import { readObj } from './obj.ts';
import { readPly } from './ply.ts';
import { failDamaged } from './raw-mesh.ts';
import { readAsciiStl } from './stl-ascii.ts';
import { isExactBinaryStl } from './stl-binary.ts';

/**
 * @param fileName only its extension is used, if the content does not reveal the format @throws CodedError
 * `file-empty`, `file-damaged`, `file-unsupported`, `file-too-large` or `file-no-triangles` with a sentence
 * for people; AbortError if `options.signal` aborts
 */
export async function readModel(
  bytes: Uint8Array,
  fileName: string,
  options: ReadOptions = {},
): Promise<ReadModel> {
  return readModelAt(bytes, fileName, new TaskProgress(options));
}

/** Like `readModel`, as one step of longer work. */
export async function readModelAt(
  bytes: Uint8Array,
  fileName: string,
  progress: TaskProgress,
): Promise<ReadModel> {
  if (bytes.length === 0) {
    throw geometryError('file-empty', ref('geometry.emptyFile'));
  }
  const warnings: GeometryText[] = [];
  try {
    const kind = detectFormat(bytes, fileName, warnings);
    const read =
      kind === 'zip'
        ? await readArchive(bytes, progress, warnings)
        : { format: kind, ...(await readAs(kind, bytes, progress, warnings)) };
    const { colours } = read.mesh;
    const known = { ...read, warnings: withoutRepeated(warnings) };
    return colours === undefined ? known : { ...known, colours: summariseColours(colours) };
  } catch (thrown) {
    throw asTooLarge(thrown);
  }
}

/** Each remark once: many parts of a file may give the same. */
const withoutRepeated = (warnings: readonly GeometryText[]): GeometryText[] => [
  ...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values(),
];

/** The one model in an archive, which must not be an archive itself. */
async function readArchive(
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<Omit<ReadModel, 'warnings'>> {
  const model = await findModelInArchive(bytes, progress.part(0, 0.3));
  const format = detectFormat(model.bytes, model.name, warnings);
  if (format === 'zip') {
    throw geometryError('file-unsupported', ref('geometry.archiveInArchive'));
  }
  return { format, ...(await readAs(format, model.bytes, progress.part(0.3, 1), warnings, model.beside)) };
}

type Read = Pick<ReadModel, 'mesh' | 'unit' | 'assumedUnit' | 'curved' | 'findings'>;

/** Like `readFormat`, but if the file has decimal commas, the error names them. */
async function readAs(
  format: ModelFormat,
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
  beside?: FilesBeside,
): Promise<Read> {
  const nameCommas = (): void => {
    // The core reads a binary STL, and whatever is taken for one, without searching for commas.
    if (format === 'stl' && !isAsciiStl(bytes)) return;
    if (hasDecimalCommas(decodeText(bytes), format)) failDamaged(ref('geometry.decimalCommas'));
  };
  try {
    const read = await readFormat(format, bytes, progress, warnings, beside);
    if (warnings.some(({ key }) => key === 'geometry.unusableDropped')) nameCommas();
    return read;
  } catch (thrown) {
    if (thrown instanceof CodedError && thrown.code === 'file-damaged') nameCommas();
    throw thrown;
  }
}

async function readFormat(
  format: ModelFormat,
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
  beside?: FilesBeside,
): Promise<Read> {
  switch (format) {
    case 'stl':
      return { mesh: await readStl(bytes, progress, warnings), unit: null };
    case 'obj':
      return { mesh: await readObj(decodeText(bytes), progress, warnings, beside), unit: null };
    case 'ply':
      return { mesh: await readPly(decodeText(bytes), progress, warnings), unit: null };
    case '3mf': {
      const { read3mf } = await import('./three-mf.ts');
      return read3mf(bytes, progress, warnings);
    }
    case 'amf': {
      const { readAmf } = await import('./amf/amf.ts');
      return readAmf(decodeText(bytes), progress, warnings);
    }
    case 'step': {
      const { readStep } = await import('./step/step.ts');
      const text = decodeText(bytes);
      const read = await readStep(text, progress, warnings);
      const words = ['GLOBAL_UNIT_ASSIGNED_CONTEXT', 'LENGTH_UNIT'];
      return words.every((word) => hasText(text, word)) ? read : assuming(read);
    }
    case 'iges':
    case 'brep': {
      const { readCad } = await import('./cad.ts');
      const read = await readCad(format, decodeText(bytes), progress, warnings);
      return format === 'brep' ? assuming(read) : read;
    }
    case 'freecad': {
      const { readFreeCad } = await import('./freecad/freecad.ts');
      return readFreeCad(bytes, progress, warnings);
    }
    case 'gltf': {
      const { readGltf } = await import('./gltf/gltf.ts');
      return assuming(await readGltf(bytes, progress, warnings, beside));
    }
    case 'dae': {
      const { readCollada } = await import('./collada/collada.ts');
      return readCollada(decodeText(bytes), progress, warnings, beside);
    }
    case 'x3d':
    case 'vrml': {
      const { readX3d } = await import('./x3d/x3d.ts');
      return readX3d(decodeText(bytes), format === 'x3d' ? 'xml' : 'classic', progress, warnings, beside);
    }
    case 'off': {
      const { readOff } = await import('./off.ts');
      return { mesh: await readOff(decodeText(bytes), progress, warnings), unit: null };
    }
  }
}

/** The unit belongs to the format; the file itself does not state it. */
const assuming = ({ unit, ...read }: Read & { readonly unit: LengthUnit }): Read => ({
  ...read,
  unit: null,
  assumedUnit: unit,
});

function hasText(bytes: Uint8Array, text: string): boolean {
  const [first = 0, ...rest] = [...text].map((letter) => letter.charCodeAt(0));
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (rest.every((byte, i) => bytes[at + 1 + i] === byte)) return true;
  return false;
}

/** The word `solid` at the start does not decide, since many binary files begin with it too. */
const isAsciiStl = (bytes: Uint8Array): boolean =>
  !isExactBinaryStl(bytes) && mayBeAsciiStl(decodeText(bytes));

const readStl = (bytes: Uint8Array, progress: TaskProgress, warnings: GeometryText[]): Promise<Mesh> =>
  isAsciiStl(bytes)
    ? readAsciiStl(decodeText(bytes), progress, warnings)
    : readBinaryStl(bytes, progress, warnings);

/** For sizes that passed the checks but are still more than this machine can allocate. */
export function asTooLarge(thrown: unknown): unknown {
  if (!(thrown instanceof RangeError)) return thrown;
  return geometryError('file-too-large', ref('geometry.outOfMemory'), { cause: thrown });
}
