/** `fabdesk quote`: prices of files in all materials, or in some. Asks the service; uploads nothing. */
import type { Command } from 'commander';
import { analyseNames } from '../analysis/analyse-names.ts';
import { readSizeContext, readSizeRules, sizeModel } from '../analysis/priced-models.ts';
import { quoteModel } from '../analysis/quote-model.ts';
import type { Thorough } from '../analysis/thorough.ts';
import { withAccount } from '../app/with-account.ts';
import { findMaterial } from '../input/materials.ts';
import { type FileFailure, isFailure } from '../input/model-files.ts';
import { collect, withServiceOptions, withUnitOptions } from '../input/options.ts';
import { exitCodeOf, exitCodes, worstExit } from '../output/exit-codes.ts';
import { withHelp } from '../output/help.ts';
import { type QuotedModel, quoteEntry, writeQuoteReport } from '../output/quote-report.ts';
import type { Registrar } from '../registrar.ts';

interface QuoteOptions {
  readonly data?: string;
  readonly account?: string;
  readonly unit?: string;
  readonly scale?: string;
  readonly material?: readonly string[];
  readonly range?: true;
}

export function registerQuote(program: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
  const command = program
    .command('quote')
    .description(t('cliHelp.quote.about'))
    .argument('<file...>', t('cliHelp.any.files'))
    .option('--material <id|name>', t('cliHelp.quote.material'), collect)
    .option('--range', t('cliHelp.quote.range'))
    .action(
      act(async (out, names: string[], options: QuoteOptions) => {
        const rules = readSizeRules(options);
        return withAccount(surroundings, options, out, async (client, account) => {
          const context = await readSizeContext(client, rules);
          const wanted = (options.material ?? []).map((word) =>
            findMaterial(word, context.catalog.materials),
          );
          const results: (QuotedModel | FileFailure)[] = [];
          const thorough: Thorough | null = options.range
            ? {
                minWall: context.wallLimit * 1000,
                unit: rules.option ?? 'mm',
                scale: rules.scale,
                range: true,
              }
            : null;
          for await (const result of analyseNames(names, surroundings, out, thorough)) {
            const quoted = isFailure(result)
              ? result
              : await quoteModel(
                  client,
                  sizeModel(result.source, result.analysis, context),
                  wanted,
                  context,
                  options.range === true,
                );
            results.push(quoted);
            writeQuoteReport(out, quoted);
          }
          if (surroundings.signal.aborted) return exitCodes.interrupted;
          if (out.json) out.value(results.map((result) => quoteEntry(result, account)));
          return worstExit(
            results.map((result) => (isFailure(result) ? exitCodeOf(result.error) : exitCodes.ok)),
          );
        });
      }),
    );
  withHelp(
    t,
    withServiceOptions(t, withUnitOptions(t, command)),
    [
      ['fabdesk quote part.stl', t('cliHelp.quote.example')],
      [
        'fabdesk quote --unit in --material 6 --material "Polished Silver" ring.stl',
        t('cliHelp.quote.exampleTwo'),
      ],
      ['fabdesk quote --range part.stl', t('cliHelp.quote.exampleRange')],
      ['fabdesk quote --json parts/ | jq ".[].prices[0]"', t('cliHelp.quote.exampleJson')],
    ],
    t('cliHelp.quote.more'),
  );
}
