/** Items of the plate: complete and valid, each with the changes of the test. */
import type { PlateItem } from '../../src-shared/ipc/plate-item.ts';

export const plateItem = (id: string, changes: Partial<PlateItem> = {}): PlateItem => ({
  id,
  file: { sha256: 'a'.repeat(64), size: 684, name: `${id}.stl`, path: null },
  unit: 'mm',
  scale: 1,
  quantity: 1,
  materialId: null,
  unitConfirmed: true,
  ...changes,
});
