/**
 * Units and places in a STEP file: how long a length of a representation is (ISO 10303-41, named_unit), and
 * where its axes are (ISO 10303-42, axis2_placement_3d and cartesian_transformation_operator_3d).
 */
import { ref } from '../../../messages/messages.ts';
import type { Vector } from '../../mesh/mesh.ts';
import { cross, dot } from '../../mesh/vectors.ts';
import { failDamaged, largestCoordinate } from '../raw-mesh.ts';
import type { Matrix } from '../scene-mesh.ts';
import type { StepText } from './step-text.ts';

const prefixes: Readonly<Record<string, number>> = {
  '.KILO.': 1e6,
  '.DECI.': 100,
  '.CENTI.': 10,
  '.MILLI.': 1,
  '.MICRO.': 1e-3,
  '.NANO.': 1e-6,
};

/** Units that are defined by others end soon, at a metre. */
const deepest = 8;

export class StepPlaces {
  readonly #file: StepText;
  readonly #units = new Map<number | null, number>();

  constructor(file: StepText) {
    this.#file = file;
  }

  /** The millimetres of a length in this context, the unit of contexts that state none. */
  millimetres(context: number | null): number {
    const known = this.#units.get(context);
    if (known !== undefined) return known;
    const file = this.#file;
    const assigned = file.entity(context)?.get('GLOBAL_UNIT_ASSIGNED_CONTEXT')?.[0] ?? null;
    const unit = file.references(assigned).find((id) => file.entity(id)?.has('LENGTH_UNIT'));
    const millimetres = unit === undefined ? 1 : this.lengthOf(unit);
    this.#units.set(context, millimetres);
    return millimetres;
  }

  /** The millimetres of one unit of length. */
  lengthOf(unit: number | null, depth = 0): number {
    const file = this.#file;
    const entity = file.entity(unit);
    const si = entity?.get('SI_UNIT');
    if (si !== undefined) {
      const prefix = file.text(si[0] ?? null);
      return prefix === '$' ? 1000 : (prefixes[prefix] ?? failNumbers());
    }
    const measure = file.entity(file.reference(entity?.get('CONVERSION_BASED_UNIT')?.[1] ?? null));
    const [[value, base] = []] = measure?.values() ?? [];
    // FreeCAD leaves the type of the number out.
    const [, written] = /^(?:\w+\()?([^()]+)\)?$/.exec(file.text(value ?? null)) ?? [];
    if (depth > deepest || written === undefined) return failNumbers();
    const length = Number(written) * this.lengthOf(file.reference(base ?? null), depth + 1);
    return length > 0 && length <= largestCoordinate ? length : failNumbers();
  }

  /** From coordinates relative to a place to those of its representation, both in millimetres. */
  frame(place: number | null, millimetres: number): Matrix {
    const { origin, axes } = this.#axesOf(place);
    return [0, 1, 2].flatMap((row) => [
      axes[0]![row]!,
      axes[1]![row]!,
      axes[2]![row]!,
      origin[row]! * millimetres,
    ]);
  }

  #axesOf(place: number | null): { origin: Vector; axes: readonly Vector[] } {
    const file = this.#file;
    const entity = file.entity(place);
    const [type, values = []] = entity?.size === 1 ? [...entity][0]! : [];
    if (type === 'AXIS2_PLACEMENT_3D') {
      const [, location, axis, along] = values;
      const z = unitVector(this.#vector(file.reference(axis ?? null)) ?? [0, 0, 1]);
      return {
        origin: this.#vector(file.reference(location ?? null)) ?? failPlace(),
        axes: axesOf(z, this.#vector(file.reference(along ?? null))),
      };
    }
    // Its scale is 1, and it mirrors nothing: other files are refused (step-notes.ts).
    if (type !== 'CARTESIAN_TRANSFORMATION_OPERATOR_3D') return failPlace();
    const [along, second, location, , axis] = values
      .slice(-5)
      .map((value) => this.#vector(file.reference(value)));
    const x = along ?? [1, 0, 0];
    const z = axis ?? (second ? cross(x, second) : null) ?? [0, 0, 1];
    return { origin: location ?? failPlace(), axes: axesOf(unitVector(z), x) };
  }

  /** The numbers of a point or direction; null for anything else. */
  #vector(id: number | null): Vector | null {
    const [values] = this.#file.entity(id)?.values() ?? [];
    const numbers = values?.[1] === undefined ? null : this.#file.numbers(values[1]);
    if (numbers === null) return null;
    const { values: v } = numbers;
    return v.length === 3 && v.every((value) => Math.abs(value) <= largestCoordinate)
      ? [v[0]!, v[1]!, v[2]!]
      : failPlace();
  }
}

/** x as near to `along` as z allows; any direction if `along` leaves it open. */
function axesOf(z: Vector, along: Vector | null): readonly Vector[] {
  const given = along ?? (Math.abs(z[0]) < 0.9 ? [1, 0, 0] : [0, 0, 1]);
  const share = dot(given, z);
  const x = unitVector([given[0] - share * z[0], given[1] - share * z[1], given[2] - share * z[2]]);
  return [x, cross(z, x), z];
}

/** The inverse of a frame, whose axes have the length 1 and are square to each other. */
export function inverseOf(m: Matrix): Matrix {
  const origin: Vector = [m[3]!, m[7]!, m[11]!];
  return [0, 1, 2].flatMap((column) => {
    const axis: Vector = [m[column]!, m[4 + column]!, m[8 + column]!];
    return [...axis, 0 - dot(axis, origin)];
  });
}

function unitVector(v: Vector): Vector {
  const length = Math.hypot(...v);
  return length > 0 && Number.isFinite(length) ? [v[0] / length, v[1] / length, v[2] / length] : failPlace();
}

function failPlace(): never {
  return failDamaged(ref('geometry.invalidTransform', { format: 'STEP' }));
}

function failNumbers(): never {
  return failDamaged(ref('geometry.invalidNumbers', { format: 'STEP' }));
}
