/** The prices of one model, for `quote` and `watch`. */
import type { Material } from '../../../../src-shared/api/materials.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import { toAppError } from '../../../../src-shared/result.ts';
import type { FileFailure } from '../input/model-files.ts';
import type { QuotedModel } from '../output/quote-report.ts';
import { askPrices, listPrices, type SizeContext } from './priced-models.ts';
import type { SizedModel } from './sized-model.ts';

/** A failure stays with its file, so that one bad part does not hide the prices of the others. */
export async function quoteModel(
  client: AppClient,
  model: SizedModel,
  wanted: readonly Material[],
  { catalog, wallLimit }: SizeContext,
  { range = false, quantity = 1 } = {},
): Promise<QuotedModel | FileFailure> {
  try {
    const quote = await askPrices(client, model, wanted);
    const prices = listPrices(model, quote, wanted, catalog, range ? { wallLimit } : null);
    return { model, quantity, quote, prices };
  } catch (thrown) {
    return { file: model.source.file, error: toAppError(thrown) };
  }
}
