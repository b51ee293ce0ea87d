/**
 * Reads a model file of any supported format. What the bytes are decides, not what the name says, since files
 * with a wrong ending are common. Called by the renderer's worker, main, the command line and the service.
 * Readers of the rarer formats are loaded when such a file comes: no start-up waits for them.
 */
import { CodedError } from '../result.ts';
import { detectFormat, looksLikeAsciiStl } from './detect-format.ts';
import type { ModelFormat, ReadModel, ReadOptions } from './geometry.ts';
import type { Mesh } from './mesh.ts';
import { Pace } from './pace.ts';
import { type FilesBeside, findModelInArchive } from './readers/archive-model.ts';
import { decodeText } from './readers/decode-text.ts';
import { readObj } from './readers/obj.ts';
import { readPly } from './readers/ply.ts';
import { readAsciiStl } from './readers/stl-ascii.ts';
import { isExactBinaryStl, readBinaryStl } from './readers/stl-binary.ts';
import { read3mf } from './readers/three-mf.ts';

/**
 * @param fileName only its ending is used, where the content does not tell the format
 * @throws CodedError `file-empty`, `file-damaged`, `file-unsupported`, `file-too-large` or `file-no-triangles`
 *   with a sentence for people; AbortError where `options.signal` aborts
 */
export async function readModel(
  bytes: Uint8Array,
  fileName: string,
  options: ReadOptions = {},
): Promise<ReadModel> {
  return readModelAt(bytes, fileName, new Pace(options));
}

/** As `readModel`, as a part of longer work. */
export async function readModelAt(bytes: Uint8Array, fileName: string, pace: Pace): Promise<ReadModel> {
  if (bytes.length === 0) {
    throw new CodedError('file-empty', 'The file is empty. Export the part again from your CAD program.');
  }
  const warnings: string[] = [];
  try {
    const kind = detectFormat(bytes, fileName, warnings);
    const read =
      kind === 'zip'
        ? await readArchive(bytes, pace, warnings)
        : { format: kind, ...(await readAs(kind, bytes, pace, warnings)) };
    return { ...read, warnings: [...new Set(warnings)] };
  } catch (thrown) {
    throw asTooLarge(thrown);
  }
}

/** The one model in an archive, which must be no archive itself. */
async function readArchive(
  bytes: Uint8Array,
  pace: Pace,
  warnings: string[],
): Promise<Omit<ReadModel, 'warnings'>> {
  const model = await findModelInArchive(bytes, pace.part(0, 0.3));
  const format = detectFormat(model.bytes, model.name, warnings);
  if (format === 'zip') {
    throw new CodedError(
      'file-unsupported',
      'The archive holds another archive. Unpack it and open the model that is inside.',
    );
  }
  return { format, ...(await readAs(format, model.bytes, pace.part(0.3, 1), warnings, model.beside)) };
}

async function readAs(
  format: ModelFormat,
  bytes: Uint8Array,
  pace: Pace,
  warnings: string[],
  beside?: FilesBeside,
): Promise<Pick<ReadModel, 'mesh' | 'unit'>> {
  switch (format) {
    case 'stl':
      return { mesh: await readStl(bytes, pace, warnings), unit: null };
    case 'obj':
      return { mesh: await readObj(decodeText(bytes), pace, warnings), unit: null };
    case 'ply':
      return { mesh: await readPly(decodeText(bytes), pace, warnings), unit: null };
    case '3mf':
      return read3mf(bytes, pace, warnings);
    case 'amf': {
      const { readAmf } = await import('./readers/amf.ts');
      return readAmf(decodeText(bytes), pace, warnings);
    }
    case 'step':
    case 'iges':
    case 'brep': {
      const { readCad } = await import('./readers/cad.ts');
      return readCad(format, decodeText(bytes), pace, warnings);
    }
    case 'gltf': {
      const { readGltf } = await import('./readers/gltf/gltf.ts');
      return readGltf(bytes, pace, warnings, beside);
    }
    case 'dae': {
      const { readCollada } = await import('./readers/collada/collada.ts');
      return readCollada(decodeText(bytes), pace, warnings);
    }
    case 'x3d':
    case 'vrml': {
      const { readX3d } = await import('./readers/x3d/x3d.ts');
      return readX3d(decodeText(bytes), format === 'x3d' ? 'xml' : 'classic', pace, warnings);
    }
    case 'off': {
      const { readOff } = await import('./readers/off.ts');
      return { mesh: await readOff(decodeText(bytes), pace, warnings), unit: null };
    }
  }
}

/** ASCII or binary: the word `solid` at the start says nothing, since many binary files begin with it too. */
function readStl(bytes: Uint8Array, pace: Pace, warnings: string[]): Promise<Mesh> {
  if (isExactBinaryStl(bytes)) return readBinaryStl(bytes, pace, warnings);
  const text = decodeText(bytes);
  return looksLikeAsciiStl(text) ? readAsciiStl(text, pace, warnings) : readBinaryStl(bytes, pace, warnings);
}

/** Where even the declared and checked sizes exceed what this machine can allocate. */
export function asTooLarge(thrown: unknown): unknown {
  if (!(thrown instanceof RangeError)) return thrown;
  return new CodedError(
    'file-too-large',
    'The model is too large for the memory of this computer. Export it with a coarser mesh.',
    { cause: thrown },
  );
}
