/** A model as changes refer to it: with its account, since the person may switch to another one meanwhile. */
import type { ModelView } from '../../../src-shared/ipc/model-view.ts';

export const namedModel = ({ accountId, modelId, details }: ModelView) => ({
  accountId,
  modelId,
  title: details.title.slice(0, 255),
});
