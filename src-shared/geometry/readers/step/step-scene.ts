/**
 * Where the representations of a STEP file are (ISO 10303-43): which share their coordinates, and which place
 * others, as mapped items or as the parts of an assembly (ISO 10303-44). Knows nothing of their items.
 */
import { type Matrix, multiply } from '../scene-mesh.ts';
import { inverseOf, type StepPlaces } from './step-places.ts';
import type { StepEntity, StepText } from './step-text.ts';

const shapeType = /(^|_)SHAPE_REPRESENTATION(_WITH_\w+)?$/;
const anyType = /REPRESENTATION(_WITH_\w+)?$/;
/** Pairs of others that are called representations, too. */
const noShape = /^(CONTEXT_DEPENDENT_SHAPE_REPRESENTATION|\w*DEFINITION_REPRESENTATION)$/;

export interface Representation {
  readonly items: readonly number[];
  /** Millimetres in a length of its items. */
  readonly millimetres: number;
}

/** Representations with the same coordinates. */
export interface Space {
  readonly representations: Map<number, Representation>;
  /** The spaces that it places, each with the position of its coordinates, in millimetres. */
  readonly placed: { readonly space: Space; readonly matrix: Matrix }[];
}

/** The spaces that no other one places. */
export function rootSpaces(file: StepText, places: StepPlaces): Space[] {
  return new SpaceReader(file, places).roots();
}

class SpaceReader {
  readonly #file: StepText;
  readonly #places: StepPlaces;
  readonly #spaces = new Map<number, Space>();
  /** Representations that were not searched for mapped items yet. */
  readonly #fresh: Space[] = [];
  readonly #placed = new Set<Space>();

  constructor(file: StepText, places: StepPlaces) {
    this.#file = file;
    this.#places = places;
  }

  roots(): Space[] {
    const file = this.#file;
    for (const id of file.all(shapeType)) this.#spaceOf(id);
    const relations = [...file.all(/^\w*REPRESENTATION_RELATIONSHIP$/)].map((id) => ({
      id,
      entity: file.entity(id),
    }));
    const isPlacing = (entity: StepEntity): boolean =>
      entity.has('REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION');
    for (const { entity } of relations) {
      if (entity !== null && !isPlacing(entity)) this.#join(...this.#related(entity));
    }
    const shapes = this.#shapesOfProducts();
    for (const [first, ...others] of shapes.values()) for (const other of others) this.#join(first!, other);
    const parents = this.#parentsInAssemblies(shapes);
    for (const { id, entity } of relations) {
      if (entity !== null && isPlacing(entity)) this.#placeRelated(entity, parents.get(id) ?? null);
    }
    // Mapped items may lead to representations of other types, which are found only here.
    this.#fresh.splice(0, Infinity, ...new Set(this.#spaces.values()));
    for (let space = this.#fresh.pop(); space !== undefined; space = this.#fresh.pop())
      this.#placeMapped(space);
    return [...new Set(this.#spaces.values())].filter((space) => !this.#placed.has(space));
  }

  /** Null if there is no such representation. */
  #spaceOf(id: number | null): Space | null {
    const known = id === null ? undefined : this.#spaces.get(id);
    if (known !== undefined || id === null) return known ?? null;
    const file = this.#file;
    const entity = file.entity(id);
    if (entity === null || [...entity.keys()].some((type) => noShape.test(type))) return null;
    if (![...entity.keys()].some((type) => anyType.test(type))) return null;
    const representation = {
      items: file.references(file.attribute(entity, 'REPRESENTATION', 1)),
      millimetres: this.#places.millimetres(file.reference(file.attribute(entity, 'REPRESENTATION', 2))),
    };
    const space: Space = { representations: new Map([[id, representation]]), placed: [] };
    this.#spaces.set(id, space);
    this.#fresh.push(space);
    return space;
  }

  #related(entity: StepEntity): [number | null, number | null] {
    const at = (index: number): number | null =>
      this.#file.reference(this.#file.attribute(entity, 'REPRESENTATION_RELATIONSHIP', index));
    return [at(2), at(3)];
  }

  #join(first: number | null, second: number | null): void {
    const [one, other] = [this.#spaceOf(first), this.#spaceOf(second)];
    if (!one || !other || one === other) return;
    const [large, small] =
      one.representations.size < other.representations.size ? [other, one] : [one, other];
    for (const [id, representation] of small.representations) {
      large.representations.set(id, representation);
      this.#spaces.set(id, large);
    }
  }

  /** A value of an entity of one type; null if it refers to no other. */
  #referred(id: number | null, index: number): number | null {
    const [values] = this.#file.entity(id)?.values() ?? [];
    return this.#file.reference(values?.[index] ?? null);
  }

  /** The representations of each product definition, by its number. */
  #shapesOfProducts(): Map<number, Set<number>> {
    const shapes = new Map<number, Set<number>>();
    for (const id of this.#file.all(/^SHAPE_DEFINITION_REPRESENTATION$/)) {
      const product = this.#referred(this.#referred(id, 0), 2);
      const shape = this.#referred(id, 1);
      if (product === null || shape === null) continue;
      shapes.set(product, (shapes.get(product) ?? new Set()).add(shape));
    }
    return shapes;
  }

  /** By the number of a relation, the representations of the whole to which an assembly adds a part. */
  #parentsInAssemblies(shapes: ReadonlyMap<number, Set<number>>): Map<number, Set<number>> {
    const parents = new Map<number, Set<number>>();
    for (const id of this.#file.all(/^CONTEXT_DEPENDENT_SHAPE_REPRESENTATION$/)) {
      const relation = this.#referred(id, 0);
      const usage = this.#referred(this.#referred(id, 1), 2);
      const own = shapes.get(this.#referred(usage, 3) ?? -1);
      if (relation !== null && own !== undefined) parents.set(relation, own);
    }
    return parents;
  }

  /** By the standard the first representation is placed in the second; some writers exchange them. */
  #placeRelated(entity: StepEntity, parents: ReadonlySet<number> | null): void {
    const file = this.#file;
    const [first, second] = this.#related(entity);
    const [one, other] = [this.#spaceOf(first), this.#spaceOf(second)];
    if (one === null || other === null) return;
    const operator = entity.get('REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION')?.[0] ?? null;
    const transformation = file.entity(file.reference(operator))?.get('ITEM_DEFINED_TRANSFORMATION');
    if (transformation === undefined) return;
    const [own, others] = [one.representations.get(first!)!, other.representations.get(second!)!];
    const given = [2, 3].map((index) => file.reference(transformation[index] ?? null));
    const isOf = ({ items }: Representation, place: number | null): boolean => items.includes(place ?? -1);
    const areExchanged = isOf(own, given[1]!) && !isOf(own, given[0]!);
    const [from, to] = areExchanged ? given.toReversed() : given;
    const start = this.#places.frame(from!, own.millimetres);
    const end = this.#places.frame(to!, others.millimetres);
    const isExchanged = parents !== null && [...parents].some((id) => this.#spaces.get(id) === one);
    if (isExchanged) this.#place(other, one, multiply(start, inverseOf(end)));
    else this.#place(one, other, multiply(end, inverseOf(start)));
  }

  #placeMapped(space: Space): void {
    const file = this.#file;
    for (const { items, millimetres } of [...space.representations.values()]) {
      for (const item of items) {
        const entity = file.entity(item);
        if (!entity?.has('MAPPED_ITEM')) continue;
        const [source, target] = [0, 1].map((index) =>
          file.reference(file.attribute(entity, 'MAPPED_ITEM', index, 1)),
        );
        const [origin, mapped] = (file.entity(source!)?.get('REPRESENTATION_MAP') ?? []).map((value) =>
          file.reference(value),
        );
        const other = this.#spaceOf(mapped ?? null);
        if (other === null) continue;
        const own = other.representations.get(mapped!)!.millimetres;
        const start = this.#places.frame(origin!, own);
        this.#place(other, space, multiply(this.#places.frame(target!, millimetres), inverseOf(start)));
      }
    }
  }

  #place(inner: Space, outer: Space, matrix: Matrix): void {
    outer.placed.push({ space: inner, matrix });
    this.#placed.add(inner);
  }
}
