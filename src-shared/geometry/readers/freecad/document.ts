/**
 * The objects of a FreeCAD document and their properties. Document.xml has what FreeCAD computes with,
 * GuiDocument.xml what its window shows; before 0.19, only this says what is visible.
 */
import type { TaskProgress } from '../../runtime/task-progress.ts';
import { identity, type Matrix } from '../scene-mesh.ts';
import { childNamed, childrenNamed, readXmlTree, type TreeElement, type XmlTree } from '../xml-tree.ts';
import type { ZipArchive } from '../zip.ts';

export interface FreeCadObject {
  readonly name: string;
  /** Its class, such as `PartDesign::Body`. */
  readonly type: string;
  readonly properties: Properties;
}

/** The object that another refers to; `isElsewhere` if it is in another document. */
export interface Reference {
  readonly name: string;
  readonly isElsewhere: boolean;
}

const placementName = 'Placement';
const references: ReadonlySet<string> = new Set(['Link', 'LinkSub', 'XLink', 'XLinkSub']);

/** The properties of one object, by their names. */
export class Properties {
  readonly #tree: XmlTree;
  readonly #values = new Map<string, TreeElement>();

  constructor(tree: XmlTree, owner: TreeElement) {
    this.#tree = tree;
    for (const property of childrenNamed(childNamed(owner, 'Properties'), 'Property')) {
      const [value] = property.children;
      const name = tree.attribute(property, 'name');
      if (name !== null && value !== undefined) this.#values.set(name, value);
    }
  }

  get names(): Iterable<string> {
    return this.#values.keys();
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** The text of an attribute of the value; null if there is none. */
  text(name: string, attribute = 'value'): string | null {
    const value = this.#values.get(name);
    return value === undefined ? null : this.#tree.attribute(value, attribute);
  }

  flag(name: string): boolean | null {
    const text = this.text(name);
    return text === null ? null : text === 'true';
  }

  number(name: string, attribute = 'value'): number | null {
    const value = Number(this.text(name, attribute) || Number.NaN);
    return Number.isFinite(value) ? value : null;
  }

  /** The file of the archive that holds the value; null if there is none. */
  file(name: string): string | null {
    return this.text(name, 'file') || null;
  }

  /** The objects that a property names, in order. */
  references(name: string): Reference[] {
    const found: Reference[] = [];
    const value = this.#values.get(name);
    const open = value === undefined ? [] : [value];
    for (let element = open.pop(); element !== undefined; element = open.pop()) {
      open.push(...element.children.toReversed());
      if (!references.has(element.name)) continue;
      const read = (attribute: string): string => this.#tree.attribute(element, attribute) ?? '';
      const target = read('value') || read('obj') || read('name');
      if (target !== '') found.push({ name: target, isElsewhere: read('file') !== '' });
    }
    return found;
  }

  placement(): Matrix {
    const number = (attribute: string): number => this.number(placementName, attribute) ?? 0;
    if (!this.has(placementName)) return identity;
    return placementMatrix(['Px', 'Py', 'Pz'].map(number), ['Q0', 'Q1', 'Q2', 'Q3'].map(number));
  }
}

/** A rotation, as a quaternion x, y, z, w of any length, and then a move. */
export function placementMatrix(move: readonly number[], quaternion: readonly number[]): Matrix {
  const length = Math.hypot(...quaternion);
  const [x, y, z, w] = length > 0 ? quaternion.map((value) => value / length) : [0, 0, 0, 1];
  const rows = [
    [1 - 2 * (y! * y! + z! * z!), 2 * (x! * y! - z! * w!), 2 * (x! * z! + y! * w!)],
    [2 * (x! * y! + z! * w!), 1 - 2 * (x! * x! + z! * z!), 2 * (y! * z! - x! * w!)],
    [2 * (x! * z! - y! * w!), 2 * (y! * z! + x! * w!), 1 - 2 * (x! * x! + y! * y!)],
  ];
  return rows.flatMap((row, i) => [...row, move[i]!]);
}

export class FreeCadDocument {
  readonly objects: ReadonlyMap<string, FreeCadObject>;
  /** The appearance of each object in the window. */
  readonly #views: ReadonlyMap<string, Properties>;

  private constructor(objects: Map<string, FreeCadObject>, views: Map<string, Properties>) {
    this.objects = objects;
    this.#views = views;
  }

  static async read(archive: ZipArchive, progress: TaskProgress): Promise<FreeCadDocument> {
    const tree = await readXmlTree(await archive.read('Document.xml', progress), progress);
    const types = new Map<string, string>();
    for (const object of childrenNamed(childNamed(tree.root, 'Objects'), 'Object'))
      types.set(tree.attribute(object, 'name') ?? '', tree.attribute(object, 'type') ?? '');
    const objects = new Map<string, FreeCadObject>();
    for (const [name, properties] of ownersIn(tree, 'ObjectData', 'Object'))
      objects.set(name, { name, type: types.get(name) ?? '', properties });
    const gui = 'GuiDocument.xml';
    const shown = archive.has(gui) ? await readXmlTree(await archive.read(gui, progress), progress) : null;
    return new FreeCadDocument(
      objects,
      new Map(shown && ownersIn(shown, 'ViewProviderData', 'ViewProvider')),
    );
  }

  view({ name }: FreeCadObject): Properties | null {
    return this.#views.get(name) ?? null;
  }

  isVisible(object: FreeCadObject): boolean {
    return object.properties.flag('Visibility') ?? this.view(object)?.flag('Visibility') ?? true;
  }
}

function* ownersIn(tree: XmlTree, list: string, owner: string): Generator<[string, Properties]> {
  for (const element of childrenNamed(childNamed(tree.root, list), owner))
    yield [tree.attribute(element, 'name') ?? '', new Properties(tree, element)];
}
