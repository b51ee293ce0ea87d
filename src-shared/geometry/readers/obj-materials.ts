/**
 * The materials of an OBJ file (MTL): the diffuse colour and the picture on it. They are in files of their
 * own, which are read where the archive that holds the model has them.
 */
import { ref } from '../../messages/messages.ts';
import type { GeometryText } from '../geometry-text.ts';
import { packColour } from '../mesh/colours.ts';
import type { FilesBeside } from './archive-model.ts';
import { textOf } from './byte-scanner.ts';
import { asTexture, type Palette, white } from './palette.ts';

export interface ObjMaterial {
  /** The colour, and its number in the palette. */
  word: number;
  plain: number;
  /** Number of the texture, -1 without. */
  texture: number;
  /** The palette's number for each place on the texture that was used. */
  readonly paints: Map<number, number>;
}

/** Larger files are not material files. */
const mostBytes = 2 ** 24;
const mostLibraries = 64;

/** All materials of the libraries that the model names and that are available. */
export async function readMaterials(
  model: Uint8Array,
  beside: FilesBeside,
  palette: Palette,
  warnings: GeometryText[],
): Promise<Map<string, ObjMaterial>> {
  const materials = new Map<string, ObjMaterial>();
  const library = new MaterialLibrary(beside, palette, warnings, materials);
  for (const name of librariesOf(model)) {
    const bytes = await beside(name.replaceAll('\\', '/'));
    if (bytes === null || bytes.length > mostBytes) {
      warnings.push(ref('geometry.textureMissing', { file: name.slice(0, 60) }));
      continue;
    }
    await library.read(textOf(bytes, 0, bytes.length));
  }
  return materials;
}

/** The material files that a model, or the beginning of one, names. */
export function librariesOf(model: Uint8Array): string[] {
  const names = new Set<string>();
  const keyword = [...'mtllib'].map((letter) => letter.charCodeAt(0));
  for (let at = 0; at >= 0 && names.size < mostLibraries; at = model.indexOf(10, at) + 1 || -1) {
    if (!keyword.every((code, i) => model[at + i] === code)) continue;
    const end = model.indexOf(10, at);
    const name = textOf(model, at + 6, end < 0 ? model.length : end).trim();
    if (name !== '') names.add(name);
  }
  return [...names];
}

class MaterialLibrary {
  readonly #beside: FilesBeside;
  readonly #palette: Palette;
  readonly #warnings: GeometryText[];
  readonly #materials: Map<string, ObjMaterial>;
  /** By name: many materials may use one picture. */
  readonly #textures = new Map<string, number>();

  constructor(
    beside: FilesBeside,
    palette: Palette,
    warnings: GeometryText[],
    materials: Map<string, ObjMaterial>,
  ) {
    this.#beside = beside;
    this.#palette = palette;
    this.#warnings = warnings;
    this.#materials = materials;
  }

  async read(text: string): Promise<void> {
    let material: ObjMaterial | null = null;
    for (const line of text.split(/\r\n?|\n/)) {
      const [, keyword = '', rest = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? [];
      if (keyword === 'newmtl') {
        material = { word: 0, plain: 0, texture: -1, paints: new Map() };
        this.#materials.set(rest, material);
      } else if (material === null) continue;
      else if (keyword === 'Kd') {
        const [red, green, blue] = rest.split(/\s+/).map((value) => Number(value) * 255);
        material.word = packColour(red ?? 0, green ?? 0, blue ?? 0);
        material.plain = this.#palette.add(material.word);
      } else if (keyword.toLowerCase() === 'map_kd') material.texture = await this.#textureOf(rest);
    }
    const black = packColour(0, 0, 0);
    for (const own of this.#materials.values()) {
      // Black under a picture is a habit of exporters; programs that show it ignore the black.
      if (own.texture >= 0 && (own.word === 0 || own.word === black)) own.word = white;
    }
  }

  /** Options may stand before the name. */
  async #textureOf(line: string): Promise<number> {
    const name = line.replace(/^(-\w+(\s+(on|off|[-+.\d]\S*))*\s+)+/, '').replaceAll('\\', '/');
    const known = this.#textures.get(name);
    if (known !== undefined) return known;
    const bytes = await this.#beside(name);
    const texture = bytes && asTexture(bytes);
    if (texture === null) this.#warnings.push(ref('geometry.textureMissing', { file: name.slice(0, 60) }));
    const number = texture === null ? -1 : this.#palette.addTexture(texture);
    this.#textures.set(name, number);
    return number;
  }
}
