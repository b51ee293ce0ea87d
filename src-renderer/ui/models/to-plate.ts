/**
 * Puts a model of the service on the plate: as it was ordered from here if its file is still on this machine,
 * else as the service has it.
 */
import { type LengthUnit, metresPerUnit } from '../../../src-shared/units/units.ts';
import type { AppState } from '../../app-state.svelte.ts';
import { sourceOfModel } from './file-of-model.ts';

interface PlatePart {
  readonly accountId?: string | undefined;
  readonly modelId: number;
  /** In which it is to be priced. Missing: Prepare chooses. */
  readonly materialId?: number | undefined;
  readonly quantity?: number;
}

/** Whether it is there; a notice says why not. */
export async function putOnPlate(app: AppState, part: PlatePart): Promise<boolean> {
  const { accountId = app.status?.account.id, modelId, materialId, quantity = 1 } = part;
  const known = sourceOfModel(app, modelId, accountId);
  const isHere =
    known !== null &&
    (await app.bridge.readSpooled(known.file).then(
      () => true,
      () => false,
    ));
  if (isHere) {
    const id = crypto.randomUUID();
    const { file: sha256, fileName, size, uploadScale } = known;
    const unit = unitOf(uploadScale, app.settings.displayUnit);
    const item = {
      id,
      file: { sha256, size, name: fileName, path: null },
      unit,
      scale: uploadScale / metresPerUnit[unit],
      quantity,
      materialId: materialId ?? null,
      unitConfirmed: true,
      ...(materialId !== undefined && { materialBy: 'person' as const }),
    };
    app.workspace.apply([
      { op: 'put-item', item, before: null },
      { op: 'view', selected: id },
    ]);
    return true;
  }
  const named = accountId === undefined ? {} : { accountId };
  const result = await app.bridge.invoke('library.prepare', { ...named, modelId });
  if (!result.ok) app.notices.addError(result.error);
  return result.ok;
}

/** The unit in which the file is drawn at 100 %, if there is one. */
const unitOf = (uploadScale: number, otherwise: LengthUnit): LengthUnit =>
  (['mm', 'cm', 'in', 'm', 'ft', 'um'] as const).find(
    (unit) => Math.abs(uploadScale / metresPerUnit[unit] - 1) < 1e-9,
  ) ?? otherwise;
