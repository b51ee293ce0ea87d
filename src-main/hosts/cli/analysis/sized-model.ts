/** A file with its measures in metres: everything known about a model before a material is chosen. */
import type { priceGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import type { ChosenUnit } from '../input/choose-unit.ts';
import type { ModelFile } from '../input/model-files.ts';
import type { Analysis } from './analyse.ts';

export interface SizedModel {
  readonly source: ModelFile;
  readonly analysis: Analysis;
  readonly chosen: ChosenUnit;
  /** A factor in addition to the unit. */
  readonly scale: number;
  /** Metres per file unit, unit and scale combined. */
  readonly uploadScale: number;
  readonly geometry: ReturnType<typeof priceGeometry>;
}
