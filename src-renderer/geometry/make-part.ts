/** Makes parts from others: repaired, hollowed, turned or split. Runs in the worker, loaded on first use. */
import { relateShapes, shapeOf } from '../../src-shared/geometry/compare/part-shape.ts';
import type { ShapedMesh } from '../../src-shared/geometry/compare/relate-meshes.ts';
import type { GeometryText } from '../../src-shared/geometry/geometry-text.ts';
import { hollowPart } from '../../src-shared/geometry/hollow/hollow-part.ts';
import { measureMesh } from '../../src-shared/geometry/measure/measure.ts';
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import { withColoursOf } from '../../src-shared/geometry/mesh/transfer-colours.ts';
import { turnMesh } from '../../src-shared/geometry/placement/turn-mesh.ts';
import { repairMesh } from '../../src-shared/geometry/repair/repair.ts';
import { splitShells } from '../../src-shared/geometry/repair/split-shells.ts';
import { textsIn } from '../../src-shared/geometry/unit-texts.ts';
import { write3mf } from '../../src-shared/geometry/writers/write-3mf.ts';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import type { LengthUnit } from '../../src-shared/units/units.ts';
import type {
  HollowRequest,
  MadeFile,
  MadePart,
  Making,
  WindowModel,
  WorkerTask,
  WorkerTasks,
} from './messages.ts';

type Input<Task extends WorkerTask> = WorkerTasks[Task]['in'];
type Output<Task extends WorkerTask> = Promise<WorkerTasks[Task]['out']>;
type Report = (fraction: number) => void;

/** Reads a made file back: what is shown and priced is the content of its bytes. */
type ReadMade = (made: MadeFile, name: string, report: Report) => Promise<WindowModel>;

export async function repair(
  { name, mesh, unit, hasColours, metresPerUnit, shownIn }: Input<'repair'>,
  report: Report,
  read: ReadMade,
): Output<'repair'> {
  const {
    changes,
    left: unrepaired,
    before,
    mesh: repaired,
  } = await repairMesh(mesh, {
    ...textsIn(metresPerUnit, shownIn),
    isExact: isWrittenExactly(mesh, unit),
    onProgress: (fraction) => report(fraction * 0.8),
  });
  if (changes.length === 0) {
    return { changes, left: unrepaired, before, model: null, made: null, stl: null };
  }
  const { lost, ...part } = await offer(
    repaired,
    { name, unit, hasColours },
    (fraction) => report(0.8 + fraction * 0.2),
    read,
  );
  return { changes, left: [...unrepaired, ...lost], before, ...part };
}

export async function hollow(
  { name, mesh, unit, hasColours, wall, holeDiameter, holes }: Input<'hollow'>,
  report: Report,
  read: ReadMade,
): Output<'hollow'> {
  const onProgress = (fraction: number) => report(fraction * 0.7);
  const { mesh: hollow, ...known } = await hollowPart(mesh, { wall, holeDiameter, holes, onProgress });
  const coloured = await withColoursOf(mesh, hollow);
  const { lost, ...part } = await offer(
    coloured,
    { name, unit, hasColours },
    (fraction) => report(0.7 + fraction * 0.3),
    read,
  );
  const { cavities, thinnest, resolution } = known;
  return { cavities, thinnest, resolution, holes: known.holes.length, left: lost, ...part };
}

export async function turn(
  { name, mesh, unit, orientation }: Input<'turn'>,
  report: Report,
  read: ReadMade,
): Output<'turn'> {
  const made = await writeMade(turnMesh(mesh, orientation), unit, name);
  return { model: await read(made, name, report), made };
}

export async function split({ name, mesh, unit }: Input<'split'>, onProgress: Report): Output<'split'> {
  const parts = await splitShells(mesh, { onProgress });
  const kinds: (ShapedMesh & { count: number })[] = [];
  for (const part of parts) {
    const body = { mesh: part, shape: shapeOf(part, measureMesh(part).volume), count: 1 };
    const kind = kinds.find((other) => isCopy(body, other));
    if (kind) kind.count++;
    else kinds.push(body);
  }
  return Promise.all(
    kinds.map(async ({ mesh: part, count }) => ({ ...(await writeMade(part, unit, name)), count })),
  );
}

/**
 * Whether both are one part, in any place. The hand of a part that is round about an axis does not show in
 * its shape, so that only one that was not turned counts.
 */
function isCopy(one: ShapedMesh, other: ShapedMesh): boolean {
  if (one.mesh.colours || other.mesh.colours || one.shape === null || other.shape === null) return false;
  if (relateShapes(one.shape, other.shape) !== 'equal') return false;
  return one.shape.hand.length > 0 || isMoved(one.mesh, other.mesh, one.shape.spread[0]);
}

/** @param size in the direction in which it is longest */
function isMoved({ positions, indices }: Mesh, other: Mesh, size: number): boolean {
  const near = size * 1e-5;
  return (
    positions.length === other.positions.length &&
    indices.length === other.indices.length &&
    indices.every((index, at) => index === other.indices[at]) &&
    positions.every((value, at) => {
      const axis = at % 3;
      const by = positions[axis]! - other.positions[axis]!;
      return Math.abs(value - other.positions[at]! - by) <= near;
    })
  );
}

export const writePart = (
  { mesh, unit, title }: Input<'write-3mf'>,
  onProgress: Report,
): Output<'write-3mf'> => write3mf(mesh, { unit, title, onProgress });

/** The file of a new part, and the part as it is in that file. */
async function offer(
  mesh: Mesh,
  { name, unit, hasColours }: Pick<HollowRequest, 'name' | 'unit' | 'hasColours'>,
  report: Report,
  read: ReadMade,
): Promise<{ [Key in keyof MadePart]-?: NonNullable<MadePart[Key]> } & { lost: GeometryText[] }> {
  const made = await writeMade(mesh, unit, name);
  const stl = made.format === 'stl' ? made.bytes : (writeBinaryStl(mesh) as Uint8Array<ArrayBuffer>);
  const lost = hasColours && made.format === 'stl' ? [ref('geometry.coloursLost')] : [];
  return { made, stl, lost, model: await read(made, name, report) };
}

/** Whether the part becomes 3MF, which has all digits and colours, and not STL. */
const isWrittenExactly = (mesh: Mesh, unit: Making['unit']): unit is LengthUnit =>
  mesh.colours !== undefined && unit !== null;

async function writeMade(mesh: Mesh, unit: Making['unit'], title: string): Promise<MadeFile> {
  if (isWrittenExactly(mesh, unit)) return { bytes: await write3mf(mesh, { unit, title }), format: '3mf' };
  return { bytes: writeBinaryStl(mesh) as Uint8Array<ArrayBuffer>, format: 'stl' };
}
