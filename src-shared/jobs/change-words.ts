/** The words of changes, for the window and the command line: what it is, what is not known, what came of it. */
import type { ChangeOf, ChangeOp, ChangePayload, ChangeResult } from './change.ts';

interface ChangeWords<P> {
  /** `Cancel order 1042`. */
  title(payload: P): string;
  /** Ends "It is not known whether ...". */
  question(payload: P): string;
  /** A sentence. */
  done(payload: P, result: ChangeResult | null): string;
}

const words: { readonly [O in ChangeOp]: ChangeWords<ChangeOf<O>> } = {
  'cancel-order': {
    title: ({ orderId }) => `Cancel order ${orderId}`,
    question: ({ orderId }) => `order ${orderId} was cancelled`,
    done: ({ orderId }) => `The service cancelled order ${orderId}.`,
  },
  'delete-model': {
    title: (payload) => `Remove ${modelName(payload)}`,
    question: (payload) => `${modelName(payload)} was removed`,
    done: (payload) => `The service no longer has ${modelName(payload)}.`,
  },
  reprint: {
    title: ({ orderId, productTitle, quantity }) =>
      `Reprint ${quantity} × ${productTitle} of order ${orderId}`,
    question: () => 'the reprint was ordered',
    done: (_payload, result) =>
      result === null
        ? 'The service took the reprint.'
        : `The service prints it again as order ${result.remoteId}.`,
  },
  'edit-model': {
    title: (payload) => `Change ${modelName(payload)}`,
    question: (payload) => `${modelName(payload)} was changed`,
    done: (payload) => `The service holds the new details of ${modelName(payload)}.`,
  },
  'add-file': {
    title: (payload) => `New file ${payload.fileName} for ${modelName(payload)}`,
    question: (payload) => `the new file of ${modelName(payload)} was taken`,
    done: (payload) => `${upper(modelName(payload))} has ${payload.fileName} as its newest version.`,
  },
  'add-photo': {
    title: (payload) => `Photo ${payload.fileName} for ${modelName(payload)}`,
    question: (payload) => `the photo of ${modelName(payload)} was taken`,
    done: (payload) => `${upper(modelName(payload))} has the photo ${payload.fileName}.`,
  },
  'add-to-cart': {
    title: (payload) => `Put ${cartItem(payload)} into the service’s cart`,
    question: (payload) => `${cartItem(payload)} went into the service’s cart`,
    done: (payload) => `${upper(cartItem(payload))} stand in the service’s cart.`,
  },
  customise: {
    title: ({ spin }) => `Customise product ${spin}`,
    question: ({ spin }) => `product ${spin} was customised`,
    done: (_payload, result) =>
      result === null ? 'The service made the product.' : `The service made it as model ${result.remoteId}.`,
  },
};

const of = (payload: ChangePayload) => words[payload.op] as ChangeWords<ChangePayload>;

export const changeTitle = (payload: ChangePayload): string => of(payload).title(payload);
export const changeQuestion = (payload: ChangePayload): string => of(payload).question(payload);
export const changeDone = (payload: ChangePayload, result: ChangeResult | null): string =>
  of(payload).done(payload, result);

const cartItem = (payload: ChangeOf<'add-to-cart'>) =>
  `${payload.quantity} × ${modelName(payload)} in ${payload.materialTitle}`;

const upper = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Ids stay, titles change and repeat; so both are said. */
function modelName({ modelId, modelTitle }: { readonly modelId: number; readonly modelTitle: string }) {
  return modelTitle === '' ? `model ${modelId}` : `“${modelTitle}” (model ${modelId})`;
}
