/**
 * The bodies of triangles in a STEP file (AP242; ISO 10303-42, tessellated_item), each where the file places
 * it. Those that stand for exact bodies are left to OpenCascade, and annotations are no bodies.
 */
import { ref } from '../../../messages/messages.ts';
import type { GeometryText } from '../../geometry-text.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import type { TaskProgress } from '../../runtime/task-progress.ts';
import { failDamaged } from '../raw-mesh.ts';
import { identity, type Matrix, multiply, SceneMesh, scaling } from '../scene-mesh.ts';
import { coloursIn } from './step-colours.ts';
import { StepPlaces } from './step-places.ts';
import { rootSpaces, type Space } from './step-scene.ts';
import type { StepText } from './step-text.ts';
import { faceTypeOf, TessellatedBodies } from './tessellated-body.ts';

const body = /^TESSELLATED_(SOLID|SHELL)$/;
/** advanced_face, face_surface, and whatever else bounds exact bodies. */
const exactFace = /^(\w+_)?FACE(_SURFACE)?$/;

/** A body, and how it becomes one in millimetres, in its place. */
export interface PlacedBody {
  readonly mesh: Mesh;
  readonly matrix: Matrix;
}

/** @throws CodedError `file-damaged`, `file-unsupported`, `file-too-large` */
export async function readTessellated(
  file: StepText,
  progress: TaskProgress,
  warnings: GeometryText[],
): Promise<readonly PlacedBody[]> {
  const places = new StepPlaces(file);
  const reader = new ItemReader(file, places, progress, warnings);
  if (!reader.hasBodies) return [];
  for (const space of rootSpaces(file, places)) await reader.placeSpace(space, identity);
  if (!reader.hasFound) await reader.placeLoose();
  return reader.bodies;
}

/** The properties that items inherit from their set. */
interface Context {
  /** To the coordinates of the scene, in millimetres. */
  readonly matrix: Matrix;
  /** Millimetres in a length of the item. */
  readonly millimetres: number;
  /** As `packColour` makes it; 0 for none. */
  readonly colour: number;
}

/** The contents of a list of items. */
interface ItemList {
  /** Faces that belong to no body. */
  readonly faces: readonly number[];
  readonly others: readonly number[];
}

/** Items of earlier lists of the same space. */
interface Known {
  readonly items: Set<number>;
  /** The bodies of solids and shells. */
  readonly faces: Set<number>;
}

class ItemReader {
  readonly bodies: PlacedBody[] = [];
  /** Whether there was any body, including those left to OpenCascade. */
  hasFound = false;
  readonly #file: StepText;
  readonly #places: StepPlaces;
  readonly #progress: TaskProgress;
  readonly #warnings: GeometryText[];
  readonly #reader: TessellatedBodies;
  readonly #colours: ReadonlyMap<number, number>;
  readonly #annotations: ReadonlySet<number>;
  /** Counts what is placed, and finds circles. */
  readonly #limits: SceneMesh;
  /** Bodies by the number of the solid, set or representation they belong to, which may be placed often. */
  readonly #meshes = new Map<string, Mesh>();
  readonly #taken = new Set<string>();
  readonly #lists = new Map<number, ItemList>();
  readonly #faces = new Map<number, readonly number[]>();

  constructor(file: StepText, places: StepPlaces, progress: TaskProgress, warnings: GeometryText[]) {
    this.#file = file;
    this.#places = places;
    this.#progress = progress;
    this.#warnings = warnings;
    this.#reader = new TessellatedBodies(file);
    this.#colours = coloursIn(file);
    this.#limits = new SceneMesh('STEP', file.bytes.length);
    this.#annotations = this.#annotationsIn();
  }

  /** Whether there is anything but annotations; most files have these only. */
  get hasBodies(): boolean {
    return [...this.#file.all(/^TESSELLATED_(SOLID|SHELL)$|TRIANGULATED_/)].some(
      (id) => !this.#annotations.has(id),
    );
  }

  /** The items that annotations show, with all items inside. */
  #annotationsIn(): Set<number> {
    const file = this.#file;
    const found = new Set<number>();
    for (const id of file.all(/^TESSELLATED_ANNOTATION_OCCURRENCE$/)) {
      const entity = file.entity(id);
      const item = entity && file.reference(file.attribute(entity, 'STYLED_ITEM', 1, 1));
      if (item !== null) found.add(item);
    }
    // A set grows while it is walked.
    for (const id of found) for (const item of this.#itemsOf(id)) found.add(item);
    return found;
  }

  async placeSpace(space: Space, matrix: Matrix): Promise<void> {
    this.#limits.enter(space);
    // Representations in one space may list the same items.
    const known: Known = { items: new Set(), faces: new Set() };
    for (const [id, { items, millimetres }] of space.representations) {
      await this.#placeList(id, () => items, { matrix, millimetres, colour: 0 }, known);
    }
    for (const { space: inner, matrix: place } of space.placed) {
      await this.placeSpace(inner, multiply(matrix, place));
    }
    this.#limits.leave(space);
  }

  /** Bodies that no shape names, in a file without others. */
  async placeLoose(): Promise<void> {
    const items = [...this.#file.all(body)];
    const inner = new Set(items.flatMap((id) => this.#itemsOf(id).filter((item) => item !== id)));
    const [context = null] = this.#file.all(/^GLOBAL_UNIT_ASSIGNED_CONTEXT$/);
    const millimetres = this.#places.millimetres(context);
    for (const id of items) {
      if (!inner.has(id)) await this.#placeItem(id, { matrix: identity, millimetres, colour: 0 });
    }
  }

  async #placeList(
    owner: number,
    items: () => readonly number[],
    context: Context,
    known: Known = { items: new Set(), faces: new Set() },
  ): Promise<void> {
    let list = this.#lists.get(owner);
    if (list === undefined) {
      list = this.#divide(items(), known);
      this.#lists.set(owner, list);
    }
    // Open bodies are joined with each other in the end ([Note: open pieces]).
    for (const face of list.faces) {
      const entity = this.#file.entity(face)!;
      this.#limits.enter(entity);
      await this.#placeBody(face, [face], context);
      this.#limits.leave(entity);
    }
    for (const id of list.others) await this.#placeItem(id, context);
  }

  #divide(items: readonly number[], known: Known): ItemList {
    const faces: number[] = [];
    const others: number[] = [];
    for (const id of items) {
      const types = [...(this.#file.entity(id)?.keys() ?? [])];
      if (this.#annotations.has(id) || known.items.has(id)) continue;
      known.items.add(id);
      if (faceTypeOf(this.#file, id) !== null) faces.push(id);
      if (!types.some((type) => type.startsWith('TESSELLATED_'))) continue;
      const own = types.some((type) => body.test(type)) ? this.#facesOf(id) : [];
      // Some writers list a shell beside its solid.
      if (own.length > 0 && own.every((face) => known.faces.has(face))) continue;
      for (const face of own) known.faces.add(face);
      others.push(id);
    }
    return { faces: faces.filter((face) => !known.faces.has(face) && !this.#isOfExactFace(face)), others };
  }

  async #placeItem(id: number, { matrix, millimetres, colour }: Context): Promise<void> {
    const file = this.#file;
    const entity = file.entity(id);
    if (entity === null) return;
    this.#limits.enter(entity);
    const place = entity.get('REPOSITIONED_TESSELLATED_ITEM')?.[0];
    const frame = place && this.#places.frame(file.reference(place), millimetres);
    const own: Context = {
      millimetres,
      matrix: frame ? multiply(matrix, frame) : matrix,
      colour: this.#colours.get(id) ?? colour,
    };
    const bodyType = [...entity.keys()].find((type) => body.test(type));
    if (bodyType !== undefined) {
      this.hasFound = true;
      const faces = this.#facesOf(id);
      const exact = file.entity(file.reference(file.attribute(entity, bodyType, 1, 1)));
      const standsForExact = exact !== null || faces.every((face) => this.#isOfExactFace(face));
      if (!standsForExact) await this.#placeBody(id, faces, own);
    } else if (entity.has('TESSELLATED_GEOMETRIC_SET')) {
      await this.#placeList(id, () => this.#itemsOf(id), own);
    }
    this.#limits.leave(entity);
  }

  /** The faces of a solid, shell or set. */
  #itemsOf(id: number): number[] {
    const entity = this.#file.entity(id);
    const type = [...(entity?.keys() ?? [])].find((name) => body.test(name)) ?? 'TESSELLATED_GEOMETRIC_SET';
    return entity === null ? [] : this.#file.references(this.#file.attribute(entity, type, 0, 1));
  }

  /** Solids have faces; some writers put a shell between. @throws CodedError `file-damaged` without a face */
  #facesOf(id: number): readonly number[] {
    let faces = this.#faces.get(id);
    if (faces !== undefined) return faces;
    faces = [...this.#facesBelow(id, new Set())];
    if (faces.length === 0) failDamaged(ref('geometry.missingPart', { format: 'STEP' }));
    this.#faces.set(id, faces);
    return faces;
  }

  #facesBelow(id: number, path: Set<number>): Set<number> {
    if (path.has(id)) failDamaged(ref('geometry.endlessNesting', { format: 'STEP' }));
    path.add(id);
    const faces = new Set<number>();
    for (const item of this.#itemsOf(id)) {
      const types = [...(this.#file.entity(item)?.keys() ?? [])];
      if (faceTypeOf(this.#file, item) !== null) faces.add(item);
      else if (types.some((type) => body.test(type))) {
        for (const face of this.#facesBelow(item, path)) faces.add(face);
      }
    }
    return faces;
  }

  /** Whether a face stands for an exact one. Its link may also name the surface on which it lies. */
  #isOfExactFace(id: number): boolean {
    const [[type, values] = ['', []]] = this.#file.entity(id) ?? [];
    if (!type.endsWith('FACE')) return false;
    const linked = this.#file.entity(this.#file.reference(values[4] ?? null));
    return [...(linked?.keys() ?? [])].some((name) => exactFace.test(name));
  }

  async #placeBody(
    owner: number,
    faces: readonly number[],
    { matrix, millimetres, colour }: Context,
  ): Promise<void> {
    const key = `${owner} ${colour}`;
    let mesh = this.#meshes.get(key);
    if (mesh === undefined) {
      const painted = faces.map((id) => ({ id, colour: this.#colours.get(id) ?? colour }));
      mesh = this.#reader.read(painted, this.#warnings);
      this.#meshes.set(key, mesh);
      await this.#progress.step(Math.min(1, this.#meshes.size / 100));
    }
    this.hasFound = true;
    if (mesh.indices.length === 0) return;
    const scaled =
      millimetres === 1 ? matrix : multiply(matrix, scaling(millimetres, millimetres, millimetres));
    // Several representations may list the same item.
    const place = `${owner} ${scaled.join()}`;
    if (this.#taken.has(place)) return;
    this.#taken.add(place);
    this.#limits.place(mesh, scaled);
    this.bodies.push({ mesh, matrix: scaled });
  }
}
