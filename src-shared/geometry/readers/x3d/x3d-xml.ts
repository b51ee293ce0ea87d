/** Reads the XML encoding of X3D (.x3d) as nodes. */

import { ref } from '../../../messages/messages.ts';
import { geometryError } from '../../geometry-text.ts';
import type { TaskProgress } from '../../runtime/task-progress.ts';
import { blankSeparators } from '../number-list.ts';
import { failDamaged } from '../raw-mesh.ts';
import { childNamed, childrenNamed, readXmlTree, type XmlElement, type XmlTree } from '../xml-tree.ts';
import { mostNodes, type X3dChild, type X3dDocument, type X3dNode } from './node.ts';

export async function parseX3dXml(given: Uint8Array, progress: TaskProgress): Promise<X3dDocument> {
  const bytes = blankSeparators(given, null);
  const tree = await readXmlTree(bytes, progress);
  const scene = tree.root.name === 'X3D' ? childNamed(tree.root, 'Scene') : null;
  if (scene === null) return failDamaged(ref('geometry.invalidFile', { format: 'X3D' }));
  return { bytes, roots: new NodeBuilder(tree).build(scene), unit: unitOf(tree) };
}

function unitOf(tree: XmlTree): number | null {
  for (const unit of childrenNamed(childNamed(tree.root, 'head'), 'unit')) {
    if (tree.attribute(unit, 'category') !== 'length') continue;
    return Number(tree.attribute(unit, 'conversionFactor') ?? Number.NaN);
  }
  return null;
}

class NodeBuilder {
  readonly #tree: XmlTree;
  readonly #defined = new Map<string, X3dNode>();
  #count = 0;

  constructor(tree: XmlTree) {
    this.#tree = tree;
  }

  build(parent: XmlElement): X3dNode[] {
    return this.#childrenOf(parent).map(({ node }) => node);
  }

  #childrenOf(parent: XmlElement): X3dChild[] {
    return parent.children.map((element) => ({
      role: this.#tree.attribute(element, 'containerField') ?? '',
      node: this.#node(element),
    }));
  }

  #node(element: XmlElement): X3dNode {
    if (++this.#count > mostNodes) {
      throw geometryError('file-too-large', ref('geometry.tooManyNodes', { format: 'X3D' }));
    }
    const used = this.#tree.attribute(element, 'USE');
    if (used !== null) {
      return this.#defined.get(used) ?? failDamaged(ref('geometry.missingPart', { format: 'X3D' }));
    }
    const children: X3dChild[] = [];
    const node: X3dNode = {
      type: element.name,
      field: (name) => this.#tree.attributeRange(element, name),
      children,
    };
    const name = this.#tree.attribute(element, 'DEF');
    // Registered before its children, which may refer to it; walking the scene finds such cycles.
    if (name !== null) this.#defined.set(name, node);
    children.push(...this.#childrenOf(element));
    return node;
  }
}
