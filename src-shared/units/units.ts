/**
 * Lengths, areas and volumes. The type of a number states its unit, and all conversions are here. The service
 * uses metres (price, uploadScale) and centimetres (printer bounds); people use millimetres.
 */

declare const dimension: unique symbol;
type Quantity<D extends string> = number & { readonly [dimension]: D };

export type Metres = Quantity<'m'>;
export type SquareMetres = Quantity<'m2'>;
export type CubicMetres = Quantity<'m3'>;
export type Centimetres = Quantity<'cm'>;

export const metres = (value: number): Metres => value as Metres;
export const squareMetres = (value: number): SquareMetres => value as SquareMetres;
export const cubicMetres = (value: number): CubicMetres => value as CubicMetres;
export const centimetres = (value: number): Centimetres => value as Centimetres;

export const metresFromCentimetres = (value: Centimetres): Metres => metres(value / 100);
export const cubicCentimetres = (value: CubicMetres): number => value * 1e6;

/** Units in which a model file may be drawn. `um` is the micron of 3MF, `0.1in` the unit of KiCad's VRML. */
export const lengthUnits = ['um', 'mm', 'cm', 'm', '0.1in', 'in', 'ft'] as const;
export type LengthUnit = (typeof lengthUnits)[number];

/** Metres per unit; also the `uploadScale` of a file drawn in it (spec: Endpoints > POST /models/v1). */
export const metresPerUnit: Readonly<Record<LengthUnit, number>> = {
  um: 1e-6,
  mm: 1e-3,
  cm: 1e-2,
  m: 1,
  '0.1in': 0.00254,
  in: 0.0254,
  ft: 0.3048,
};
