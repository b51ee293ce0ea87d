/**
 * Reads the XML encoding of X3D (.x3d) as nodes. A prototype is built anew for every instance, with names of
 * its own; only the first node of its body shows (X3D 4.4.4).
 */

import { ref } from '../../../messages/messages.ts';
import { geometryError } from '../../geometry-text.ts';
import type { TaskProgress } from '../../runtime/task-progress.ts';
import { blankSeparators } from '../number-list.ts';
import { failDamaged } from '../raw-mesh.ts';
import { childNamed, childrenNamed, readXmlTree, type TreeElement, type XmlTree } from '../xml-tree.ts';
import { deepestNodes, mostNodes, type X3dChild, type X3dDocument, type X3dNode } from './node.ts';

export async function parseX3dXml(given: Uint8Array, progress: TaskProgress): Promise<X3dDocument> {
  const bytes = blankSeparators(given, null);
  const tree = await readXmlTree(bytes, progress);
  const scene = tree.root.name === 'X3D' ? childNamed(tree.root, 'Scene') : null;
  if (scene === null) return failDamaged(ref('geometry.invalidFile', { format: 'X3D' }));
  return {
    bytes,
    original: given,
    roots: new NodeBuilder(tree).build(scene),
    unit: unitOf(tree, 'length'),
    radians: unitOf(tree, 'angle') ?? 1,
  };
}

function unitOf(tree: XmlTree, category: 'length' | 'angle'): number | null {
  for (const unit of childrenNamed(childNamed(tree.root, 'head'), 'unit')) {
    if (tree.attribute(unit, 'category') !== category) continue;
    return Number(tree.attribute(unit, 'conversionFactor') ?? Number.NaN);
  }
  return null;
}

interface Prototype {
  readonly body: TreeElement;
  /** The fields of the interface by name, whose values are defaults. */
  readonly defaults: ReadonlyMap<string, TreeElement>;
  readonly known: ReadonlyMap<string, Prototype>;
}

/** By the name of the prototype's field: an element with the attribute `value`, or with nodes in it. */
type Instance = ReadonlyMap<string, TreeElement>;

class NodeBuilder {
  readonly #tree: XmlTree;
  #defined = new Map<string, X3dNode>();
  #prototypes = new Map<string, Prototype>();
  #instance: Instance = new Map();
  #depth = 0;
  #count = 0;

  constructor(tree: XmlTree) {
    this.#tree = tree;
  }

  build(parent: TreeElement): X3dNode[] {
    return this.#childrenOf(parent).map(({ node }) => node);
  }

  #childrenOf(parent: TreeElement): X3dChild[] {
    const found: X3dChild[] = [];
    for (const element of parent.children) {
      if (element.name === 'ProtoDeclare') this.#define(element);
      else if (element.name === 'IS') found.push(...this.#connected(element));
      else {
        const role = this.#tree.attribute(element, 'containerField') ?? '';
        found.push({ role, node: this.#node(element) });
      }
    }
    return found;
  }

  #define(element: TreeElement): void {
    const body = childNamed(element, 'ProtoBody');
    if (body === null) return;
    const fields = childrenNamed(childNamed(element, 'ProtoInterface'), 'field');
    const defaults = new Map(
      fields.map((field) => [this.#tree.attribute(field, 'name') ?? '', field] as const),
    );
    const name = this.#tree.attribute(element, 'name') ?? '';
    this.#prototypes.set(name, { body, defaults, known: new Map(this.#prototypes) });
  }

  /** The first node of a prototype's body, with the instance's values. */
  #expand(element: TreeElement): X3dNode {
    const name = this.#tree.attribute(element, 'name') ?? '';
    const prototype = this.#prototypes.get(name);
    if (prototype === undefined) {
      throw geometryError('file-unsupported', ref('geometry.prototypeElsewhere', { name }));
    }
    if (++this.#depth > deepestNodes) failDamaged(ref('geometry.nestedTooDeeply', { format: 'X3D' }));
    const given = childrenNamed(element, 'fieldValue').map(
      (value) => [this.#tree.attribute(value, 'name') ?? '', value] as const,
    );
    const outside = [this.#defined, this.#prototypes, this.#instance] as const;
    // Nodes given to the instance belong to the outside, but a name is rarely used on both sides.
    this.#defined = new Map();
    this.#prototypes = new Map(prototype.known);
    this.#instance = new Map([...prototype.defaults, ...given]);
    const [first] = this.#childrenOf(prototype.body);
    [this.#defined, this.#prototypes, this.#instance] = outside;
    this.#depth--;
    return first?.node ?? { type: '', field: () => null, children: [] };
  }

  /** Nodes that the instance gives to fields of this node. */
  #connected(is: TreeElement): X3dChild[] {
    return childrenNamed(is, 'connect').flatMap((connect) => {
      const value = this.#instance.get(this.#tree.attribute(connect, 'protoField') ?? '');
      const role = this.#tree.attribute(connect, 'nodeField') ?? '';
      return value === undefined ? [] : this.#childrenOf(value).map(({ node }) => ({ role, node }));
    });
  }

  /** Where the value of a field is: in the node, or in the instance that its prototype takes it from. */
  #fieldsOf(element: TreeElement): X3dNode['field'] {
    const instance = this.#instance;
    const connects = childrenNamed(childNamed(element, 'IS'), 'connect');
    if (connects.length === 0) return (name) => this.#tree.attributeRange(element, name);
    return (name) => {
      const connect = connects.find((entry) => this.#tree.attribute(entry, 'nodeField') === name);
      if (connect === undefined) return this.#tree.attributeRange(element, name);
      const value = instance.get(this.#tree.attribute(connect, 'protoField') ?? '');
      return value === undefined ? null : this.#tree.attributeRange(value, 'value');
    };
  }

  #node(element: TreeElement): X3dNode {
    if (++this.#count > mostNodes) {
      throw geometryError('file-too-large', ref('geometry.tooManyNodes', { format: 'X3D' }));
    }
    const used = this.#tree.attribute(element, 'USE');
    if (used !== null) {
      return this.#defined.get(used) ?? failDamaged(ref('geometry.missingPart', { format: 'X3D' }));
    }
    const name = this.#tree.attribute(element, 'DEF');
    if (element.name === 'ProtoInstance') {
      const whole = this.#expand(element);
      if (name !== null) this.#defined.set(name, whole);
      return whole;
    }
    const children: X3dChild[] = [];
    const node: X3dNode = { type: element.name, field: this.#fieldsOf(element), children };
    // Registered before its children, which may refer to it; walking the scene finds such cycles.
    if (name !== null) this.#defined.set(name, node);
    children.push(...this.#childrenOf(element));
    return node;
  }
}
