/** `fabdesk catalog`: materials, printers and categories with the ids that other commands accept. */
import type { Command } from 'commander';
import type { Catalog } from '../../../../src-shared/ipc/catalog.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { suggest } from '../../../../src-shared/text/suggest.ts';
import { sentences } from '../../../main-error.ts';
import { invoke } from '../app/surroundings.ts';
import { withAccount } from '../app/with-account.ts';
import { didYouMean, usageError, withServiceOptions } from '../input/options.ts';
import { writeCategories, writeMaterials, writePrinters } from '../output/catalog-report.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { withHelp } from '../output/help.ts';
import type { Output } from '../output/output.ts';
import type { Registrar } from '../registrar.ts';

interface CatalogOptions {
  readonly data?: string;
  readonly account?: string;
  readonly refresh?: true;
}

const writers: Readonly<Record<string, (out: Output, catalog: Catalog) => void>> = {
  materials: writeMaterials,
  printers: writePrinters,
  categories: writeCategories,
};

export function registerCatalog(program: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
  const command = program
    .command('catalog')
    .description(t('cliHelp.catalog.about'))
    .argument('[what]', t('cliHelp.catalog.what'))
    .option('--refresh', t('cliHelp.catalog.refresh'))
    .action(
      act(async (out, what: string | undefined, options: CatalogOptions) => {
        const write = readWhat(what ?? 'materials');
        return withAccount(surroundings, options, out, async (client) => {
          const catalog = await invoke(client, 'catalog.get', { refresh: options.refresh === true });
          if (out.json) out.value(catalog);
          else write(out, catalog);
          if (catalog.soapProblem) out.note(out.problem(catalog.soapProblem));
          return exitCodes.ok;
        });
      }),
    );
  withHelp(t, withServiceOptions(t, command), [
    ['fabdesk catalog', t('cliHelp.catalog.example')],
    ['fabdesk catalog categories', t('cliHelp.catalog.exampleCategories')],
    ['fabdesk catalog --json | jq ".materials[].title"', t('cliHelp.catalog.exampleJson')],
  ]);
}

function readWhat(word: string): (out: Output, catalog: Catalog) => void {
  const write = Object.hasOwn(writers, word) ? writers[word] : undefined;
  if (write) return write;
  const near = suggest(word, Object.keys(writers));
  throw usageError(sentences(ref('cli.catalog.unknown', { word }), ...didYouMean(near)));
}
