/** The numbers and names of a COLLADA file, which `<source>` elements hold. */
import { ref } from '../../../messages/messages.ts';
import { type GeometryText, geometryError } from '../../geometry-text.ts';
import type { TaskProgress } from '../../runtime/task-progress.ts';
import type { FilesBeside } from '../archive-model.ts';
import { textOf } from '../byte-scanner.ts';
import { readNumbers } from '../number-list.ts';
import { failDamaged } from '../raw-mesh.ts';
import type { Matrix } from '../scene-mesh.ts';
import { childNamed, childrenNamed, type TreeElement, type XmlTree } from '../xml-tree.ts';

/** A COLLADA file, as those see it who read a part of it. */
export interface ColladaFile {
  readonly tree: XmlTree;
  readonly byId: ReadonlyMap<string, TreeElement>;
  readonly beside: FilesBeside | undefined;
  readonly warnings: GeometryText[];
  /** The root nodes of the shown scene. */
  readonly roots: readonly TreeElement[];
  /**
   * The element of an address, first of the geometry that was entered. @throws CodedError if it is elsewhere
   */
  resolve(url: string | null): TreeElement;
  /** Exporters that join files repeat the ids of sources; a geometry means its own. Null leaves it again. */
  enter(geometry: TreeElement | null): void;
  /** Where a node of the scene is; null if it is not in the scene. */
  matrixOf(node: TreeElement): Matrix | null;
}

const mostReadings = 8;
const harmlessBytes = 2 ** 24;

/** Element `i` begins at `values[offset + i * stride]`. */
export interface SourceNumbers {
  readonly values: Float64Array;
  readonly offset: number;
  readonly stride: number;
  readonly count: number;
}

export class ColladaSources {
  readonly #file: ColladaFile;
  readonly #progress: TaskProgress;
  #bytesRead = 0;

  constructor(file: ColladaFile, progress: TaskProgress) {
    this.#file = file;
    this.#progress = progress;
  }

  /** Elements may share their numbers, but a file that makes us read them again and again is malicious. */
  async numbers({ textStart, textEnd }: TreeElement): Promise<Float64Array> {
    this.#bytesRead += textEnd - textStart;
    if (this.#bytesRead > Math.max(harmlessBytes, this.#file.tree.bytes.length * mostReadings)) {
      throw geometryError('file-too-large', ref('geometry.tooManyCopies', { format: 'COLLADA' }));
    }
    return readNumbers(this.#file.tree.bytes, textStart, textEnd, this.#progress);
  }

  /** A source's numbers, at least `components` for each element. @throws CodedError `file-damaged` */
  async read(source: TreeElement, components: number): Promise<SourceNumbers> {
    const accessor = childNamed(childNamed(source, 'technique_common'), 'accessor');
    const given = accessor === null ? null : this.#file.tree.attribute(accessor, 'source');
    const array = given === null ? childNamed(source, 'float_array') : this.#file.resolve(given);
    if (array === null) failLayout();
    const stride = this.#count(accessor, 'stride', components);
    const offset = this.#count(accessor, 'offset', 0);
    if (stride < components) failLayout();
    const values = await this.numbers(array);
    const held = Math.max(0, Math.floor((values.length - offset - components) / stride) + 1);
    return { values, offset, stride, count: Math.min(this.#count(accessor, 'count', held), held) };
  }

  /** The words of a source of names or ids. */
  names(source: TreeElement): readonly string[] {
    const array = childNamed(source, 'Name_array') ?? childNamed(source, 'IDREF_array');
    if (array === null) return failLayout();
    const text = textOf(this.#file.tree.bytes, array.textStart, array.textEnd).trim();
    return text === '' ? [] : text.split(/\s+/);
  }

  /** The source that an `<input>` of this kind names; null if there is none. */
  input(element: TreeElement | null, semantic: string): TreeElement | null {
    const input = childrenNamed(element, 'input').find(
      (candidate) => this.#file.tree.attribute(candidate, 'semantic') === semantic,
    );
    return input === undefined ? null : this.#file.resolve(this.#file.tree.attribute(input, 'source'));
  }

  /** The positions of the corners of a mesh, by its `<vertices>`. @throws CodedError `file-damaged` */
  positionsOf(vertices: TreeElement | null): TreeElement {
    return this.input(vertices, 'POSITION') ?? failLayout();
  }

  #count(element: TreeElement | null, name: string, otherwise: number): number {
    const written = element === null ? null : this.#file.tree.attribute(element, name);
    if (written === null) return otherwise;
    const value = Number(written);
    return Number.isSafeInteger(value) && value >= 0 ? value : failLayout();
  }
}

export function failLayout(): never {
  return failDamaged(ref('geometry.invalidNumbers', { format: 'COLLADA' }));
}
