/** `fabdesk catalog`: materials, printers and categories with the ids that other commands accept. */
import type { Catalog } from '../../../../src-shared/ipc/catalog.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { suggest } from '../../../../src-shared/text/suggest.ts';
import { sentences } from '../../../main-error.ts';
import { invoke } from '../app/surroundings.ts';
import { withAccount } from '../app/with-app.ts';
import { type Commands, command } from '../declare.ts';
import { didYouMean, serviceOptions, usageError } from '../input/options.ts';
import { writeCategories, writeMaterials, writePrinters } from '../output/catalog-report.ts';
import { exitCodes } from '../output/exit-codes.ts';
import type { Output } from '../output/output.ts';

const writers: Readonly<Record<string, (out: Output, catalog: Catalog) => void>> = {
  materials: writeMaterials,
  printers: writePrinters,
  categories: writeCategories,
};

export const catalogCommands: Commands = {
  catalog: command(
    {
      takes: ['[what]'],
      options: ['--refresh', ...serviceOptions],
      examples: [
        'fabdesk catalog',
        'fabdesk catalog categories',
        'fabdesk catalog --json | jq ".materials[].title"',
      ],
    },
    async (host, options, what) => {
      const { out } = host;
      const write = readWhat(what ?? 'materials');
      return withAccount(host, options, async (client) => {
        const catalog = await invoke(client, 'catalog.get', { refresh: options.refresh === true });
        if (out.json) out.value(catalog);
        else write(out, catalog);
        if (catalog.soapProblem) out.note(out.problem(catalog.soapProblem));
        return exitCodes.ok;
      });
    },
  ),
};

function readWhat(word: string): (out: Output, catalog: Catalog) => void {
  const write = Object.hasOwn(writers, word) ? writers[word] : undefined;
  if (write) return write;
  const near = suggest(word, Object.keys(writers));
  throw usageError(sentences(ref('cli.catalog.unknown', { word }), ...didYouMean(near)));
}
