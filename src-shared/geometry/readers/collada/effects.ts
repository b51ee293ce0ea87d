/**
 * The paint of COLLADA materials: the diffuse colour or picture of their effect. A primitive names a symbol,
 * which the instance of its geometry binds to a material; otherwise it is the material's id.
 */
import { ref } from '../../../messages/messages.ts';
import { packColour } from '../../mesh/colours.ts';
import { asTexture, Palette } from '../palette.ts';
import { childNamed, childrenNamed, type TreeElement } from '../xml-tree.ts';
import type { ColladaFile } from './sources.ts';

/** Colour (0 for none) and number of the texture (-1 for none). */
export interface Effect {
  readonly word: number;
  readonly texture: number;
}

export const bare: Effect = { word: 0, texture: -1 };

export class ColladaEffects {
  readonly palette = new Palette();
  readonly #file: ColladaFile;
  readonly #effects = new Map<TreeElement, Effect>();
  readonly #textures = new Map<string, number>();

  constructor(file: ColladaFile) {
    this.#file = file;
  }

  /** The material that each symbol means in an instance of a geometry. */
  async bindings(instance: TreeElement): Promise<ReadonlyMap<string, Effect>> {
    const common = childNamed(childNamed(instance, 'bind_material'), 'technique_common');
    const bound = new Map<string, Effect>();
    for (const entry of childrenNamed(common, 'instance_material')) {
      const symbol = this.#file.tree.attribute(entry, 'symbol') ?? '';
      bound.set(symbol, await this.#material(this.#file.tree.attribute(entry, 'target')));
    }
    return bound;
  }

  async unbound(symbol: string): Promise<Effect> {
    return this.#material(`#${symbol}`);
  }

  async #material(url: string | null): Promise<Effect> {
    const material = this.#file.byId.get(url?.replace(/^#/, '') ?? '');
    if (material?.name !== 'material') return bare;
    const instance = childNamed(material, 'instance_effect');
    const effect =
      instance && this.#file.byId.get(this.#file.tree.attribute(instance, 'url')?.replace(/^#/, '') ?? '');
    if (!effect) return bare;
    let known = this.#effects.get(effect);
    if (known === undefined) {
      known = await this.#read(childNamed(effect, 'profile_COMMON'));
      this.#effects.set(effect, known);
    }
    return known;
  }

  async #read(profile: TreeElement | null): Promise<Effect> {
    const technique = childNamed(profile, 'technique');
    const shading = technique?.children.find(({ name }) => /^(lambert|phong|blinn|constant)$/.test(name));
    const diffuse = childNamed(shading ?? null, 'diffuse') ?? childNamed(shading ?? null, 'emission');
    const texture = childNamed(diffuse, 'texture');
    if (texture !== null) {
      const number = await this.#texture(profile, this.#file.tree.attribute(texture, 'texture') ?? '');
      return { word: 0, texture: number };
    }
    const colour = childNamed(diffuse, 'color');
    if (colour === null) return bare;
    const given = this.#file.tree.text(colour).split(/\s+/).map(Number);
    if (given.length < 3 || given.slice(0, 3).some(Number.isNaN)) return bare;
    return { word: packColour(given[0]! * 255, given[1]! * 255, given[2]! * 255), texture: -1 };
  }

  /** A sampler leads to a surface, and that to a picture; some files name the picture at once. */
  async #texture(profile: TreeElement | null, sampler: string): Promise<number> {
    const parameter = (sid: string): TreeElement | undefined =>
      childrenNamed(profile, 'newparam').find((entry) => this.#file.tree.attribute(entry, 'sid') === sid);
    const textIn = (element: TreeElement | null): string =>
      element === null ? '' : this.#file.tree.text(element);
    const sampled = childNamed(parameter(sampler) ?? null, 'sampler2D');
    const surface = childNamed(parameter(textIn(childNamed(sampled, 'source'))) ?? null, 'surface');
    const direct = childNamed(sampled, 'instance_image');
    const id =
      (direct && this.#file.tree.attribute(direct, 'url')?.replace(/^#/, '')) ||
      textIn(childNamed(surface, 'init_from')) ||
      sampler;
    const image = this.#file.byId.get(id) ?? null;
    const from = childNamed(image, 'init_from');
    const path = decodePath(textIn(childNamed(from, 'ref') ?? from));
    const known = this.#textures.get(path);
    if (known !== undefined) return known;
    const bytes = path === '' ? null : await this.#file.beside?.(path);
    const texture = bytes && asTexture(bytes);
    const number = texture ? this.palette.addTexture(texture) : -1;
    if (!texture)
      this.#file.warnings.push(ref('geometry.textureMissing', { file: (path || id).slice(0, 60) }));
    this.#textures.set(path, number);
    return number;
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
