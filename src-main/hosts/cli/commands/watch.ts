/**
 * `fabdesk watch`: prices of the model files that appear or change below a folder, for a CAD program that exports into
 * it. With `--upload` they are uploaded as well. It never orders anything. Connects anew for every file, so that the
 * desktop application can be started and ended meanwhile.
 */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { toAppError } from '../../../../src-shared/result.ts';
import { isUnreachable } from '../../../../src-shared/unreachable.ts';
import { analyseNames } from '../analysis/analyse-names.ts';
import { readSizeContext, readSizeRules, type SizeRules, sizeModel } from '../analysis/priced-models.ts';
import { quoteModel } from '../analysis/quote-model.ts';
import type { Surroundings } from '../app/surroundings.ts';
import { inAccount, withAccount } from '../app/with-account.ts';
import { type ChangedFile, watchFiles } from '../input/changing-files.ts';
import { type ConsentOptions, requireConsent, withConsentOption } from '../input/consent.ts';
import { findMaterial } from '../input/materials.ts';
import { isFailure } from '../input/model-files.ts';
import { collect, usageError, withServiceOptions, withUnitOptions } from '../input/options.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { withHelp } from '../output/help.ts';
import type { Output } from '../output/output.ts';
import { type QuotedModel, quoteEntry, writeQuoteReport } from '../output/quote-report.ts';
import type { Registrar } from '../registrar.ts';
import { enqueue, entryOf, follow, writeOutcome } from './upload.ts';

interface WatchOptions extends ConsentOptions {
  readonly data?: string;
  readonly account?: string;
  readonly unit?: string;
  readonly scale?: string;
  readonly material?: readonly string[];
  readonly upload?: true;
  readonly all?: true;
}

export function registerWatch(program: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
  const command = program
    .command('watch')
    .description(t('cliHelp.watch.about'))
    .argument('<folder...>', t('cliHelp.watch.folders'))
    .option('--material <id|name>', t('cliHelp.quote.material'), collect)
    .option('--upload', t('cliHelp.watch.upload'))
    .option('--all', t('cliHelp.watch.all'))
    .action(
      act(async (out, folders: string[], options: WatchOptions) => {
        const { cwd, signal } = surroundings;
        const rules = readSizeRules(options);
        for (const folder of folders) await requireFolder(folder, cwd);
        await withAccount(surroundings, options, out, async (client, account) => {
          if (options.upload) await requireConsent(client, account, options, surroundings, out);
          const { catalog } = await readSizeContext(client, rules);
          for (const word of options.material ?? []) findMaterial(word, catalog.materials);
        });
        const earlier: EarlierPrices = new Map();
        const onReady = () => out.note(out.t('cli.watch.begins', { folders }));
        const watched = { signal, fromNow: options.all !== true, onReady };
        await watchFiles(folders, cwd, watched, async (file) => {
          try {
            return await report(file, rules, options, surroundings, out, earlier);
          } catch (thrown) {
            // A service that is away does not end the watch.
            if (!signal.aborted) out.error(toAppError(thrown), thrown);
            return false;
          }
        });
        return exitCodes.ok;
      }),
    );
  withHelp(
    t,
    withServiceOptions(t, withConsentOption(t, withUnitOptions(t, command))),
    [
      ['fabdesk watch exports/', t('cliHelp.watch.example')],
      ['fabdesk watch --material 6 --upload exports/', t('cliHelp.watch.exampleUpload')],
    ],
    t('cliHelp.watch.more'),
  );
}

async function requireFolder(folder: string, cwd: string): Promise<void> {
  const facts = await stat(resolve(cwd, folder)).catch(() => null);
  if (!facts?.isDirectory()) throw usageError(ref('cli.watch.noFolder', { folder }));
}

/** Price by material, by path, in this run. */
type EarlierPrices = Map<string, ReadonlyMap<number, number>>;

/** False if the service could not be asked. */
const report = (
  file: ChangedFile,
  rules: SizeRules,
  options: WatchOptions,
  surroundings: Surroundings,
  out: Output,
  earlier: EarlierPrices,
): Promise<boolean> =>
  inAccount(surroundings, options, out, async (client, account) => {
    const context = await readSizeContext(client, rules);
    const wanted = (options.material ?? []).map((word) => findMaterial(word, context.catalog.materials));
    let isTold = true;
    for await (const result of analyseNames([file.file], surroundings, out)) {
      const model = isFailure(result) ? null : sizeModel(result.source, result.analysis, context);
      const quoted = isFailure(result) ? result : await quoteModel(client, model!, wanted, context);
      const change = isFailure(quoted) ? [] : changes(quoted, earlier.get(file.path));
      if (!isFailure(quoted)) earlier.set(file.path, pricesOf(quoted));
      else if (model !== null && isUnreachable(quoted.error)) isTold = false;
      const uploads =
        options.upload && model
          ? await follow(client, [await enqueue(client, model, undefined)], surroundings, out)
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
    return isTold;
  });

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
