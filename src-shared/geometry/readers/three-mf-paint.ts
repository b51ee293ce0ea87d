/**
 * The colours of one model part of a 3MF package: base materials of the core specification, and colour
 * groups, textures, composites and layers of the Materials and Properties Extension 1.2. `three-mf-part.ts`
 * feeds it the XML.
 *
 * A composite shows the mixture of its display colours; several layers show the last one that paints.
 */
import { packColour } from '../mesh/colours.ts';
import { Palette, parseHexColour, white } from './palette.ts';
import type { XmlScanner } from './xml-scanner.ts';

export const paintKinds = [
  'basematerials',
  'colorgroup',
  'texture2d',
  'texture2dgroup',
  'compositematerials',
  'multiproperties',
] as const;
export type PaintKind = (typeof paintKinds)[number];

interface Group {
  readonly kind: PaintKind;
  /** The palette's number for each member. */
  readonly members: number[];
  /** The colours, as `packColour` makes them. */
  readonly words: number[];
  readonly texture: number;
  /** The groups that the members refer to. */
  readonly from: readonly string[];
  readonly indices: readonly number[];
}

export class ThreeMfPaint {
  readonly palette = new Palette();
  /** The part of the package that holds each texture; in the order of their numbers in the palette. */
  readonly texturePaths: string[] = [];
  readonly #groups = new Map<string, Group>();
  readonly #textures = new Map<string, number>();
  #group: Group | null = null;

  get isEmpty(): boolean {
    return this.palette.count === 1;
  }

  open(kind: PaintKind, xml: XmlScanner): void {
    const given = attributesOf(xml);
    const id = given.get('id') ?? '';
    if (kind === 'texture2d') {
      const path = given.get('path');
      if (path !== undefined) this.#textures.set(id, this.palette.reserveTexture());
      if (path !== undefined) this.texturePaths.push(path);
      return;
    }
    this.#group = {
      kind,
      members: [],
      words: [],
      texture: this.#textures.get(given.get('texid') ?? '') ?? -1,
      from: words(given.get('matid') ?? given.get('pids') ?? ''),
      indices: words(given.get('matindices') ?? '').map(Number),
    };
    this.#groups.set(id, this.#group);
  }

  member(xml: XmlScanner): void {
    const group = this.#group;
    if (group === null) return;
    const given = attributesOf(xml);
    switch (group.kind) {
      case 'basematerials':
        this.#addColour(group, parseHexColour(given.get('displaycolor') ?? ''));
        break;
      case 'colorgroup':
        this.#addColour(group, parseHexColour(given.get('color') ?? ''));
        break;
      case 'texture2dgroup': {
        const [u, v] = [Number(given.get('u') ?? 0), Number(given.get('v') ?? 0)];
        group.members.push(this.palette.add(white, group.texture, u || 0, v || 0));
        break;
      }
      case 'compositematerials':
        this.#addColour(group, this.#mixture(group, words(given.get('values') ?? '').map(Number)));
        break;
      case 'multiproperties':
        group.members.push(this.#lastLayer(group, words(given.get('pindices') ?? '').map(Number)));
    }
  }

  /** The palette's number of a member of a group; 0 if there is none. */
  numberOf(group: string, member: number): number {
    return this.#groups.get(group)?.members[member] ?? 0;
  }

  #addColour(group: Group, word: number): void {
    group.words.push(word);
    group.members.push(word === 0 ? 0 : this.palette.add(word));
  }

  #mixture({ from, indices }: Group, shares: readonly number[]): number {
    const base = this.#groups.get(from[0] ?? '')?.words ?? [];
    const sum = [0, 0, 0];
    let whole = 0;
    for (const [i, index] of indices.entries()) {
      const share = shares[i] ?? 0;
      const word = base[index] ?? 0;
      if (!(share > 0) || word === 0) continue;
      whole += share;
      for (let k = 0; k < 3; k++) sum[k]! += share * ((word >>> (k * 8)) & 255);
    }
    return whole > 0 ? packColour(sum[0]! / whole, sum[1]! / whole, sum[2]! / whole) : 0;
  }

  #lastLayer({ from }: Group, indices: readonly number[]): number {
    for (let layer = from.length - 1; layer >= 0; layer--) {
      const number = this.numberOf(from[layer]!, indices[layer] ?? 0);
      if (number > 0) return number;
    }
    return 0;
  }
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

function attributesOf(xml: XmlScanner): Map<string, string> {
  const given = new Map<string, string>();
  while (xml.nextAttribute()) given.set(xml.attributeName, xml.value);
  return given;
}
