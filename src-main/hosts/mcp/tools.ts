/**
 * The tools of an agent, in the words of the field. The inputs are pieces of the contract's schemas. No
 * tool signs, orders, changes or removes anything at a service; the queue holds that as well.
 */
import { z } from 'zod';
import { cartLineFields } from '../../../src-shared/ipc/cart-line.ts';
import { contract } from '../../../src-shared/ipc/contract.ts';
import { placeOrderSchema } from '../../../src-shared/ipc/place-order.ts';
import { proposerSchema } from '../../../src-shared/jobs/proposal.ts';
import { ref } from '../../../src-shared/messages/messages.ts';
import { lengthUnits } from '../../../src-shared/units/units.ts';
import { isUnreachable } from '../../../src-shared/unreachable.ts';
import { errorOf, mainError } from '../../main-error.ts';
import { analyseEntries } from '../cli/analysis/analyse-names.ts';
import type { Analysed } from '../cli/analysis/analysis-pool.ts';
import { checkUnasked } from '../cli/analysis/gate.ts';
import { quoteModel, readSizeContext, type SizeRules, sizeModel } from '../cli/analysis/priced-models.ts';
import type { Thorough } from '../cli/analysis/thorough.ts';
import { invoke } from '../cli/app/surroundings.ts';
import { inAccount } from '../cli/app/with-app.ts';
import { reportOf } from '../cli/commands/check.ts';
import { compareFiles } from '../cli/commands/compare.ts';
import { quoteCommands } from '../cli/commands/quote.ts';
import { findMaterial } from '../cli/input/materials.ts';
import { isFailure, type ModelFile } from '../cli/input/model-files.ts';
import { quoteEntry } from '../cli/output/quote-report.ts';
import type { CallHost } from './call-host.ts';
import type { Folders } from './folders.ts';
import { propose } from './propose.ts';
import { jobOf, orderOf } from './views.ts';

export interface ToolCall {
  readonly host: CallHost;
  readonly folders: Folders;
  /** Data folder and account that the person named on the command line. */
  readonly options: { readonly data?: string; readonly account?: string };
  /** The name that the caller gives itself. */
  readonly by: string;
}

interface Answer {
  readonly value: object;
  readonly png?: Uint8Array | null;
}

export interface Tool {
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType<object>;
  /** It changes nothing; otherwise it writes a file or the queue of this computer. */
  readonly isRead: boolean;
  readonly run: (input: never, call: ToolCall) => Promise<Answer>;
}

const tool = <I extends z.ZodType<object>>(
  about: Omit<Tool, 'input' | 'run'> & { readonly input: I },
  run: (input: z.output<I>, call: ToolCall) => Promise<Answer>,
): Tool => ({ ...about, run: run as Tool['run'] });

const { calls } = contract;
const ofQuoteFiles = 'Path of a file to make, in a folder that the person opened; it must not exist yet';
const file = calls['files.importPath'].input.shape.path.describe(
  'Path of a model (STL, 3MF, STEP, ...), absolute or relative to a folder that the person opened',
);
const unit = z.enum(lengthUnits).optional().describe('Only if the file states none, and never guessed');
const scale = cartLineFields.shape.uploadScale
  .unwrap()
  .optional()
  .describe('Factor of its size; 1 if missing');
const quantity = cartLineFields.shape.quantity.default(1);
const material = z
  .union([cartLineFields.shape.materialId, cartLineFields.shape.materialTitle.min(1).max(255)])
  .transform(String)
  .describe('Id or title from list_materials');
const sized = { unit, scale };
const { modelId } = calls['library.show'].input.shape;
const { shippingOption } = placeOrderSchema.shape;
const part = z.strictObject({ file, material, quantity });
const priced = z.strictObject({
  file,
  ...sized,
  quantity,
  materials: z.array(material).max(50).default([]).describe('None: all'),
});

export const tools: Readonly<Record<string, Tool>> = {
  check_model: tool(
    {
      title: 'Check a model',
      description:
        'Reads a model file and says whether it prints, with every defect and its place, its size in the units of the file, and a picture. Needs no network. Lengths are in the unit of the file.',
      input: z.strictObject({
        file,
        unit,
        minWall: z.number().positive().max(1000).optional().describe('Thinnest wall that prints, mm'),
        thorough: z.boolean().default(true).describe('Measures walls and trapped powder too'),
      }),
      isRead: true,
    },
    async ({ file: name, unit: given = null, minWall = null, thorough }, { host, folders }) => {
      const asked: Thorough | null = thorough ? { minWall, unit: given } : null;
      const analysed = await analyse(host, await folders.model(name), asked, true);
      return { value: reportOf(analysed, false), png: analysed.analysis.picture ?? null };
    },
  ),
  list_materials: tool(
    {
      title: 'List materials',
      description:
        'The materials of the print service with ids, technology, thinnest wall (m), and the printers with their smallest and largest part (cm).',
      input: z.strictObject({}),
      isRead: true,
    },
    (_, call) =>
      inAccount(call.host, call.options, async (client) => {
        const { materials, printers, fetchedAt } = await invoke(client, 'catalog.get', {});
        return { value: { materials, printers, fetchedAt: new Date(fetchedAt).toISOString() } };
      }),
  ),
  price_model: tool(
    {
      title: 'Price a model',
      description:
        'Price of a piece and the verdict, in every material or in some, cheapest first, before fee, shipping and tax. Without a connection: the last prices, or estimates, and the answer says so. Lengths in m. Uploads nothing.',
      input: priced,
      isRead: true,
    },
    priceModel,
  ),
  compare_models: tool(
    {
      title: 'Compare two versions of a model',
      description: 'What changed between two files of a part, and where. Lengths in mm.',
      input: z.strictObject({ old: file, new: file, unit }),
      isRead: true,
    },
    async ({ old, new: next, unit: given }, { host, folders }) => {
      const paths = [(await folders.model(old)).path, (await folders.model(next)).path] as const;
      const report = await compareFiles(host, ...paths, given === undefined ? {} : { unit: given });
      return { value: { ...report, old, new: next } };
    },
  ),
  shipping_options: tool(
    {
      title: 'Shipping options',
      description:
        'Options of shipping and what they cost, if the service says so in advance; without a country, to the address saved in Fabdesk.',
      input: calls['orders.shippingPrices'].input.pick({ country: true, zipCode: true }).partial().strict(),
      isRead: true,
    },
    ({ country, zipCode }, { host, options }) =>
      inAccount(host, options, async (client) => {
        const { address } = await invoke(client, 'workspace.get', {});
        const to = country === undefined ? address : { country, zipCode };
        const known = { country: to.country || '', zipCode: to.zipCode ?? '' };
        const listed = known.country === '' ? null : await invoke(client, 'orders.shippingPrices', known);
        return {
          value: {
            options: shippingOption.options,
            prices: listed?.prices ?? null,
            ...(listed?.prices == null && { note: 'What shipping costs is known only after the order.' }),
          },
        };
      }),
  ),
  list_orders: tool(
    {
      title: 'List orders',
      description: 'Orders at the print service with their states, newest first. Without addresses.',
      input: z.strictObject({}),
      isRead: true,
    },
    (_, { host, options }) =>
      inAccount(host, options, async (client) => {
        const { orders, source, fetchedAt } = await invoke(client, 'orders.list', {});
        const asOf = new Date(fetchedAt).toISOString();
        return { value: { source, asOf, orders: orders.slice(0, 200).map(orderOf) } };
      }),
  ),
  show_order: tool(
    {
      title: 'Show an order',
      description: 'One order at the print service: its state, parts and parcels. Without its address.',
      input: calls['orders.openReceipt'].input.pick({ orderId: true }).strict(),
      isRead: true,
    },
    ({ orderId }, { host, options }) =>
      inAccount(host, options, async (client) => {
        const { orders } = await invoke(client, 'orders.list', { filters: { orderIds: [orderId] } });
        const order = orders.find((one) => one.orderId === orderId);
        if (!order) throw mainError('not-found', ref('cli.orders.unknown', { order: String(orderId) }));
        return { value: orderOf(order) };
      }),
  ),
  list_queue: tool(
    {
      title: 'List the queue',
      description:
        'What waits, runs and is done on this computer: uploads, orders, and proposals with whether a person has signed them.',
      input: z.strictObject({}),
      isRead: true,
    },
    (_, { host, options }) =>
      inAccount(host, options, async (client, account) => {
        const jobs = (await invoke(client, 'queue.list', {})).filter((job) => job.accountId === account.id);
        return { value: { jobs: jobs.slice(-200).map(jobOf) } };
      }),
  ),
  search_library: tool(
    {
      title: 'Search the library',
      description: 'Models that the account has at the print service, a page of 36 at a time.',
      input: z.strictObject({
        text: z.string().max(255).default('').describe('Part of the title; empty: any'),
        page: z.int().min(1).max(10_000).default(1),
      }),
      isRead: true,
    },
    ({ text, page }, { host, options }) =>
      inAccount(host, options, async (client) => {
        const { models, hasMore } = await invoke(client, 'library.list', { page });
        const found = models.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
        return {
          value: { models: found.map((model) => ({ modelId: model.modelId, title: model.title })), hasMore },
        };
      }),
  ),
  write_quote: tool(
    {
      title: 'Write a quote',
      description: 'A quote of some parts as a PDF or CSV file, in a folder that the person opened.',
      input: z.strictObject({
        parts: z.array(part).min(1).max(50),
        unit,
        pdf: file.describe(ofQuoteFiles).optional(),
        csv: file.describe(ofQuoteFiles).optional(),
      }),
      isRead: false,
    },
    async ({ parts, unit: given, pdf, csv }, { host, folders, options }) => {
      if (pdf === undefined && csv === undefined) throw mainError('bad-input', ref('cli.mcp.noQuoteFile'));
      const names: string[] = [];
      for (const { file: name, material: word, quantity: count } of parts)
        names.push(`${(await folders.model(name)).path}:${word}:${count}`);
      const quote = quoteCommands['quote']?.work as (...given: unknown[]) => Promise<unknown>;
      await quote(
        host,
        {
          ...options,
          ...(given && { unit: given }),
          ...(pdf !== undefined && { pdf: await folders.target(pdf) }),
          ...(csv !== undefined && { csv: await folders.target(csv) }),
        },
        names,
      );
      const quotes = z.array(z.looseObject({ error: z.unknown().optional() })).parse(host.reported());
      const written = quotes.every(({ error }) => error === undefined);
      const named = quotes.map((entry, at) => ({ ...entry, file: parts[at]?.file }));
      return { value: { pdf: (written && pdf) || null, csv: (written && csv) || null, quotes: named } };
    },
  ),
  propose_order: tool(
    {
      title: 'Propose an order',
      description:
        'Prepares an order for a person to sign. It waits 24 hours in the queue of Fabdesk until a person has read it there and signs or declines it; before that, nothing is bought, uploaded or sent. Only within a budget, if the person allowed one in Fabdesk, it is ordered at once, and the answer says so. It ships to the address saved in Fabdesk. Say in `reason` why, for that person.',
      input: z.strictObject({
        lines: z
          .array(z.union([part, z.strictObject({ modelId, material, quantity })]))
          .min(1)
          .max(50),
        ...sized,
        shippingOption: shippingOption.default('Cheapest'),
        reason: proposerSchema.shape.why.describe('Why, for the person who signs; at most 500 characters'),
      }),
      isRead: false,
    },
    async ({ lines, shippingOption: option, reason, ...size }, { host, folders, options, by }) => {
      const files = new Map<string, string>();
      for (const line of lines)
        if ('file' in line) files.set(line.file, (await folders.model(line.file)).path);
      const requests = lines.map((line) =>
        'file' in line ? { ...line, file: files.get(line.file) ?? line.file } : line,
      );
      const recheck = async () => {
        for (const [name, path] of files)
          if ((await folders.model(name)).path !== path)
            throw mainError('file-changed', ref('cli.mcp.notBelow', { file: name }));
      };
      return inAccount(host, options, async (client, account) => {
        const proposer = { by, why: reason };
        const proposed = { lines: requests, rules: rulesOf(size), shippingOption: option, proposer, recheck };
        const job = await propose(host, client, account, proposed);
        const next =
          job.payload.proposal?.budget === undefined
            ? 'A person signs or declines it in the queue of Fabdesk. Nothing was ordered.'
            : 'It is within the budget that the person allowed, so Fabdesk orders it now or when it runs next. If anything differs at the service, it waits for the person.';
        return { value: { ...jobOf(job), address: 'the one saved in Fabdesk', next } };
      });
    },
  ),
  withdraw_proposal: tool(
    {
      title: 'Withdraw a proposal',
      description: 'Takes back a proposal of this program that nobody has signed yet.',
      input: calls['queue.withdraw'].input.pick({ jobId: true }).strict(),
      isRead: false,
    },
    ({ jobId }, { host, options, by }) =>
      inAccount(host, options, async (client) => {
        await invoke(client, 'queue.withdraw', { jobId, by });
        return { value: { jobId, withdrawn: true } };
      }),
  ),
};

const rulesOf = ({
  unit: option,
  scale: factor,
}: {
  unit?: SizeRules['option'] | undefined;
  scale?: number | undefined;
}) => ({
  option: option ?? null,
  scale: factor ?? 1,
});

async function analyse(
  host: CallHost,
  model: ModelFile,
  thorough: Thorough | null,
  picture: boolean,
): Promise<Analysed> {
  for await (const result of analyseEntries(host, [model], { thorough, picture })) {
    if (isFailure(result)) throw errorOf(result.error);
    return result;
  }
  throw mainError('cancelled', ref('errors.stopped'));
}

async function priceModel(
  input: z.output<typeof priced>,
  { host, folders, options }: ToolCall,
): Promise<Answer> {
  const model = await folders.model(input.file);
  return inAccount(host, options, async (client, account) => {
    const context = await readSizeContext(client, rulesOf(input));
    const wanted = input.materials.map((word) => findMaterial(word, context.catalog.materials));
    const { source, analysis } = await analyse(host, model, null, false);
    const size = await checkUnasked(sizeModel(source, analysis, context), context.wallLimit, host.signal);
    const quoted = await quoteModel(client, size, wanted, context, { quantity: input.quantity });
    if (!isFailure(quoted)) return { value: quoteEntry(quoted, account) };
    if (!isUnreachable(quoted.error)) throw errorOf(quoted.error);
    const materials = (wanted.length > 0 ? wanted : context.catalog.materials).map((one) => one.materialId);
    const { estimates, currency } = await invoke(client, 'price.estimate', {
      geometry: size.geometry,
      materials,
    });
    return {
      value: { file: input.file, source: 'estimate', why: quoted.error.message, currency, estimates },
    };
  });
}
