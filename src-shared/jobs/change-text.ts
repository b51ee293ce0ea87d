/** Texts of a change, for the window and the command line: its title, what is in doubt, its result. */
import type { Translate } from '../messages/messages.ts';
import type { ChangeOf, ChangeOp, ChangePayload, ChangeResult } from './change.ts';

interface ChangeTexts<P> {
  /** "Cancel order 1042". */
  title(payload: P, t: Translate): string;
  /** The question while the outcome is unknown: "Was order 1042 cancelled?". */
  question(payload: P, t: Translate): string;
  /** The effect of the change, as a sentence. */
  done(payload: P, t: Translate, result: ChangeResult | null): string;
}

const texts: { readonly [O in ChangeOp]: ChangeTexts<ChangeOf<O>> } = {
  'cancel-order': {
    title: ({ orderId }, t) => t('jobs.change.cancel-order.title', { order: String(orderId) }),
    question: ({ orderId }, t) => t('jobs.change.cancel-order.question', { order: String(orderId) }),
    done: ({ orderId }, t) => t('jobs.change.cancel-order.done', { order: String(orderId) }),
  },
  'delete-model': {
    title: (payload, t) => t('jobs.change.delete-model.title', { model: modelName(payload, t) }),
    question: (payload, t) => t('jobs.change.delete-model.question', { model: modelName(payload, t) }),
    done: (payload, t) => t('jobs.change.delete-model.done', { model: modelName(payload, t) }),
  },
  reprint: {
    title: ({ orderId, productTitle, quantity }, t) =>
      t('jobs.change.reprint.title', { quantity, product: productTitle, order: String(orderId) }),
    question: (_payload, t) => t('jobs.change.reprint.question'),
    done: (_payload, t, result) =>
      result === null
        ? t('jobs.change.reprint.done')
        : t('jobs.change.reprint.doneAs', { order: String(result.remoteId) }),
  },
  'edit-model': {
    title: (payload, t) => t('jobs.change.edit-model.title', { model: modelName(payload, t) }),
    question: (payload, t) => t('jobs.change.edit-model.question', { model: modelName(payload, t) }),
    done: (payload, t) => t('jobs.change.edit-model.done', { model: modelName(payload, t) }),
  },
  'add-file': {
    title: (payload, t) =>
      t('jobs.change.add-file.title', { file: payload.fileName, model: modelName(payload, t) }),
    question: (payload, t) => t('jobs.change.add-file.question', { model: modelName(payload, t) }),
    done: (payload, t) =>
      t('jobs.change.add-file.done', { file: payload.fileName, model: modelName(payload, t) }),
  },
  'add-photo': {
    title: (payload, t) =>
      t('jobs.change.add-photo.title', { file: payload.fileName, model: modelName(payload, t) }),
    question: (payload, t) => t('jobs.change.add-photo.question', { model: modelName(payload, t) }),
    done: (payload, t) =>
      t('jobs.change.add-photo.done', { file: payload.fileName, model: modelName(payload, t) }),
  },
  'add-to-cart': {
    title: (payload, t) => t('jobs.change.add-to-cart.title', { item: cartItem(payload, t) }),
    question: (payload, t) => t('jobs.change.add-to-cart.question', { item: cartItem(payload, t) }),
    done: (payload, t) => t('jobs.change.add-to-cart.done', { item: cartItem(payload, t) }),
  },
  customise: {
    title: ({ spin }, t) => t('jobs.change.customise.title', { spin }),
    question: ({ spin }, t) => t('jobs.change.customise.question', { spin }),
    done: (_payload, t, result) =>
      result === null
        ? t('jobs.change.customise.done')
        : t('jobs.change.customise.doneAs', { model: String(result.remoteId) }),
  },
};

const of = (payload: ChangePayload) => texts[payload.op] as ChangeTexts<ChangePayload>;

export const changeTitle = (payload: ChangePayload, t: Translate): string => of(payload).title(payload, t);
export const changeQuestion = (payload: ChangePayload, t: Translate): string =>
  of(payload).question(payload, t);
export const changeDone = (payload: ChangePayload, result: ChangeResult | null, t: Translate): string =>
  of(payload).done(payload, t, result);

const cartItem = (payload: ChangeOf<'add-to-cart'>, t: Translate) =>
  t('jobs.cartItem', {
    quantity: payload.quantity,
    model: modelName(payload, t),
    material: payload.materialTitle,
  });

/** Both title and id: titles change and repeat, ids do not. */
function modelName(
  { modelId, modelTitle }: { readonly modelId: number; readonly modelTitle: string },
  t: Translate,
) {
  return modelTitle === ''
    ? t('jobs.model.unnamed', { id: String(modelId) })
    : t('jobs.model.named', { title: modelTitle, id: String(modelId) });
}
