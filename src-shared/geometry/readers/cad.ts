/**
 * STEP, IGES and BREP: exact surfaces, which OpenCascade turns into triangles. Units of the file are converted to
 * millimetres, and the parts of an assembly are placed.
 *
 * [Assumption: cad-tessellation] Triangles deviate from the surface by at most a two-thousandth of the part's
 * mean side, and by at most 0.15 radians from one to the next: finer than printers print, and the volume of a
 * round part is right to about a third of a percent.
 */

import { ref } from '../../messages/messages.ts';
import { CodedError } from '../../result.ts';
import type { LengthUnit } from '../../units/units.ts';
import { type GeometryText, geometryError } from '../geometry-text.ts';
import { type Bounds, type Mesh, sizeOf } from '../mesh/mesh.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { type OcctAnswer, type OcctFormat, type OcctLimits, runOcct } from './occt/occt-module.ts';
import { failDamaged, failNoTriangles, finishMesh } from './raw-mesh.ts';
import { identity, SceneMesh } from './scene-mesh.ts';

const tessellation = { linearDeflection: 0.0005, angularDeflection: 0.15 };

/**
 * In proportion to the file. Real STEP and IGES files take 50 to 7,000 loop iterations per byte at 10 ns each,
 * real BREP files 300. A damaged BREP file is read beyond its end again and again, at 70 ns per iteration. Memory
 * is limited by what the module can address.
 */
const limitsFor = (format: OcctFormat, fileBytes: number): OcctLimits => ({
  memory: Math.min(2 ** 31 - 2 ** 20, 400 * 2 ** 20 + fileBytes * 150),
  loops: format === 'brep' ? 8e6 + 500 * fileBytes : 1.5e8 + 5000 * fileBytes,
});

export async function readCad(
  format: OcctFormat,
  bytes: Uint8Array,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<{ mesh: Mesh; unit: LengthUnit }> {
  const name = format.toUpperCase();
  if (format === 'brep') refuseImpossibleCounts(bytes);
  await progress.step(0.02);
  const answer = await translate(format, bytes);
  await progress.step(0.8);
  const scene = new SceneMesh(name);
  for (const { attributes, index } of answer.meshes ?? []) {
    const positions = Float64Array.from(attributes.position.array);
    const indices = Uint32Array.from(index.array);
    const vertices = positions.length / 3;
    if (indices.some((corner) => corner >= vertices))
      failDamaged(ref('geometry.invalidFile', { format: name }));
    scene.place(withoutCollapsed(finishMesh(positions, indices, warnings)), identity);
    await progress.step(0.85);
  }
  if (scene.isEmpty) failNoTriangles(ref('geometry.noFaces', { format: name }));
  const mesh = await scene.finish(progress.part(0.85, 1));
  warnings.push(tessellationNote(mesh));
  return { mesh, unit: 'mm' };
}

/**
 * OpenCascade trusts the counts of a BREP file and reads beyond its end. A whole number above the file's length
 * cannot be a count of anything in it, unless it is a row of flags.
 */
function refuseImpossibleCounts(bytes: Uint8Array): void {
  let [digits, flags, value, isWhole] = [0, 0, 0, true];
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 32;
    if (byte <= 32) {
      if (isWhole && digits > 7 && flags < digits && value > bytes.length) {
        failDamaged(ref('geometry.invalidFile', { format: 'BREP' }));
      }
      [digits, flags, value, isWhole] = [0, 0, 0, true];
    } else if (byte >= 48 && byte <= 57) {
      digits++;
      if (byte <= 49) flags++;
      value = value * 10 + byte - 48;
    } else isWhole = false;
  }
}

async function translate(format: OcctFormat, bytes: Uint8Array): Promise<OcctAnswer> {
  const name = format.toUpperCase();
  try {
    const answer = await runOcct(format, bytes, tessellation, limitsFor(format, bytes.length));
    if (answer.success) return answer;
  } catch (thrown) {
    if (thrown instanceof CodedError) throw thrown;
    throw geometryError('file-damaged', ref('geometry.cadFailed', { format: name }), { cause: thrown });
  }
  return failDamaged(ref('geometry.invalidFile', { format: name }));
}

/** At the pole of a sphere or the tip of a cone, triangles have two corners in one point. */
function withoutCollapsed({ positions, indices }: Mesh): Mesh {
  const kept = indices.slice();
  let length = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
    if (a === b || b === c || c === a) continue;
    kept[length] = a;
    kept[length + 1] = b;
    kept[length + 2] = c;
    length += 3;
  }
  return { positions, indices: length === kept.length ? kept : kept.slice(0, length) };
}

function tessellationNote(mesh: Mesh): GeometryText {
  const sides = sizeOf(boundsOf(mesh));
  const stray = (tessellation.linearDeflection * (sides[0] + sides[1] + sides[2])) / 3;
  const deviation = Number(stray.toPrecision(2));
  return ref('geometry.tessellated', { count: mesh.indices.length / 3, deviation });
}

function boundsOf({ positions }: Mesh): Bounds {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const axis = (i % 3) as 0;
    min[axis] = Math.min(min[axis], positions[i]!);
    max[axis] = Math.max(max[axis], positions[i]!);
  }
  return { min, max };
}
