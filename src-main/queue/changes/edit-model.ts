/**
 * Changes the details of a model (spec: Endpoints > PUT /models/<modelId>/info/v1). Repeating it does no
 * harm. A field with neither the value that the person saw nor the new one was changed by somebody else. Then
 * nothing is sent, and after a lost answer a person decides.
 */
import { detailsOf, differing, type ModelDetails } from '../../../src-shared/api/model-details.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { mainProblem } from '../../main-error.ts';
import type { Ledger } from '../core/ledger.ts';
import { priorities } from '../core/priorities.ts';
import { withResult } from '../send/task.ts';
import { found, notAsAsked, type RecordOf, type Strategy } from './change.ts';
import { requireNoneOf } from './unanswered-attempts.ts';

export const editModel: Strategy<'edit-model'> = {
  lane: 'upload',
  priority: priorities.change,
  isAdditive: false,
  isOverwriting: true,
  async prepare(record, client, parts) {
    const { payload } = record;
    const { modelId, after } = payload;
    const actual = detailsOf(await client.getModelInfo(modelId));
    const foreign = changedByOthers(record, actual, parts.ledger);
    if (foreign !== null) {
      const field = fieldText(foreign);
      await requireNoneOf([record], client, parts, ref('problems.ownMayCome', { field }));
      return notAsAsked(mainProblem('changed-elsewhere', ref('problems.changedElsewhere', { field })));
    }
    return {
      send: async (gate) => withResult(await client.editModel(modelId, after, gate), { remoteId: modelId }),
    };
  },
  async check(record, client, { ledger }) {
    const { modelId, after } = record.payload;
    const actual = detailsOf(await client.getModelInfo(modelId));
    if (differing(after, actual).length === 0) return found({ remoteId: modelId });
    const foreign = changedByOthers(record, actual, ledger);
    if (foreign === null) {
      return { kind: 'absent', proof: 'absent-so-far', facts: { by: 'model', isAsBefore: true } };
    }
    const text = ref('problems.changedElsewhereLost', { field: fieldText(foreign) });
    return { kind: 'ask', problem: mainProblem('changed-elsewhere', text) };
  },
};

/** The first field with a value that the person did not see, does not want, and this queue did not set. */
function changedByOthers(
  { accountId, payload }: RecordOf<'edit-model'>,
  actual: ModelDetails,
  ledger: Ledger,
): keyof ModelDetails | null {
  const { before, after } = payload;
  const own = ledger.jobs
    .endedChanges(accountId, payload)
    .flatMap(({ condition, payload: earlier }) =>
      condition.state === 'done' && earlier.op === 'edit-model' ? [earlier] : [],
    );
  const isKnown = (field: keyof ModelDetails): boolean => {
    if (before[field] === undefined) return true;
    // The values that the person saw, after earlier edits of this queue, which they may not have seen yet.
    const known = [before];
    for (const earlier of own)
      if (known.some((details) => isSame(field, details, earlier.before))) known.push(earlier.after);
    return known.some((details) => isSame(field, details, actual));
  };
  return differing(after, actual).find((field) => !isKnown(field)) ?? null;
}

const isSame = (field: keyof ModelDetails, one: ModelDetails, other: ModelDetails): boolean =>
  one[field] !== undefined && other[field] !== undefined && !differing(one, other).includes(field);

const fieldText = (field: keyof ModelDetails) => ref(`problems.field.${field}`);
