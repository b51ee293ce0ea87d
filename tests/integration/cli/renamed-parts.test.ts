/**
 * Real parts that are renamed, moved, edited, mirrored or exchanged between two exports: a wrong replacement
 * would buy the wrong part. The corpus of real models is needed.
 * @release
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findVersion } from '../../../src-main/files/find-version.ts';
import { analyseModel } from '../../../src-shared/geometry/analyse-model.ts';
import type { Mesh, Vector } from '../../../src-shared/geometry/mesh/mesh.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import type { PlateItem } from '../../../src-shared/ipc/plate-item.ts';
import type { SpooledFile } from '../../../src-shared/ipc/spooled-file.ts';
import { corpusDir, corpusPresent } from '../../support/corpus.ts';
import { temporaryFolder } from '../../support/folder.ts';

const parts = [
  'found/x-end-idler.stl',
  'found/ir-sensor-cover-mmu2s.stl',
  'found/Half_Inch_Drive_Ring.stl',
  'prusa3d-PrusaSlicer/resources/shapes/M3_hex_nut.stl',
];
/** On the plate as well, and never to be replaced. */
const bystanders = [
  'found2/orders/knob.stl',
  'found2/orders/bracket.stl',
  'prusa3d-PrusaSlicer/resources/shapes/M3x10_screw.stl',
];

type Move = (x: number, y: number, z: number) => Vector;
const asItIs: Move = (x, y, z) => [x, y, z];

let folder: string;
/** The bytes of each file are stored under their hash, as in the spool. */
const spool = { pathOf: (sha256: string) => join(folder, 'spool', sha256) };

function moved({ positions, indices }: Mesh, move: Move, isMirror = false): Uint8Array {
  const places = new Float32Array(positions.length);
  for (let i = 0; i < places.length; i += 3)
    places.set(move(positions[i]!, positions[i + 1]!, positions[i + 2]!), i);
  const turned = indices.slice();
  for (let i = 0; isMirror && i < turned.length; i += 3)
    [turned[i], turned[i + 1]] = [turned[i + 1]!, turned[i]!];
  return writeBinaryStl({ positions: places, indices: turned });
}

function save(path: string, bytes: Uint8Array, source?: string): SpooledFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  writeFileSync(spool.pathOf(sha256), bytes);
  return { sha256, size: bytes.length, name: basename(path), path, ...(source && { source }) };
}

const itemOf = (file: SpooledFile): PlateItem => ({
  id: file.path!,
  file,
  unit: 'mm',
  scale: 1,
  quantity: 1,
  materialId: null,
  unitConfirmed: true,
});

interface Export {
  readonly what: string;
  /** Below the folder of the case. */
  readonly path: string;
  readonly move?: Move;
  readonly isMirror?: boolean;
  /** The export is that of a part of another shape. */
  readonly other?: true;
  readonly source?: string;
  readonly sourceBefore?: string;
  /** The file of the part is not there any more. */
  readonly isGone?: true;
  readonly answer: 'replace' | 'ask' | null;
}

const inch: Move = (x, y, z) => [x * 25.4, y * 25.4, z * 25.4];
const longer: Move = (x, y, z) => [x > 0 ? x + 2 : x, y, z];
const stretched: Move = (x, y, z) => [x * 1.12, y, z];
const turned: Move = (x, y, z) => [x + 5, -z, y];
const doc = 'design.scad';

const exports: readonly Export[] = [
  { what: 'edited, same path', path: 'part.stl', move: stretched, answer: 'replace' },
  { what: 'turned, same path', path: 'part.stl', move: turned, answer: 'replace' },
  {
    what: 'edited, same source, other folder and name',
    path: 'tmp/x7.stl',
    move: longer,
    source: doc,
    sourceBefore: doc,
    answer: 'replace',
  },
  {
    what: 'temporary name, same source',
    path: 'tmp/part.scad.Xyz789.stl',
    move: stretched,
    source: doc,
    sourceBefore: doc,
    answer: 'replace',
  },
  { what: 'renamed', path: 'holder.stl', isGone: true, answer: 'replace' },
  { what: 'renamed and turned', path: 'holder.stl', move: turned, isGone: true, answer: 'replace' },
  { what: 'version 2 beside version 1', path: 'part_v2.stl', move: stretched, answer: 'ask' },
  {
    what: 'version 2, version 1 is gone',
    path: 'part_v2.stl',
    move: stretched,
    isGone: true,
    answer: 'replace',
  },
  { what: 'drawn in inches, same path', path: 'part.stl', move: inch, answer: 'ask' },
  { what: 'another part, same path', path: 'part.stl', other: true, answer: 'ask' },
  {
    what: 'another part, same source',
    path: 'tmp/y1.stl',
    other: true,
    source: doc,
    sourceBefore: doc,
    answer: 'ask',
  },
  { what: 'another part, same name, other folder', path: 'b/part.stl', other: true, answer: null },
  {
    what: 'another document, same path',
    path: 'part.stl',
    move: stretched,
    source: 'b.scad',
    sourceBefore: doc,
    answer: null,
  },
  {
    what: 'another part of the document',
    path: 'part.stl',
    move: stretched,
    source: `${doc}#Lid`,
    sourceBefore: `${doc}#Body`,
    answer: null,
  },
  {
    what: 'mirrored, another name, both there',
    path: 'left.stl',
    move: (x, y, z) => [-x, y, z],
    isMirror: true,
    answer: null,
  },
  { what: 'copy, another name, both there', path: 'lid.stl', answer: null },
];

describe.skipIf(!corpusPresent)('renamed and edited parts', () => {
  const meshes = new Map<string, Mesh>();
  beforeAll(async () => {
    for (const name of [...parts, ...bystanders]) {
      meshes.set(name, (await analyseModel(readFileSync(join(corpusDir, name)), name)).mesh);
    }
  }, 60_000);

  it('Of 64 exports of real parts, none replaces another part, and each is treated as it should be.', async () => {
    folder = temporaryFolder();
    mkdirSync(join(folder, 'spool'));
    const wrong: string[] = [];
    const rows: string[] = [];
    for (const [at, name] of parts.entries()) {
      for (const [number, each] of exports.entries()) {
        const place = join(folder, `${at}-${number}`);
        const sourced = (source: string | undefined) => source && join(place, source);
        const mesh = meshes.get(name)!;
        const others = [...parts.filter((other) => other !== name), ...bystanders];
        const plate = [
          save(join(place, 'part.stl'), moved(mesh, asItIs), sourced(each.sourceBefore)),
          ...others.map((other) =>
            save(join(place, 'others', basename(other)), moved(meshes.get(other)!, asItIs)),
          ),
        ].map(itemOf);
        if (each.isGone) renameSync(join(place, 'part.stl'), join(place, 'was-here.stl'));
        const exported = each.other ? meshes.get(others[0]!)! : mesh;
        // Without the copy of the other part, only its shape could tell.
        const shown = each.other ? [plate[0]!, ...plate.slice(2)] : plate;
        const file = save(
          join(place, each.path),
          moved(exported, each.move ?? asItIs, each.isMirror),
          sourced(each.source),
        );
        const found = await findVersion(file, 'mm', shown, spool);
        const answer = found?.answer ?? null;
        const isRight = answer === each.answer && (found === null || found.items[0]!.id === plate[0]!.id);
        rows.push(
          `${basename(name)} | ${each.what} | ${answer ?? 'another part'}${isRight ? '' : ' (WRONG)'}`,
        );
        if (!isRight) wrong.push(rows.at(-1)!);
        rmSync(place, { recursive: true });
      }
    }
    console.info(rows.join('\n'));
    expect(rows).toHaveLength(64);
    expect(wrong).toEqual([]);
  }, 600_000);
});
