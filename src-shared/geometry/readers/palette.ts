/**
 * The paint on the corners of a file's faces, numbered while it is read: `FaceCollector` carries the
 * numbers through the splitting of polygons, and `finishMesh` turns them into the colours of the mesh.
 */
import { type MeshColours, packColour, type Texture } from '../mesh/colours.ts';
import { GrowingIndices, GrowingNumbers } from '../mesh/growable.ts';

/** Numbers of textures are stored in 16 bits. */
const mostTextures = 32_767;

export class Palette {
  readonly #textures: (Texture | null)[] = [];
  readonly #words = new GrowingIndices(64);
  /** Plain colours that `numberOf` was asked for. */
  readonly #known = new Map<number, number>();
  /** Number of the texture, u and v; -1 without a texture. */
  readonly #places = new GrowingNumbers(64);

  constructor() {
    // Number 0 is for corners about which the file says nothing.
    this.add(0);
  }

  get count(): number {
    return this.#words.length;
  }

  /** @param word as `packColour` makes it; 0 for none @returns its number */
  add(word: number, texture = -1, u = 0, v = 0): number {
    this.#words.push(word);
    this.#places.push3(texture, u, v);
    return this.#words.length - 1;
  }

  /** The number of a plain colour, the same each time. @param word as `packColour` makes it; 0 for none */
  numberOf(word: number): number {
    const known = word === 0 ? 0 : this.#known.get(word);
    if (known !== undefined) return known;
    const number = this.add(word);
    this.#known.set(word, number);
    return number;
  }

  /** For a colour that is known only after its first use. */
  setWord(number: number, word: number): void {
    if (number > 0 && number < this.count) this.#words.values[number] = word;
  }

  /** Takes in another palette without textures. @returns its numbers as numbers of this one */
  addAll(other: Palette, numbers: Uint32Array): Uint32Array {
    const first = this.count;
    for (let i = 0; i < other.count; i++) this.add(other.#words.values[i]!);
    return numbers.map((number) => number + first);
  }

  /** The number of a texture that is known later, or never; -1 if there are too many. */
  reserveTexture(): number {
    return this.#textures.length === mostTextures ? -1 : this.#textures.push(null) - 1;
  }

  setTexture(number: number, texture: Texture): void {
    if (number >= 0 && number < this.#textures.length) this.#textures[number] = texture;
  }

  addTexture(texture: Texture): number {
    const number = this.reserveTexture();
    this.setTexture(number, texture);
    return number;
  }

  /** The colours of triangles whose corners have these numbers; absent if nothing is painted. */
  coloursOf(paints: Uint32Array): { readonly colours?: MeshColours } {
    if (paints.every((paint) => paint === 0)) return {};
    const words = paints.map((paint) => this.#words.values[paint]!);
    const corners = new Uint8Array(words.buffer);
    const textures = this.#textures.filter((texture) => texture !== null);
    if (textures.length === 0) return { colours: { corners, pictures: null } };
    const numbers = this.#textures.map((texture) => (texture === null ? -1 : textures.indexOf(texture)));
    const faces = paints.length / 3;
    const textureOf = new Int16Array(faces);
    const places = new Float32Array(faces * 6);
    const values = this.#places.values;
    for (let i = 0; i < paints.length; i++) {
      const at = paints[i]! * 3;
      if (i % 3 === 0) textureOf[i / 3] = numbers[values[at]!] ?? -1;
      places[i * 2] = values[at + 1]!;
      places[i * 2 + 1] = values[at + 2]!;
    }
    if (textureOf.every((texture) => texture < 0)) return { colours: { corners, pictures: null } };
    return { colours: { corners, pictures: { textures, textureOf, places } } };
  }
}

/** Opaque white, under a texture. */
export const white = packColour(255, 255, 255);

/** `#rrggbb` or `#rrggbbaa`; 0 if it is neither. */
export function parseHexColour(text: string): number {
  const found = /^\s*#([0-9a-f]{6})([0-9a-f]{2})?\s*$/i.exec(text);
  if (found === null) return 0;
  const value = Number.parseInt(found[1]!, 16);
  const opacity = found[2] === undefined ? 255 : Number.parseInt(found[2], 16);
  return packColour(value >> 16, (value >> 8) & 255, value & 255, opacity);
}

/** A picture by its first bytes, whatever its name says; null for other kinds. */
export function asTexture(bytes: Uint8Array): Texture | null {
  if (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47) {
    return { bytes, type: 'image/png' };
  }
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return { bytes, type: 'image/jpeg' };
  return null;
}
