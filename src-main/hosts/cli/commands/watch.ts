/**
 * `fabdesk watch`: prices of the model files that appear or change below a folder, for a CAD program that
 * exports into it. With `--upload` they are uploaded as well. It never orders anything. Connects anew for
 * every file, so that the desktop application can be started and ended meanwhile.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { toAppError } from '../../../../src-shared/result.ts';
import { isUnreachable } from '../../../../src-shared/unreachable.ts';
import { nodeDisk } from '../../../files/disk.ts';
import { Originals } from '../../../files/originals.ts';
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
import { requireConsent } from '../input/consent.ts';
import { findMaterial } from '../input/materials.ts';
import { type FileFailure, findModelFiles, isFailure, type ModelFile } from '../input/model-files.ts';
import { serviceOptions, unitOptions, usageError } from '../input/options.ts';
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
      out.report({
        ...quoteEntry(quoted, account),
        isAgain: file.isAgain,
        ...(options.upload && { upload: uploads.map((upload) => entryOf(upload, account))[0] ?? null }),
      });
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

export interface ChangedFile extends ModelFile {
  /** It was reported before, with other content. */
  readonly isAgain: boolean;
}

interface WatchRules {
  readonly signal: AbortSignal;
  /** Files that are there at the start count only once they change. */
  readonly fromNow: boolean;
  /** Called when it is known what is there: every change counts from now on. */
  readonly onReady: () => void;
  /** How often the folders are read, ms. */
  readonly every?: number;
  /** How long to wait before a file that could not be reported is reported again, ms. */
  readonly again?: number;
}

/** Files below the folders. Beyond these, the oldest are forgotten. */
const mostFiles = 200_000;

/**
 * The model files that appear or change below some folders, each once it has come to rest. A file that comes
 * back as it was is no news. `onChange`: false if the file is to be reported again later. Ends when `signal`
 * is aborted.
 */
export async function watchFiles(
  names: readonly string[],
  cwd: string,
  { signal, fromNow, onReady, every = 1000, again = 30_000 }: WatchRules,
  onChange: (file: ChangedFile) => Promise<boolean>,
): Promise<void> {
  const originals = new Originals(nodeDisk, mostFiles);
  /** By path: SHA-256 of what was reported. */
  const known = new Map<string, string>();
  /** By path: when to report it again. */
  const later = new Map<string, number>();
  const find = async () =>
    (await findModelFiles(names, cwd)).flatMap((found) => (isFailure(found) ? [] : [found]));
  /** There from the start, and not read yet. */
  const early = new Set(fromNow ? (await find()).map(({ path }) => path) : []);
  onReady();
  while (!signal.aborted) {
    const roundEnds = performance.now() + every;
    const files = await find();
    // Earlier files are read beside new ones, which must not wait for thousands of files.
    const isEarly = ({ path }: ModelFile) => early.has(path);
    for (const file of [...files.filter((one) => !isEarly(one)), ...files.filter(isEarly)]) {
      const { path } = file;
      if (early.has(path) && performance.now() > roundEnds) break;
      const content = await originals.contentOf(path);
      const before = known.get(path);
      if (typeof content === 'string' || before === content.sha256 || (later.get(path) ?? 0) > Date.now()) {
        continue;
      }
      later.delete(path);
      if (early.delete(path) || (await onChange({ ...file, isAgain: before !== undefined }))) {
        known.set(path, content.sha256);
      } else later.set(path, Date.now() + again);
      if (signal.aborted) return;
    }
    await wait(every, undefined, { signal }).catch(() => {});
  }
}
