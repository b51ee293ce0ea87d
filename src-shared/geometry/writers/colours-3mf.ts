/** The colours of a mesh as resources and attributes of a 3MF model (Materials and Properties 1.2). */
import { type MeshColours, wordsOf } from '../mesh/colours.ts';

/** Resources: the object is 1, and every texture has two. */
const colourGroup = 2;
const textureOf = (number: number): number => 3 + number * 2;
const placesOf = (number: number): number => 4 + number * 2;

/** Colours or places that are written as one piece of text. */
const block = 8192;

export class PaintText {
  readonly namespace = ' xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02"';
  readonly pictures: readonly { readonly path: string; readonly type: string; readonly bytes: Uint8Array }[];
  readonly #colours: MeshColours;
  readonly #words: Uint32Array;
  /** The number of every colour in the group. */
  readonly #numbers = new Map<number, number>();
  /** For each textured face, its number among the faces of its texture. */
  readonly #order: Uint32Array;

  constructor(colours: MeshColours) {
    this.#colours = colours;
    this.#words = wordsOf(colours.corners);
    this.pictures = (colours.pictures?.textures ?? []).map(({ bytes, type }, i) => ({
      path: `/3D/Textures/${i + 1}.${type === 'image/png' ? 'png' : 'jpg'}`,
      type,
      bytes,
    }));
    const faces = this.#words.length / 3;
    this.#order = new Uint32Array(this.pictures.length === 0 ? 0 : faces);
    const counts = new Uint32Array(this.pictures.length);
    for (let face = 0; face < faces; face++) {
      const texture = this.#textureAt(face);
      if (texture >= 0) this.#order[face] = counts[texture]!++;
      for (let corner = face * 3; texture < 0 && corner < face * 3 + 3; corner++) {
        const word = this.#words[corner]!;
        if (!this.#numbers.has(word)) this.#numbers.set(word, this.#numbers.size);
      }
    }
  }

  /** Attributes of the object, required if its triangles have properties. */
  get object(): string {
    return this.#numbers.size > 0 ? ` pid="${colourGroup}" pindex="0"` : '';
  }

  *resources(): Generator<string> {
    for (const [i, { path, type }] of this.pictures.entries()) {
      yield `<m:texture2d id="${textureOf(i)}" path="${path}" contenttype="${type}"/>\n`;
      yield* this.#places(i);
    }
    if (this.#numbers.size === 0) return;
    yield `<m:colorgroup id="${colourGroup}">\n`;
    for (const word of this.#numbers.keys()) yield `<m:color color="${hexOf(word)}"/>\n`;
    yield '</m:colorgroup>\n';
  }

  /** The attributes of a triangle. */
  triangle(face: number): string {
    const texture = this.#textureAt(face);
    if (texture >= 0) {
      const first = this.#order[face]! * 3;
      return ` pid="${placesOf(texture)}" p1="${first}" p2="${first + 1}" p3="${first + 2}"`;
    }
    const [a, b, c] = [0, 1, 2].map((corner) => this.#numbers.get(this.#words[face * 3 + corner]!));
    const same = a === b && b === c;
    return ` pid="${colourGroup}" p1="${a}"${same ? '' : ` p2="${b}" p3="${c}"`}`;
  }

  relationships(): string {
    const type = 'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dtexture';
    const entries = this.pictures.map(
      ({ path }, i) => `<Relationship Target="${path}" Id="texture${i + 1}" Type="${type}"/>`,
    );
    const schema = 'http://schemas.openxmlformats.org/package/2006/relationships';
    return `<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="${schema}">${entries.join('')}</Relationships>`;
  }

  #textureAt(face: number): number {
    return this.#colours.pictures?.textureOf[face] ?? -1;
  }

  *#places(texture: number): Generator<string> {
    const { places } = this.#colours.pictures!;
    yield `<m:texture2dgroup id="${placesOf(texture)}" texid="${textureOf(texture)}">\n`;
    let [text, held] = ['', 0];
    for (let corner = 0; corner < this.#words.length; corner++) {
      if (this.#textureAt((corner - (corner % 3)) / 3) !== texture) continue;
      text += `<m:tex2coord u="${places[corner * 2]! + 0}" v="${places[corner * 2 + 1]! + 0}"/>\n`;
      if (++held < block) continue;
      yield text;
      [text, held] = ['', 0];
    }
    yield `${text}</m:texture2dgroup>\n`;
  }
}

/** Corners without a colour become white: the format has no way to leave them out among others. */
const hexOf = (given: number): string => wordAsHex(given === 0 ? 0xffffffff : given);

const wordAsHex = (word: number): string =>
  `#${[0, 8, 16, 24].map((shift) => ((word >>> shift) & 255).toString(16).padStart(2, '0')).join('')}`.toUpperCase();
