/** Every kind of change and how it is done. The one place that names them all. */
import type { ChangeOp } from '../../../src-shared/jobs/change.ts';
import type { ChangeRecord } from '../../db/job-record.ts';
import { cancelOrder } from './cancel-order.ts';
import type { Strategy } from './change.ts';
import { deleteModel } from './delete-model.ts';

const strategies: { readonly [O in ChangeOp]: Strategy<O> } = {
  'cancel-order': cancelOrder,
  'delete-model': deleteModel,
};

/** Fits the record that it is asked for. */
export const strategyOf = ({ payload }: ChangeRecord): Strategy<ChangeOp> =>
  strategies[payload.op] as Strategy<ChangeOp>;
