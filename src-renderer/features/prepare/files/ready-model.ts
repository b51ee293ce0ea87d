import type { PriceGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import type { Vector } from '../../../../src-shared/geometry/mesh/mesh.ts';
import type { PlateItem } from '../../../../src-shared/ipc/plate-item.ts';
import type { WindowModel } from '../../../geometry/messages.ts';

/** A model that is read, with its numbers in metres. */
export interface ReadyModel {
  readonly item: PlateItem;
  readonly model: WindowModel;
  /** Sides of the box, m. */
  readonly size: Vector;
  readonly geometry: PriceGeometry;
}
