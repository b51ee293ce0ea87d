/** Answers the question in `workerData`. Started by `relate-files.ts`. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { analyseModel } from '../../src-shared/geometry/analyse-model.ts';
import {
  type PartShape,
  relateShapes,
  type ShapeRelation,
  scaleShape,
  shapeOf,
} from '../../src-shared/geometry/compare/part-shape.ts';
import { sharedSurface } from '../../src-shared/geometry/compare/shared-surface.ts';
import type { Mesh } from '../../src-shared/geometry/mesh/mesh.ts';
import { productName } from '../../src-shared/geometry/readers/product-name.ts';
import { provideWasm } from '../../src-shared/geometry/readers/wasm-files.ts';
import { provideManifold } from '../../src-shared/geometry/repair/manifold-library.ts';
import { type LengthUnit, metresPerUnit } from '../../src-shared/units/units.ts';
import { loadManifold } from './manifold.ts';
import type { FileRelations, RelatedFile, RelateQuestion } from './relate-files.ts';
import { readWasmFile } from './wasm-file.ts';

provideWasm(readWasmFile);
provideManifold(loadManifold);

/** A part that has this share of its surface where it was before was edited. */
const enoughShared = 0.3;

interface ReadPart {
  readonly product: string | null;
  readonly unit: LengthUnit | null;
  readonly mesh: Mesh;
  readonly shape: PartShape | null;
}

/** The shape is in file units. Null if it cannot be read. */
async function read({ path, name, unit }: RelatedFile): Promise<ReadPart | null> {
  try {
    const bytes = await readFile(path);
    const model = await analyseModel(bytes, name);
    return {
      product: await productName(bytes, model.format),
      unit: model.unit ?? unit,
      mesh: model.mesh,
      shape: shapeOf(model.mesh, model.measures.volume),
    };
  } catch {
    return null;
  }
}

async function relationOf(next: ReadPart, part: ReadPart): Promise<ShapeRelation | null> {
  const factor =
    part.unit === null || next.unit === null ? 1 : metresPerUnit[next.unit] / metresPerUnit[part.unit];
  if (next.shape === null || part.shape === null) return null;
  const relation = relateShapes(scaleShape(next.shape, factor), part.shape);
  if (relation !== 'other') return relation;
  const mesh = factor === 1 ? next.mesh : scaled(next.mesh, factor);
  return (await sharedSurface(mesh, part.mesh)) >= enoughShared ? 'alike' : 'other';
}

const scaled = ({ positions, indices }: Mesh, factor: number): Mesh => ({
  positions: Float64Array.from(positions, (value) => value * factor),
  indices,
});

async function answer({ next, parts }: RelateQuestion): Promise<FileRelations> {
  const file = await read(next);
  const answers: { product: string | null; shape: ShapeRelation | null }[] = [];
  for (const each of parts) {
    const part = file && (await read(each));
    answers.push({ product: part?.product ?? null, shape: file && part && (await relationOf(file, part)) });
  }
  return { product: file?.product ?? null, parts: answers };
}

parentPort?.postMessage(await answer(workerData as RelateQuestion));
