/**
 * The paint of the materials of a glTF file: base colour, its texture, and the colours of the vertices, which
 * multiply. Everything else of a material is about light.
 */
import { ref } from '../../../messages/messages.ts';
import { fromLinear, packColour } from '../../mesh/colours.ts';
import { asTexture, Palette } from '../palette.ts';
import type { GltfSource } from './accessors.ts';
import { readUri } from './container.ts';
import { hasKey, indexIn, type Json, listIn, numbersIn, objectIn } from './json.ts';

export class GltfMaterials {
  readonly palette = new Palette();
  readonly #source: GltfSource;
  readonly #textures = new Map<number, Promise<number>>();

  constructor(source: GltfSource) {
    this.#source = source;
  }

  /** The palette's number for each vertex of a primitive; null if nothing paints it. */
  async paint(primitive: Json, vertices: number): Promise<Uint32Array | null> {
    const index = indexIn(primitive['material']);
    const material = objectIn(listIn(this.#source.json['materials'])[index ?? -1]);
    const surface = objectIn(material['pbrMetallicRoughness']);
    const attributes = objectIn(primitive['attributes']);
    const factor = numbersIn(surface['baseColorFactor'], 4);
    const isPacked = hasKey(primitive['extensions'], 'KHR_draco_mesh_compression');
    const picture = objectIn(surface['baseColorTexture']);
    const hasPicture = hasKey(surface, 'baseColorTexture');
    const hasColours = hasKey(attributes, 'COLOR_0');
    if (isPacked && (hasPicture || hasColours)) this.#source.warnings.push(ref('geometry.coloursUnread'));
    const colours = hasColours && !isPacked ? await this.#colours(attributes['COLOR_0'], vertices) : null;
    const texture = hasPicture && !isPacked ? await this.#texture(picture) : -1;
    if (factor === null && colours === null && texture < 0) return null;
    const places = texture < 0 ? null : await this.#places(picture, attributes, vertices);
    return this.#numbers(vertices, factor ?? [1, 1, 1, 1], colours, places === null ? -1 : texture, places);
  }

  #numbers(
    vertices: number,
    [red, green, blue]: readonly number[],
    colours: Float64Array | null,
    texture: number,
    places: Float64Array | null,
  ): Uint32Array {
    const byte = (value: number): number => fromLinear(Math.min(1, Math.max(0, value)));
    const plain = packColour(byte(red!), byte(green!), byte(blue!));
    if (colours === null && places === null) return new Uint32Array(vertices).fill(this.palette.add(plain));
    const numbers = new Uint32Array(vertices);
    for (let i = 0; i < vertices; i++) {
      const at = i * 3;
      const word =
        colours === null
          ? plain
          : packColour(
              byte(red! * colours[at]!),
              byte(green! * colours[at + 1]!),
              byte(blue! * colours[at + 2]!),
            );
      // The places of glTF begin at the upper left.
      numbers[i] = places
        ? this.palette.add(word, texture, places[i * 2]!, 1 - places[i * 2 + 1]!)
        : this.palette.add(word);
    }
    return numbers;
  }

  async #colours(accessor: unknown, vertices: number): Promise<Float64Array | null> {
    const index = indexIn(accessor);
    const components = this.#source.accessors.componentsOf(index);
    if (components !== 3 && components !== 4) return null;
    const values = await this.#source.accessors.read(index, components);
    if (values.length / components < vertices) return null;
    return components === 3 ? values : values.filter((_, i) => i % 4 !== 3);
  }

  async #places(picture: Json, attributes: Json, vertices: number): Promise<Float64Array | null> {
    const moved = objectIn(objectIn(picture['extensions'])['KHR_texture_transform']);
    const set = indexIn(moved['texCoord']) ?? indexIn(picture['texCoord']) ?? 0;
    const name = `TEXCOORD_${set}`;
    if (!hasKey(attributes, name)) return null;
    const values = await this.#source.accessors.read(indexIn(attributes[name]), 2);
    if (values.length / 2 < vertices) return null;
    const scale = numbersIn(moved['scale'], 2) ?? [1, 1];
    const offset = numbersIn(moved['offset'], 2) ?? [0, 0];
    return values.map((value, i) => value * scale[i % 2]! + offset[i % 2]!);
  }

  #texture(picture: Json): Promise<number> {
    const texture = objectIn(listIn(this.#source.json['textures'])[indexIn(picture['index']) ?? -1]);
    const source = indexIn(texture['source']) ?? -1;
    let known = this.#textures.get(source);
    if (known === undefined) {
      known = this.#readImage(source);
      this.#textures.set(source, known);
    }
    return known;
  }

  async #readImage(source: number): Promise<number> {
    const image = objectIn(listIn(this.#source.json['images'])[source]);
    const uri = image['uri'];
    const bytes =
      typeof uri === 'string'
        ? await readUri(uri, this.#source.beside)
        : hasKey(image, 'bufferView')
          ? await this.#source.accessors.bytesOf(indexIn(image['bufferView']))
          : null;
    const texture = bytes && asTexture(bytes);
    if (texture) return this.palette.addTexture(texture);
    const file = typeof uri === 'string' && !uri.startsWith('data:') ? uri.slice(0, 60) : `${source + 1}`;
    this.#source.warnings.push(ref('geometry.textureMissing', { file }));
    return -1;
  }
}
