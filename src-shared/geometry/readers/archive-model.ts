/**
 * Finds the one model in a ZIP archive. Textures, materials and notes beside it do not matter; two models
 * would be ambiguous. The limits of `zip.ts` apply, and nested archives are not expanded repeatedly.
 */

import { ref } from '../../messages/messages.ts';
import { formatOfEnding } from '../geometry.ts';
import { type GeometryText, geometryError } from '../geometry-text.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { ZipArchive } from './zip.ts';

export interface PackedModel {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly beside: FilesBeside;
}

/** A file to which a model refers by a path from its own folder; null if the archive does not have it. */
export type FilesBeside = (path: string) => Promise<Uint8Array | null>;

const mostNamed = 5;

/** Packages are compressed already, so one that grows by more than this is padding inside padding. */
const mostPackageGrowth = 2;
const harmlessBytes = 2 ** 21;

/** @throws CodedError `file-unsupported` unless the archive has exactly one model; as `ZipArchive` does */
export async function findModelInArchive(bytes: Uint8Array, progress: TaskProgress): Promise<PackedModel> {
  const archive = new ZipArchive(bytes);
  const files = archive.names.filter(isVisible);
  const models = files.filter((name) => formatOfEnding.has(endingOf(name)));
  const [name] = models;
  if (name === undefined) {
    throw geometryError(
      'file-unsupported',
      files.length === 0
        ? ref('geometry.archiveEmpty')
        : ref('geometry.archiveWithoutModel', { files: listed(files) }),
    );
  }
  if (models.length > 1) {
    throw geometryError(
      'file-unsupported',
      ref('geometry.archiveWithModels', { count: models.length, files: listed(models) }),
    );
  }
  const content = await archive.read(name, progress);
  const isPackage = content[0] === 0x50 && content[1] === 0x4b;
  if (isPackage && content.length > harmlessBytes && content.length > bytes.length * mostPackageGrowth) {
    throw geometryError('file-too-large', ref('geometry.archiveBomb'));
  }
  const folder = name.slice(0, name.search(/[^/\\]*$/));
  const beside: FilesBeside = async (path) => {
    const wanted = folder + path.replace(/^(\.\/)+/, '');
    return archive.has(wanted) ? archive.read(wanted, progress) : null;
  };
  return { name, bytes: content, beside };
}

/** Folders and files that file managers leave behind do not count. */
const isVisible = (name: string): boolean =>
  !/[\\/]$/.test(name) && !/(^|[\\/])(\.|__MACOSX[\\/]|Thumbs\.db$)/i.test(name);

const endingOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

function listed(names: readonly string[]): string | GeometryText {
  const shown = names.slice(0, mostNamed).map((name) => name.replace(/^.*[\\/]/, '').slice(0, 60));
  const more = names.length - shown.length;
  const files = shown.join(', ');
  return more > 0 ? ref('geometry.moreFiles', { files, count: more }) : files;
}
