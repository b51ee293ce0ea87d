/**
 * The paint of a shape of X3D and VRML: the diffuse colour of its material, a picture, and the colours that a
 * set of faces gives to its corners or faces, which take the place of the material's.
 */
import { ref } from '../../../messages/messages.ts';
import type { GeometryText } from '../../geometry-text.ts';
import { packColour } from '../../mesh/colours.ts';
import type { FilesBeside } from '../archive-model.ts';
import { textOf } from '../byte-scanner.ts';
import { asTexture, Palette, white } from '../palette.ts';
import type { X3dNode } from './node.ts';

/** Colour of the material (0 for none) and number of the texture (-1 for none). */
export interface Appearance {
  readonly word: number;
  readonly texture: number;
}

const bare: Appearance = { word: 0, texture: -1 };

export class X3dAppearances {
  readonly palette = new Palette();
  readonly #bytes: Uint8Array;
  readonly #beside: FilesBeside | undefined;
  readonly #warnings: GeometryText[];
  readonly #known = new Map<X3dNode, Appearance>();
  readonly #textures = new Map<string, number>();

  constructor(bytes: Uint8Array, beside: FilesBeside | undefined, warnings: GeometryText[]) {
    this.#bytes = bytes;
    this.#beside = beside;
    this.#warnings = warnings;
  }

  /** @param node of type Appearance, if the shape has one */
  async read(node: X3dNode | undefined): Promise<Appearance> {
    if (node === undefined) return bare;
    let known = this.#known.get(node);
    if (known === undefined) {
      const child = (type: RegExp): X3dNode | undefined =>
        node.children.find((entry) => type.test(entry.node.type))?.node;
      const material = child(/^(Material|TwoSidedMaterial)$/);
      const picture = child(/^(Image|Pixel|Movie)Texture$/);
      const texture = picture === undefined ? -1 : await this.#texture(picture);
      const word = material === undefined ? 0 : this.#diffuse(material);
      known = { word: texture >= 0 ? white : word, texture };
      this.#known.set(node, known);
    }
    return known;
  }

  #diffuse(material: X3dNode): number {
    const range = material.field('diffuseColor');
    if (range === null) return 0;
    const given = textOf(this.#bytes, range.start, range.end).trim().split(/\s+/).map(Number);
    if (given.length !== 3 || given.some(Number.isNaN)) return 0;
    return packColour(given[0]! * 255, given[1]! * 255, given[2]! * 255);
  }

  async #texture(node: X3dNode): Promise<number> {
    const range = node.field('url');
    const text = range === null ? '' : textOf(this.#bytes, range.start, range.end);
    // If there are several addresses, they are alternatives.
    const urls = [...text.matchAll(/"([^"]*)"/g)].map(([, url]) => url!);
    for (const url of urls.length === 0 ? [text.trim()] : urls) {
      const known = this.#textures.get(url);
      if (known !== undefined) return known;
      const bytes = /^[a-z]+:/i.test(url) || url === '' ? null : await this.#beside?.(url);
      const texture = bytes && asTexture(bytes);
      if (!texture) continue;
      const number = this.palette.addTexture(texture);
      this.#textures.set(url, number);
      return number;
    }
    this.#warnings.push(ref('geometry.textureMissing', { file: (urls[0] ?? text.trim()).slice(0, 60) }));
    return -1;
  }
}

/** The numbers of a set of faces that say how it is painted; null where it has none. */
export interface PaintedSet {
  /** Colours, three or four numbers each. */
  readonly colours: Float64Array | null;
  readonly components: 3 | 4;
  readonly isPerVertex: boolean;
  readonly colourIndex: Float64Array | null;
  /** u, v of each place on the picture. */
  readonly places: Float64Array | null;
  readonly placeIndex: Float64Array | null;
}

/** The palette's number for each corner of a set; null if nothing paints it. */
export type PaintAt = (entry: number, corner: number, face: number) => number;

export function paintOfSet(palette: Palette, { word, texture }: Appearance, set: PaintedSet): PaintAt | null {
  const { colours, components, isPerVertex, colourIndex, places, placeIndex } = set;
  const hasPicture = texture >= 0 && places !== null;
  if (colours === null && !hasPicture) {
    if (word === 0 || texture >= 0) return null;
    const plain = palette.add(word);
    return () => plain;
  }
  const known = new Map<string, number>();
  const wordAt = (index: number): number => {
    const at = index * components;
    if (colours === null || !(at >= 0 && at + 2 < colours.length)) return word;
    return packColour(colours[at]! * 255, colours[at + 1]! * 255, colours[at + 2]! * 255);
  };
  return (entry, corner, face) => {
    const colour = isPerVertex ? (colourIndex?.[entry] ?? corner) : (colourIndex?.[face] ?? face);
    const place = placeIndex?.[entry] ?? corner;
    const key = `${colours === null ? 0 : colour}/${hasPicture ? place : 0}`;
    let number = known.get(key);
    if (number === undefined) {
      const [u, v] = hasPicture ? [places[place * 2] ?? 0, places[place * 2 + 1] ?? 0] : [0, 0];
      const own = wordAt(colour);
      number = hasPicture ? palette.add(own || white, texture, u, v) : own === 0 ? 0 : palette.add(own);
      known.set(key, number);
    }
    return number;
  };
}
