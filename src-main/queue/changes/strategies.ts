/** All kinds of changes. The only place that lists them. */
import type { ChangeOp } from '../../../src-shared/jobs/change.ts';
import type { ChangeRecord } from '../../db/job-record.ts';
import { addFile } from './add-file.ts';
import { addPhoto } from './add-photo.ts';
import { addToCart } from './add-to-cart.ts';
import { cancelOrder } from './cancel-order.ts';
import type { Strategy } from './change.ts';
import { customise } from './customise.ts';
import { deleteModel } from './delete-model.ts';
import { editModel } from './edit-model.ts';
import { reprint } from './reprint.ts';

const strategies: { readonly [O in ChangeOp]: Strategy<O> } = {
  'cancel-order': cancelOrder,
  'delete-model': deleteModel,
  reprint,
  'edit-model': editModel,
  'add-file': addFile,
  'add-photo': addPhoto,
  'add-to-cart': addToCart,
  customise,
};

/** The strategy for the record's kind of change. */
export const strategyOf = ({ payload }: Pick<ChangeRecord, 'payload'>): Strategy<ChangeOp> =>
  strategies[payload.op] as Strategy<ChangeOp>;

/**
 * Whether a line of sent.log is about something that costs money; `kind`: `upload`, `order` or a kind of
 * change.
 */
export const isPaid = (kind: string): boolean =>
  kind === 'order' || (kind in strategies && strategies[kind as ChangeOp].lane === 'paid');
