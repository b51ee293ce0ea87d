/**
 * The objects of a FreeCAD document that are parts, and their places. A part is what a person would call one:
 * what is visible, a body and not its features, the result of a boolean and not its operands, every instance
 * of a link, and no sketch, plane or axis. The add-on for FreeCAD (integrations/freecad) chooses alike, and
 * tests/integration/cad compares the two.
 */
import { identity, type Matrix, multiply, type SceneMesh, scaling } from '../scene-mesh.ts';
import { type FreeCadDocument, type FreeCadObject, placementMatrix, type Reference } from './document.ts';

export interface VisiblePart {
  readonly object: FreeCadObject;
  /** An instance has the name of its link, and what is inside a linked container its own besides. */
  readonly label: string;
  /** From the coordinates of its file to those of the document. */
  readonly matrix: Matrix;
}

/** The contents of the archive's files, which only their reader knows. */
export interface ShapeFiles {
  hasFaces(file: string): boolean;
  hasSolids(file: string): boolean;
  /** Numbers of a list of placements or vectors, without their count. */
  numbers(file: string): readonly number[];
}

const helper =
  /^(Sketcher::|TechDraw::|Path::|App::(Origin|Line|Plane|Point|DatumElement|LocalCoordinateSystem)|PartDesign::(Plane|Line|Point|CoordinateSystem|ShapeBinder|SubShapeBinder)|Part::(Datum|LocalCoordinateSystem|Part2DObject))/;

/** They show in a second place what they are made from, and the first stays. */
const isCopy = ({ type, properties }: FreeCadObject): boolean =>
  type === 'Part::Mirroring' || properties.text('Proxy', 'class') === 'Clone';

/** An object that is named here is a place to sit on, and no operand. */
const notMadeFrom =
  /^(AttachmentSupport|Support|ExternalGeometry|ExpressionEngine|_?Body|Group|Origin|PathOb.*|Spine)$/;

export const shapeFile = ({ properties }: FreeCadObject): string | null => properties.file('Shape');
export const meshFile = ({ properties }: FreeCadObject): string | null => properties.file('Mesh');

export class VisibleParts {
  readonly parts: VisiblePart[] = [];
  /** Links to objects that are not in this document. */
  missing = 0;
  readonly #document: FreeCadDocument;
  readonly #files: ShapeFiles;
  readonly #scene: SceneMesh;
  /** The innermost link on the way, and what it shows. */
  #link: { readonly label: string; readonly target: FreeCadObject } | null = null;
  /** The containers and bodies that objects belong to. */
  readonly #owners = new Map<string, FreeCadObject>();
  /** The objects that are made from each object. */
  readonly #results = new Map<string, FreeCadObject[]>();

  /** @param scene bounds how far links may nest @throws CodedError as it does */
  constructor(document: FreeCadDocument, files: ShapeFiles, scene: SceneMesh) {
    this.#document = document;
    this.#files = files;
    this.#scene = scene;
    for (const object of document.objects.values()) this.#noteRelations(object);
    for (const object of document.objects.values()) {
      const isFolder = object.properties.has('Group') && !object.properties.has('Placement');
      if (!this.#owners.has(object.name) && !isFolder) this.#add(object, identity);
    }
    const hasVolume = ({ object }: VisiblePart): boolean =>
      meshFile(object) !== null || files.hasSolids(shapeFile(object) ?? '');
    const whole = this.parts.filter(hasVolume);
    if (whole.length > 0) this.parts = whole;
  }

  #noteRelations(object: FreeCadObject): void {
    const { properties, type } = object;
    const children = properties.has('Placement') ? ['Group', 'ElementList'] : [];
    for (const { name } of children.flatMap((child) => properties.references(child)))
      this.#owners.set(name, object);
    if (helper.test(type) || isLink(object) || isCopy(object)) return;
    if (!this.#files.hasSolids(shapeFile(object) ?? '')) return;
    for (const property of properties.names) {
      if (notMadeFrom.test(property)) continue;
      for (const { name } of properties.references(property))
        this.#results.set(name, [...(this.#results.get(name) ?? []), object]);
    }
  }

  /** The visible parts of an object, which may be a container. */
  #add(object: FreeCadObject, outer: Matrix): void {
    if (!this.#document.isVisible(object) || helper.test(object.type) || this.#isOperand(object)) return;
    this.#place(object, outer, null);
  }

  /** @param own instead of the placement of the object; null for that itself */
  #place(object: FreeCadObject, outer: Matrix, own: Matrix | null): void {
    const { properties } = object;
    this.#scene.enter(object);
    const here = multiply(outer, own ?? properties.placement());
    if (isLink(object)) this.#placeLink(object, here);
    else if (meshFile(object) !== null) this.#push(object, here);
    else if (shapeFile(object) !== null) {
      // The file of a shape has its placement already.
      const matrix = own === null ? outer : multiply(here, inverse(properties.placement()));
      if (this.#files.hasFaces(shapeFile(object)!)) this.#push(object, matrix);
    } else {
      for (const member of this.#found(properties.references('Group'))) this.#add(member, here);
      this.#placeElements(object, here);
    }
    this.#scene.leave(object);
  }

  #push(object: FreeCadObject, matrix: Matrix): void {
    const [own, link] = [labelOf(object), this.#link];
    const label = link === null ? own : link.target === object ? link.label : `${link.label} ${own}`;
    this.parts.push({ object, label, matrix });
  }

  #placeLink(link: FreeCadObject, here: Matrix): void {
    const { properties } = link;
    if (this.#placeElements(link, here)) return;
    const [target] = this.#found(linked(link));
    if (target === undefined) return;
    const own = properties.flag('LinkTransform') ? null : identity;
    const places = this.#elementPlaces(link);
    const isShown = elementFlags(link);
    const outer = this.#link;
    this.#link = { label: labelOf(link), target };
    for (const [i, place] of (places.length > 0 ? places : [identity]).entries()) {
      const matrix = multiply(multiply(here, place), scaleOf(link));
      if (isShown(i)) this.#place(target, matrix, own);
    }
    this.#link = outer;
  }

  /** Elements that are objects themselves: those of groups, and of links that show them. */
  #placeElements(object: FreeCadObject, here: Matrix): boolean {
    const elements = this.#found(object.properties.references('ElementList'));
    const isShown = elementFlags(object);
    const inside = multiply(here, scaleOf(object));
    for (const [i, element] of elements.entries()) if (isShown(i)) this.#place(element, inside, null);
    return elements.length > 0;
  }

  #elementPlaces({ properties }: FreeCadObject): Matrix[] {
    const file = properties.file('PlacementList');
    const numbers = file === null ? [] : this.#files.numbers(file);
    const places: Matrix[] = [];
    for (let at = 0; at + 7 <= numbers.length; at += 7)
      places.push(placementMatrix(numbers.slice(at, at + 3), numbers.slice(at + 3, at + 7)));
    return places;
  }

  #found(named: readonly Reference[]): FreeCadObject[] {
    return named.flatMap(({ name, isElsewhere }) => {
      const object = isElsewhere ? undefined : this.#document.objects.get(name);
      if (object === undefined) this.missing++;
      return object ?? [];
    });
  }

  /** Whether a visible object is made from this one, perhaps by way of hidden ones. */
  #isOperand(object: FreeCadObject, seen: ReadonlySet<FreeCadObject> = new Set()): boolean {
    return (this.#results.get(object.name) ?? []).some((result) => {
      const owner = this.#owners.get(result.name);
      const isFeature = owner !== undefined && shapeFile(owner) !== null;
      if (isFeature || seen.has(result) || result === object) return false;
      return this.#document.isVisible(result) || this.#isOperand(result, new Set([...seen, object]));
    });
  }
}

const labelOf = ({ name, properties }: FreeCadObject): string => properties.text('Label') ?? name;

/** An instance of another object; arrays of the Draft workbench may be links, too. */
const isLink = (object: FreeCadObject): boolean => linked(object).length > 0;

function linked({ properties }: FreeCadObject): readonly Reference[] {
  const target = properties.references('LinkedObject');
  const isArray = target.length === 0 && properties.has('PlacementList');
  return isArray ? properties.references('Base') : target;
}

/** The elements of a link that are shown; the text has a digit for each, the last one first. */
function elementFlags({ properties }: FreeCadObject): (element: number) => boolean {
  const digits = properties.text('VisibilityList') ?? '';
  return (element) => digits[digits.length - 1 - element] !== '0';
}

/** The vector, where there is one, includes the plain factor. */
function scaleOf({ properties }: FreeCadObject): Matrix {
  const all = properties.number('Scale') ?? 1;
  const [x, y, z] = ['valueX', 'valueY', 'valueZ'].map(
    (axis) => properties.number('ScaleVector', axis) ?? all,
  );
  return x === 1 && y === 1 && z === 1 ? identity : scaling(x!, y!, z!);
}

/** The inverse of a placement, which only turns and moves. */
function inverse(matrix: Matrix): Matrix {
  const [a, b, c, x, d, e, f, y, g, h, i, z] = matrix as number[] & { length: 12 };
  return [
    ...[a!, d!, g!, -(a! * x! + d! * y! + g! * z!)],
    ...[b!, e!, h!, -(b! * x! + e! * y! + h! * z!)],
    ...[c!, f!, i!, -(c! * x! + f! * y! + i! * z!)],
  ];
}
