/** Texts of a change, for the window and the command line: its title, what is in doubt, its result. */
import type { Translate } from '../messages/messages.ts';
import type { ChangePayload, ChangeResult } from './change.ts';

/** "Cancel order 1042". */
export const changeTitle = (payload: ChangePayload, t: Translate): string =>
  t(`jobs.change.${payload.op}.title`, namesIn(payload, t));

/** The question while the outcome is unknown: "Was order 1042 cancelled?". */
export const changeQuestion = (payload: ChangePayload, t: Translate): string =>
  t(`jobs.change.${payload.op}.question`, namesIn(payload, t));

/** The effect of the change, as a sentence. */
export function changeDone(payload: ChangePayload, result: ChangeResult | null, t: Translate): string {
  const made = String(result?.remoteId ?? '');
  if (payload.op === 'reprint' && result !== null) return t('jobs.change.reprint.doneAs', { order: made });
  if (payload.op === 'customise' && result !== null)
    return t('jobs.change.customise.doneAs', { model: made });
  return t(`jobs.change.${payload.op}.done`, namesIn(payload, t));
}

/** Names in the texts. Those that the kind of change does not have are empty, and its texts have none. */
function namesIn(payload: ChangePayload, t: Translate) {
  const model = 'modelId' in payload ? modelName(payload, t) : '';
  const quantity = 'quantity' in payload ? payload.quantity : 0;
  return {
    model,
    quantity,
    order: 'orderId' in payload ? String(payload.orderId) : '',
    product: 'productTitle' in payload ? payload.productTitle : '',
    file: payload.op === 'add-file' || payload.op === 'add-photo' ? payload.fileName : '',
    item:
      payload.op === 'add-to-cart'
        ? t('jobs.cartItem', { quantity, model, material: payload.materialTitle })
        : '',
    spin: 'spin' in payload ? payload.spin : '',
  };
}

function modelName(
  { modelId, modelTitle }: { readonly modelId: number; readonly modelTitle: string },
  t: Translate,
) {
  return modelTitle === ''
    ? t('jobs.model.unnamed', { id: String(modelId) })
    : t('jobs.model.named', { title: modelTitle, id: String(modelId) });
}
