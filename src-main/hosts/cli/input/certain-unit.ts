/**
 * The gate for a doubtful unit, on every way by which a file leaves: it is never ordered or uploaded by a
 * guess. A person confirms it by `--unit`, by a parts list, or by a yes.
 */
import { sizeOfGeometry } from '../../../../src-shared/geometry/measure/price-geometry.ts';
import { saysCutOff } from '../../../../src-shared/geometry/readers/cut-off.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { mainError } from '../../../main-error.ts';
import type { Analysis } from '../analysis/analyse.ts';
import { possibleUnitsOf } from '../analysis/gate.ts';
import type { SizedModel } from '../analysis/sized-model.ts';
import type { Host } from '../declare.ts';
import { formatSize } from '../output/format.ts';
import { agrees } from './agree.ts';
import { usageError } from './options.ts';

/** Asks a person whether the unit is right; null if nobody can be asked. */
export type UnitQuestion = ((model: SizedModel) => Promise<boolean>) | null;

/** Null where nobody sees a question: with `--yes`, for programs, and without a terminal. */
export function unitQuestion(host: Host, { yes }: { readonly yes?: true } = {}): UnitQuestion {
  const { out, signal } = host;
  const { stdin, stderr } = host.isTerminal;
  if (yes === true || out.json || !stdin || !stderr) return null;
  return async ({ source, chosen, geometry }) => {
    const sides = sizeOfGeometry(geometry).map((side) => side * 1000);
    const size = formatSize(out.format, sides, 'mm');
    const unit = ref(`geometry.unit.${chosen.unit}`);
    const question = ref('cli.order.unitQuestion', { file: source.file, unit, size });
    const answer = await agrees(host, question);
    signal.throwIfAborted();
    return answer;
  };
}

/** A file that is cut off does not leave, either. @throws CodedError `usage` or `file-damaged` */
export async function withCertainUnit(model: SizedModel, question: UnitQuestion): Promise<SizedModel> {
  requireWhole(model.source.file, model.analysis);
  const units = possibleUnitsOf(model);
  if (units.length === 0) return model;
  if (question !== null && (await question(model)))
    return { ...model, chosen: { ...model.chosen, candidates: [] } };
  throw usageError(ref('cli.place.unitUnclear', { file: model.source.file, units }));
}

/** @throws CodedError `file-damaged` for a file that says itself that it is cut off */
export function requireWhole(file: string, { warnings }: Pick<Analysis, 'warnings'>): void {
  if (warnings.some(saysCutOff)) throw mainError('file-damaged', ref('errors.file.cutOff', { name: file }));
}
