/**
 * The colours of an AMF file, which triangles, vertices, volumes, objects and materials may have. Formulas,
 * which the standard allows, are not read.
 */
import { packColour } from '../../mesh/colours.ts';
import { GrowingIndices } from '../../mesh/growable.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import { Palette } from '../palette.ts';

export class AmfPaint {
  readonly #palette = new Palette();
  readonly #colour: [number, number, number] = [0, 0, 0];
  /** The palette's number for each open element, by the element's name. */
  readonly #painted = new Map<string, number>();
  readonly #vertexPaints = new Map<number, number>();
  /** The palette's number for each material, perhaps before its colour is known. */
  readonly #materials = new Map<string, number>();
  #materialId = '';
  #volumeMaterial = '';
  /** The palette's number for each corner of each triangle: of the current object, then of all. */
  readonly #paints = new GrowingIndices();
  readonly #painting = new Map<string, Uint32Array>();

  beginObject(): void {
    this.#paints.length = 0;
    this.#vertexPaints.clear();
    this.#painted.clear();
  }

  beginMaterial(id: string): void {
    this.#materialId = id;
  }

  beginVolume(material: string): void {
    this.#painted.delete('volume');
    this.#volumeMaterial = material;
  }

  beginColour(): void {
    this.#colour.fill(Number.NaN);
  }

  /** @param place 0, 1 or 2 for red, green or blue @param value a share of 1 */
  setShare(place: number, value: number): void {
    this.#colour[place as 0] = value;
  }

  /** Ends a colour, which belongs to the element around it. */
  endColour(owner: string): void {
    const [red, green, blue] = this.#colour;
    if (!this.#colour.every(Number.isFinite)) return;
    const word = packColour(red * 255, green * 255, blue * 255);
    if (owner === 'material') this.#palette.setWord(this.#material(this.#materialId), word);
    else this.#painted.set(owner, this.#palette.add(word));
  }

  endVertex(vertex: number): void {
    const painted = this.#painted.get('vertex');
    this.#painted.delete('vertex');
    if (painted !== undefined) this.#vertexPaints.set(vertex, painted);
  }

  /** The innermost colour counts: of the triangle, then vertex, volume, object and material. */
  paintTriangle(corners: readonly number[]): void {
    const own = this.#painted.get('triangle');
    this.#painted.delete('triangle');
    const around = this.#painted.get('volume') ?? this.#painted.get('object');
    for (const corner of corners) {
      this.#paints.push(
        own ?? this.#vertexPaints.get(corner) ?? around ?? this.#material(this.#volumeMaterial),
      );
    }
  }

  /** @param corners number of corners of the object after its curved triangles were cut */
  endObject(id: string, corners: number): void {
    this.#painting.set(id, this.#spread(corners));
  }

  /** Call it at the end of the file, since materials may come last. */
  paintObjects(objects: Map<string, Mesh>): void {
    for (const [id, paints] of this.#painting) {
      const mesh = objects.get(id)!;
      const isWhole = mesh.indices.length === paints.length;
      if (isWhole) objects.set(id, { ...mesh, ...this.#palette.coloursOf(paints) });
    }
  }

  #material(id: string): number {
    if (id === '') return 0;
    const known = this.#materials.get(id) ?? this.#palette.add(0);
    this.#materials.set(id, known);
    return known;
  }

  /** The paint of every corner after curved triangles were cut: all pieces have that of their first one. */
  #spread(corners: number): Uint32Array {
    const given = this.#paints.values.subarray(0, this.#paints.length);
    const pieces = corners / Math.max(1, given.length);
    if (pieces === 1) return given.slice();
    return Uint32Array.from({ length: corners }, (_, i) => given[Math.floor(i / 3 / pieces) * 3] ?? 0);
  }
}
