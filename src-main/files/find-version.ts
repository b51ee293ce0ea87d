/**
 * Finds the part on the plate of which a file is a new version. Reads the files of the parts that come into
 * question; the rules are in src-shared/identity/earlier-version.ts.
 */
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { ShapeRelation } from '../../src-shared/geometry/compare/part-shape.ts';
import {
  type Answer,
  answerFor,
  areApart,
  type Evidence,
  evidenceFor,
  evidences,
  type KnownPart,
} from '../../src-shared/identity/earlier-version.ts';
import { originalOf, type PlateItem, turnedFrom } from '../../src-shared/ipc/plate-item.ts';
import type { SpooledFile } from '../../src-shared/ipc/spooled-file.ts';
import type { LengthUnit } from '../../src-shared/units/units.ts';
import { nodeDisk } from './disk.ts';
import { type FileRelations, relateFiles } from './relate-files.ts';
import type { Spool } from './spool.ts';

/** Parts of the plate that were read from the same bytes. */
interface Group {
  readonly original: SpooledFile;
  readonly items: PlateItem[];
}

interface Found {
  readonly answer: Exclude<Answer, 'other'>;
  /** All that were read from the same earlier version. */
  readonly items: readonly PlateItem[];
}

interface Candidate extends Found {
  readonly evidence: Evidence | null;
  readonly shape: ShapeRelation | null;
}

/** More are not read for one file, nor more bytes. */
const mostRead = 30;
const mostBytes = 300_000_000;

/** Null if it is another part than those. `unit` counts for a file that states none. */
export async function findVersion(
  file: SpooledFile,
  unit: LengthUnit | null,
  plate: readonly PlateItem[],
  spool: Pick<Spool, 'pathOf'>,
): Promise<Found | null> {
  const next = await knownOf(file);
  const known = await Promise.all(
    groupsOf(plate).map(async (group) => ({ group, part: await knownOf(group.original) })),
  );
  const possible = known.filter(({ part }) => !areApart(next, part));
  const named = possible.filter(({ part }) => ['source', 'path'].includes(evidenceFor(next, part) ?? ''));
  const read = withinLimits(named.length > 0 ? named : possible, file.size);
  if (read.length === 0) return null;
  const relations = await relate(
    file,
    unit,
    read.map(({ group }) => group),
    spool,
  );
  const candidates = await Promise.all(
    read.map(async ({ group, part }, at): Promise<Candidate | null> => {
      const { product, shape } = relations.parts[at]!;
      const evidence = evidenceFor({ ...next, product: relations.product }, { ...part, product });
      const isStillThere = await isThere(group.original);
      const answer = answerFor({ evidence, shape, isStillThere });
      if (answer === 'other') return null;
      // Only the window can turn, repair or hollow the new content like the old one.
      const isMade = group.items.some((item) => turnedFrom(item) !== undefined || item.file.path === null);
      return { answer: isMade ? 'ask' : answer, items: group.items, evidence, shape };
    }),
  );
  return bestOf(
    candidates.flatMap((candidate) => candidate ?? []),
    file,
  );
}

function bestOf(candidates: readonly Candidate[], { name }: SpooledFile): Found | null {
  const rank = ({ evidence, shape, items }: Candidate): string => {
    const isNamed = items.some((item) => originalOf(item).name === name);
    const shapes: readonly (ShapeRelation | null)[] = ['equal', 'alike', 'mirrored', 'other', null];
    const strength = evidence === null ? evidences.length : evidences.indexOf(evidence);
    return `${strength}${isNamed ? 0 : 1}${shapes.indexOf(shape)}`;
  };
  const [best, second] = candidates.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  if (best === undefined) return null;
  const isAmbiguous = second !== undefined && rank(second) === rank(best);
  return { items: best.items, answer: isAmbiguous ? 'ask' : best.answer };
}

async function knownOf({ name, path, source }: SpooledFile): Promise<KnownPart> {
  const at = source?.indexOf('#') ?? -1;
  const document = at < 0 ? source : source?.slice(0, at);
  return {
    name,
    path: path === null ? null : await fileKey(path),
    source: document === undefined ? null : (await fileKey(document)) + (at < 0 ? '' : source!.slice(at)),
    product: null,
  };
}

function groupsOf(plate: readonly PlateItem[]): Group[] {
  const groups = new Map<string, Group>();
  for (const item of plate) {
    const original = originalOf(item);
    const key = JSON.stringify([original.sha256, original.path, original.source]);
    const group = groups.get(key) ?? { original, items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function withinLimits<T extends { readonly group: Group }>(possible: readonly T[], size: number): T[] {
  let bytes = size;
  return possible.slice(0, mostRead).filter(({ group }) => {
    bytes += group.original.size;
    return bytes <= mostBytes;
  });
}

async function relate(
  file: SpooledFile,
  unit: LengthUnit | null,
  groups: readonly Group[],
  spool: Pick<Spool, 'pathOf'>,
): Promise<FileRelations> {
  const related = ({ sha256, name }: SpooledFile, counts: LengthUnit | null) => ({
    path: spool.pathOf(sha256),
    name,
    unit: counts,
  });
  const parts = groups.map(({ original, items }) => related(original, items[0]!.unit));
  const { product, parts: found } = await relateFiles({ next: related(file, unit), parts });
  const isSame = groups.map(({ original }) => original.sha256 === file.sha256);
  return {
    product,
    parts: found.map((part, at) => (isSame[at] ? { ...part, shape: 'equal' } : part)),
  };
}

const isThere = ({ path }: SpooledFile): Promise<boolean> =>
  path === null
    ? Promise.resolve(true)
    : nodeDisk.facts(path).then(
        ({ isFile }) => isFile,
        () => false,
      );

/**
 * Paths compared as files: through symbolic links, and without regard to case and to the composition of
 * accents where the file system has none. Everything that asks whether two paths are one file calls this.
 * Equal for paths of one file. A file that is not there counts by its folder. Never throws. @param path
 * absolute, or relative to the working directory
 */
export async function fileKey(path: string): Promise<string> {
  const absolute = resolve(path);
  const found = await realpath(absolute).catch(() => null);
  if (found === null) {
    const folder = dirname(absolute);
    if (folder === absolute) return absolute;
    const key = await fileKey(folder);
    return join(key, await asNamed(basename(absolute), folder));
  }
  return asNamed(found, found);
}

/** @param place what is there, which shows whether case matters */
const asNamed = async (name: string, place: string): Promise<string> =>
  (await ignoresCase(place)) ? name.normalize('NFC').toLowerCase() : name.normalize('NFC');

async function ignoresCase(path: string): Promise<boolean> {
  const other = join(dirname(path), swapCase(basename(path)));
  if (other === path) return process.platform === 'win32' || process.platform === 'darwin';
  const [one, two] = await Promise.all(
    [path, other].map((each) => stat(each, { bigint: true }).catch(() => null)),
  );
  return one != null && two != null && one.ino === two.ino && one.dev === two.dev;
}

const swapCase = (name: string): string =>
  [...name]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');
