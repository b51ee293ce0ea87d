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
};

const of = (payload: ChangePayload) => words[payload.op] as ChangeWords<ChangePayload>;

export const changeTitle = (payload: ChangePayload): string => of(payload).title(payload);
export const changeQuestion = (payload: ChangePayload): string => of(payload).question(payload);
export const changeDone = (payload: ChangePayload, result: ChangeResult | null): string =>
  of(payload).done(payload, result);

/** Ids stay, titles change and repeat; so both are said. */
function modelName({ modelId, modelTitle }: { readonly modelId: number; readonly modelTitle: string }) {
  return modelTitle === '' ? `model ${modelId}` : `“${modelTitle}” (model ${modelId})`;
}
