/** Units that a file states in metres (COLLADA, X3D). */
import { ref } from '../../messages/messages.ts';
import { type LengthUnit, lengthUnits, metresPerUnit } from '../../units/units.ts';
import { failDamaged } from './raw-mesh.ts';
import { identity, type Matrix, scaling } from './scene-mesh.ts';

export interface SceneUnit {
  /** Null if the file does not say. */
  readonly unit: LengthUnit | null;
  /** Converts numbers of the file to `unit`. */
  readonly scale: Matrix;
}

export const noUnit: SceneUnit = { unit: null, scale: identity };

/** A unit known by name, or else metres and the scale that converts to them. */
export function sceneUnit(metres: number, format: string): SceneUnit {
  if (!(metres > 0 && metres < 1e9)) return failDamaged(ref('geometry.unknownUnit', { format }));
  const unit = lengthUnits.find((known) => Math.abs(metresPerUnit[known] / metres - 1) < 1e-9);
  if (unit !== undefined) return { unit, scale: identity };
  return { unit: 'm', scale: scaling(metres, metres, metres) };
}
