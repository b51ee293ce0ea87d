/**
 * `fabdesk watch`: prices of the model files that appear or change below a folder, for a CAD program that
 * exports into it. With `--upload` they are uploaded as well. It never orders anything. Connects anew for
 * every file, so that the desktop application can be started and ended meanwhile.
 */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { toAppError } from '../../../../src-shared/result.ts';
import { isUnreachable } from '../../../../src-shared/unreachable.ts';
import { analyseNames } from '../analysis/analyse-names.ts';
import type { Analysed } from '../analysis/analysis-pool.ts';
import { checkUnasked } from '../analysis/gate.ts';
import {
  type QuotedModel,
  quoteModel,
  readSizeContext,
  readSizeRules,
  type SizeRules,
  sizeModel,
} from '../analysis/priced-models.ts';
import { inAccount, withAccount } from '../app/with-app.ts';
import { type Commands, command, type Host, type OptionsOf } from '../declare.ts';
import { requireWhole } from '../input/certain-unit.ts';
import { type ChangedFile, watchFiles } from '../input/changing-files.ts';
import { requireConsent } from '../input/consent.ts';
import { findMaterial } from '../input/materials.ts';
import { type FileFailure, isFailure } from '../input/model-files.ts';
import { serviceOptions, unitOptions, usageError } from '../input/options.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { quoteEntry, writeQuoteReport } from '../output/quote-report.ts';
import { enqueue, entryOf, follow, writeOutcome } from './upload.ts';

const options = [
  '--material <id|name>*',
  '--upload',
  '--all',
  ...unitOptions,
  '--accept-terms',
  ...serviceOptions,
] as const;
type WatchOptions = OptionsOf<(typeof options)[number]>;

export const watchCommands: Commands = {
  watch: command(
    {
      takes: ['<folder...>'],
      options,
      examples: ['fabdesk watch exports/', 'fabdesk watch --material 6 --upload exports/'],
      texts: { material: 'cliHelp.quote.material' },
    },
    async (host, given, folders) => {
      const { cwd, signal, out } = host;
      const rules = readSizeRules(given);
      for (const folder of folders) await requireFolder(folder, cwd);
      await withAccount(host, given, async (client, account) => {
        if (given.upload) await requireConsent(host, client, account, given);
        const { catalog } = await readSizeContext(client, rules);
        for (const word of given.material ?? []) findMaterial(word, catalog.materials);
      });
      const earlier: EarlierPrices = new Map();
      const onReady = () => out.note(out.t('cli.watch.begins', { folders }));
      const watched = { signal, fromNow: given.all !== true, onReady };
      await watchFiles(folders, cwd, watched, async (file) => {
        try {
          return await report(host, file, rules, given, earlier);
        } catch (thrown) {
          // A service that is away does not end the watch.
          if (!signal.aborted) out.error(toAppError(thrown), thrown);
          return false;
        }
      });
      return exitCodes.ok;
    },
  ),
};

async function requireFolder(folder: string, cwd: string): Promise<void> {
  const facts = await stat(resolve(cwd, folder)).catch(() => null);
  if (!facts?.isDirectory()) throw usageError(ref('cli.watch.noFolder', { folder }));
}

/** Price by material, by path, in this run. */
type EarlierPrices = Map<string, ReadonlyMap<number, number>>;

/** False if the service could not be asked. */
const report = (
  host: Host,
  file: ChangedFile,
  rules: SizeRules,
  options: WatchOptions,
  earlier: EarlierPrices,
): Promise<boolean> =>
  inAccount(host, options, async (client, account) => {
    const { out, signal } = host;
    const context = await readSizeContext(client, rules);
    const wanted = (options.material ?? []).map((word) => findMaterial(word, context.catalog.materials));
    let isReached = true;
    for await (const found of analyseNames(host, [file.file])) {
      const result = isFailure(found) ? found : whole(found);
      const sized = isFailure(result) ? null : sizeModel(result.source, result.analysis, context);
      const model = sized && (await checkUnasked(sized, context.wallLimit, signal));
      const quoted = isFailure(result) ? result : await quoteModel(client, model!, wanted, context);
      const change = isFailure(quoted) ? [] : changes(quoted, earlier.get(file.path));
      if (!isFailure(quoted)) earlier.set(file.path, pricesOf(quoted));
      else if (model !== null && isUnreachable(quoted.error)) isReached = false;
      const uploads =
        options.upload && model
          ? await follow(host, client, [await enqueue(client, model, null, undefined)])
          : [];
      if (out.json) {
        out.value({
          ...quoteEntry(quoted, account),
          isAgain: file.isAgain,
          ...(options.upload && { upload: uploads.map((upload) => entryOf(upload, account))[0] ?? null }),
        });
        continue;
      }
      if (file.isAgain) out.line(out.t('cli.watch.again', { file: file.file }));
      writeQuoteReport(out, quoted);
      for (const { title, before, now, currency } of change) {
        out.line(
          `  ${out.t('cli.watch.price', {
            material: title,
            before: { amount: before, currency },
            now: { amount: now, currency },
          })}`,
        );
      }
      for (const upload of uploads) {
        if (isFailure(upload)) out.line(`  ${out.problem(upload.error)}`);
        else writeOutcome(out, upload, true);
      }
    }
    return isReached;
  });

/** The rest of a file that is cut off will be news. */
function whole(found: Analysed): Analysed | FileFailure {
  try {
    requireWhole(found.file, found.analysis);
    return found;
  } catch (thrown) {
    return { file: found.file, error: toAppError(thrown) };
  }
}

const pricesOf = ({ prices }: QuotedModel): ReadonlyMap<number, number> =>
  new Map(prices.flatMap(({ materialId, price }) => (price === null ? [] : [[materialId, price]])));

/** Where a price is another one than before. */
const changes = ({ prices }: QuotedModel, before: ReadonlyMap<number, number> | undefined) =>
  prices.flatMap(({ materialId, title, price, currency }) => {
    const was = before?.get(materialId);
    return was === undefined || price === null || was === price
      ? []
      : [{ title, before: was, now: price, currency }];
  });
