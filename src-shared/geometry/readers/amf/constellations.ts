/**
 * Where the objects of an AMF file are: constellations place objects and other constellations. Objects that
 * no constellation places count once, where they are, as in slicers.
 */
import { ref } from '../../../messages/messages.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import { failDamaged } from '../raw-mesh.ts';
import { identity, type Matrix, multiply, rotation, SceneMesh, translation } from '../scene-mesh.ts';

interface Instance {
  readonly id: string;
  readonly delta: [number, number, number];
  /** About x, y and z, in degrees. */
  readonly turn: [number, number, number];
}

export class AmfConstellations {
  readonly #constellations = new Map<string, Instance[]>();
  #instances: Instance[] = [];
  #instance: Instance | null = null;

  begin(id: string): void {
    this.#instances = [];
    this.#constellations.set(id, this.#instances);
  }

  beginInstance(objectId: string): void {
    this.#instance = { id: objectId, delta: [0, 0, 0], turn: [0, 0, 0] };
    this.#instances.push(this.#instance);
  }

  /** @param place 0 to 2 for a shift along x, y or z, 3 to 5 for degrees about them */
  setNumber(place: number, value: number): void {
    if (this.#instance === null) return;
    if (Number.isNaN(value)) failDamaged(ref('geometry.invalidTransform', { format: 'AMF' }));
    (place < 3 ? this.#instance.delta : this.#instance.turn)[(place % 3) as 0] = value;
  }

  /**
   * Places objects and constellations to which no constellation refers. FreeCAD gives its constellation the
   * id of an object: then each reference means the object.
   */
  place(objects: ReadonlyMap<string, Mesh>): SceneMesh {
    const scene = new SceneMesh('AMF');
    const constellations = [...this.#constellations.keys()];
    const placed = new Set([...this.#constellations.values()].flat().map(({ id }) => id));
    for (const [id, mesh] of objects) if (!placed.has(id)) scene.place(mesh, identity);
    for (const id of constellations) {
      if (!placed.has(id) || objects.has(id)) this.#enter(scene, objects, id, identity);
    }
    // Constellations that only refer to one another have no beginning; entering them reports why.
    for (const id of scene.isEmpty ? constellations : []) this.#enter(scene, objects, id, identity);
    return scene;
  }

  #enter(scene: SceneMesh, objects: ReadonlyMap<string, Mesh>, id: string, outer: Matrix): void {
    const instances = this.#constellations.get(id);
    if (instances === undefined) failDamaged(ref('geometry.missingObject', { format: 'AMF', object: id }));
    scene.enter(instances);
    for (const instance of instances) {
      const place = multiply(outer, matrixOf(instance));
      const mesh = objects.get(instance.id);
      if (mesh) scene.place(mesh, place);
      else this.#enter(scene, objects, instance.id, place);
    }
    scene.leave(instances);
  }
}

/** Rotated about x, then y, then z, then moved. */
function matrixOf({ delta, turn }: Instance): Matrix {
  const radians = turn.map((degrees) => (degrees * Math.PI) / 180);
  const rotated = multiply(
    rotation([0, 0, 1], radians[2]!),
    multiply(rotation([0, 1, 0], radians[1]!), rotation([1, 0, 0], radians[0]!)),
  );
  return multiply(translation(...delta), rotated);
}
