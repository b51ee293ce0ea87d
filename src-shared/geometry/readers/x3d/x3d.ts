/**
 * X3D and VRML97: the nodes of the scene place shapes. Their axes stay as they are, and their unit is unknown
 * unless the file states one: the standards prescribe metres and y upwards, but CAD programs differ.
 */

import { ref } from '../../../messages/messages.ts';
import type { LengthUnit } from '../../../units/units.ts';
import { type GeometryText, geometryError } from '../../geometry-text.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import type { TaskProgress } from '../../runtime/task-progress.ts';
import type { FilesBeside } from '../archive-model.ts';
import { textOf } from '../byte-scanner.ts';
import { isDecimalList } from '../decimal-commas.ts';
import { readNumbers } from '../number-list.ts';
import { failDamaged, failNoTriangles } from '../raw-mesh.ts';
import { identity, type Matrix, multiply, rotation, SceneMesh, scaling, translation } from '../scene-mesh.ts';
import { noUnit, sceneUnit } from '../scene-unit.ts';
import { type Appearance, X3dAppearances } from './appearance.ts';
import { isGeometry, X3dGeometries } from './geometry.ts';
import type { X3dDocument, X3dNode } from './node.ts';
import { parseVrml } from './vrml.ts';
import { parseX3dXml } from './x3d-xml.ts';

const groups: ReadonlySet<string> = new Set([
  ...['Group', 'StaticGroup', 'Anchor', 'Billboard', 'Collision', 'Transform', 'LOD', 'Switch'],
  ...['CADAssembly', 'CADFace', 'CADLayer', 'CADPart', 'LayerSet', 'Layer', 'Viewport', 'PickableGroup'],
  ...['HAnimHumanoid', 'HAnimJoint', 'HAnimSegment', 'HAnimSite', 'EspduTransform'],
]);

/** Fields with nodes that do not show: shapes for collisions, and lists of what a humanoid consists of. */
const unshown: ReadonlySet<string> = new Set(['proxy', 'joints', 'segments', 'sites', 'viewpoints']);

/** Nodes that refer to other files. */
const foreign: ReadonlySet<string> = new Set(['Inline', 'ImportedInline']);

export async function readX3d(
  bytes: Uint8Array,
  form: 'xml' | 'classic',
  progress: TaskProgress,
  warnings: GeometryText[],
  beside?: FilesBeside,
): Promise<{ mesh: Mesh; unit: LengthUnit | null }> {
  const document = form === 'xml' ? await parseX3dXml(bytes, progress.part(0, 0.3)) : parseVrml(bytes);
  const name = form === 'xml' ? 'X3D' : 'VRML';
  const { unit, scale } = document.unit === null ? noUnit : sceneUnit(document.unit, name);
  const reader = new X3dReader(document, name, progress.part(0.3, 0.85), warnings, beside);
  for (const node of document.roots) await reader.place(node, identity);
  if (reader.scene.isEmpty) failNoTriangles(ref('geometry.noFaces', { format: name }));
  return { mesh: await reader.scene.finish(progress.part(0.85, 1), scale), unit };
}

class X3dReader {
  readonly scene: SceneMesh;
  readonly #document: X3dDocument;
  readonly #name: string;
  readonly #progress: TaskProgress;
  readonly #geometries: X3dGeometries;
  readonly #appearances: X3dAppearances;
  /** Meshes by geometry, then by its paint. */
  readonly #meshes = new Map<X3dNode, Map<string, Mesh>>();

  constructor(
    document: X3dDocument,
    name: string,
    progress: TaskProgress,
    warnings: GeometryText[],
    beside: FilesBeside | undefined,
  ) {
    this.#document = document;
    this.#name = name;
    this.#progress = progress;
    this.scene = new SceneMesh(name, document.bytes.length);
    this.#appearances = new X3dAppearances(document.bytes, beside, warnings);
    this.#geometries = new X3dGeometries(document, this.#appearances.palette, progress, warnings);
  }

  async place(node: X3dNode, outer: Matrix): Promise<void> {
    if (this.#text(node, 'visible').toLowerCase() === 'false') return;
    if (foreign.has(node.type)) {
      throw geometryError('file-unsupported', ref('geometry.anyOtherFile', { format: this.#name }));
    }
    if (node.type === 'Shape') {
      this.scene.enter(node);
      const style = node.children.find(({ node: { type } }) => type === 'Appearance')?.node;
      const appearance = await this.#appearances.read(style);
      for (const { node: child } of node.children) {
        if (isGeometry(child)) this.scene.place(await this.#mesh(child, appearance), outer);
      }
      this.scene.leave(node);
      return;
    }
    if (!groups.has(node.type)) {
      if (!holdsShapes(node)) return;
      throw geometryError('file-unsupported', ref('geometry.groupUnknown', { kind: node.type }));
    }
    this.scene.enter(node);
    const matrix = multiply(outer, await this.#transform(node));
    for (const child of await this.#shown(node)) await this.place(child, matrix);
    this.scene.leave(node);
  }

  async #mesh(geometry: X3dNode, appearance: Appearance): Promise<Mesh> {
    const key = `${appearance.word}/${appearance.texture}`;
    const painted = this.#meshes.get(geometry) ?? new Map<string, Mesh>();
    this.#meshes.set(geometry, painted);
    let mesh = painted.get(key);
    if (mesh === undefined) {
      mesh = await this.#geometries.read(geometry, appearance);
      painted.set(key, mesh);
    }
    return mesh;
  }

  #text({ field }: X3dNode, name: string): string {
    const range = field(name);
    return range === null ? '' : textOf(this.#document.bytes, range.start, range.end);
  }

  /** All children that show; the first level of detail; the chosen one of a switch. */
  async #shown(node: X3dNode): Promise<readonly X3dNode[]> {
    const { type, children } = node;
    const nodes = children.filter(({ role }) => !unshown.has(role)).map((child) => child.node);
    if (type === 'LOD') return nodes.slice(0, 1);
    if (type !== 'Switch') return nodes;
    const chosen = Number(this.#text(node, 'whichChoice') || -1);
    return nodes.slice(chosen, chosen + 1).filter(() => chosen >= 0);
  }

  /** T C R SR S -SR -C, in the standard's notation. */
  async #transform(node: X3dNode): Promise<Matrix> {
    const [tx, ty, tz] = await this.#numbers(node, 'translation', 3);
    const [cx, cy, cz] = await this.#numbers(node, 'center', 3);
    const turn = await this.#numbers(node, 'rotation', 4);
    const [sx, sy, sz] = await this.#numbers(node, 'scale', 3, 1);
    const slant = await this.#numbers(node, 'scaleOrientation', 4);
    const { radians } = this.#document;
    const parts: Matrix[] = [];
    const move = (x: number, y: number, z: number): void => {
      if (x !== 0 || y !== 0 || z !== 0) parts.push(translation(x, y, z));
    };
    move(tx!, ty!, tz!);
    move(cx!, cy!, cz!);
    parts.push(rotation([turn[0]!, turn[1]!, turn[2]!], turn[3]! * radians));
    if (sx !== 1 || sy !== 1 || sz !== 1) {
      const axis = [slant[0]!, slant[1]!, slant[2]!] as const;
      const angle = slant[3]! * radians;
      parts.push(rotation(axis, angle), scaling(sx!, sy!, sz!), rotation(axis, -angle));
    }
    move(-cx!, -cy!, -cz!);
    return parts.reduce(multiply, identity);
  }

  async #numbers(node: X3dNode, name: string, count: number, otherwise = 0): Promise<readonly number[]> {
    const range = node.field(name);
    if (range === null) return new Array<number>(count).fill(otherwise);
    const values = await readNumbers(this.#document.bytes, range.start, range.end, this.#progress);
    if (values.length !== count || !values.every(Number.isFinite)) {
      if (isDecimalList(this.#document.original, range, count)) failDamaged(ref('geometry.decimalCommas'));
      failDamaged(ref('geometry.invalidTransform', { format: this.#name }));
    }
    return [...values];
  }
}

/** Whether an unknown node holds shapes as a group does; without them, the part would be incomplete. */
function holdsShapes({ type, children }: X3dNode, seen = new Set<X3dNode>()): boolean {
  return (
    type !== 'Script' &&
    children.some(({ role, node }) => {
      if ((role !== '' && role !== 'children') || seen.has(node)) return false;
      seen.add(node);
      return node.type === 'Shape' || holdsShapes(node, seen);
    })
  );
}
