/**
 * The volumes of an AMF object that are printed. Supports (ISO/ASTM 52915) and what Slic3r and PrusaSlicer
 * mark as modifiers are left out, with a remark; negative volumes are cut out of the rest of their object.
 */
import type { GeometryText } from '../../geometry-text.ts';
import { GrowingIndices } from '../../mesh/growable.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import { withColoursOf } from '../../mesh/transfer-colours.ts';
import type { TaskProgress } from '../../runtime/task-progress.ts';
import { cutParts } from '../cut-parts.ts';
import { finishMesh } from '../raw-mesh.ts';
import { roleOf, SlicerParts, typeAfter, type VolumeRole } from '../slicer-parts.ts';

export class AmfVolumes {
  readonly #warnings: GeometryText[];
  readonly #parts = new SlicerParts();
  /** The role of the open volume. */
  #type = '';
  #role: VolumeRole = 'part';
  /** Triangles to cut out: of the current object, then of every object. */
  readonly #triangles = new GrowingIndices();
  readonly #negatives = new Map<string, Mesh>();

  constructor(warnings: GeometryText[]) {
    this.#warnings = warnings;
  }

  beginObject(): void {
    this.#triangles.length = 0;
  }

  /** @param type the attribute of the volume */
  begin(type: string): void {
    this.#setType(/support/i.test(type) ? 'support' : type);
  }

  /** Notes what a slicer says about the open volume, before its triangles. */
  describe(type: string, value: string): void {
    const [, key] = /^slic3r\.(\w+)$/.exec(type) ?? [];
    if (key !== undefined) this.#setType(typeAfter(this.#type, key, value));
  }

  #setType(type: string): void {
    this.#type = type;
    this.#role = roleOf(type);
  }

  end(): void {
    this.#parts.count(this.#role);
    this.#parts.noteType(this.#type);
  }

  /** Whether a triangle of the open volume belongs to the part. Those of negative volumes are collected. */
  isPart(a: number, b: number, c: number): boolean {
    if (this.#role === 'negative') this.#triangles.push3(a, b, c);
    return this.#role === 'part';
  }

  /** Vertex numbers of the triangles that are cut out of the current object. */
  get negative(): Uint32Array {
    return this.#triangles.values.subarray(0, this.#triangles.length);
  }

  endObject(id: string, positions: Float64Array): void {
    if (this.#triangles.length === 0) return;
    this.#negatives.set(id, finishMesh(positions, this.negative.slice(), this.#warnings));
  }

  /** Cuts the negative volumes out of `objects`. @throws CodedError if one of them is open */
  async cutOut(objects: Map<string, Mesh>, progress: TaskProgress): Promise<void> {
    for (const [id, negative] of this.#negatives) {
      const mesh = objects.get(id)!;
      const left = await cutParts([mesh], [negative], 'AMF');
      objects.set(id, await withColoursOf(mesh, left, progress));
    }
    this.#warnings.push(...this.#parts.remarks());
  }
}
