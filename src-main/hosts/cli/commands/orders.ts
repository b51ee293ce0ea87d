/** `fabdesk orders`: what was ordered and its state; `cancel` and `reprint` go through the queue. */
import { randomUUID } from 'node:crypto';
import {
  largestOrderLimit,
  type OrderFilters,
  type OrderTextFilter,
  orderFiltersSchema,
} from '../../../../src-shared/api/order-filters.ts';
import type { Account } from '../../../../src-shared/ipc/account.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import { keyOfOrder } from '../../../../src-shared/ipc/key-of-order.ts';
import type { OrderView } from '../../../../src-shared/ipc/order-view.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { quotedAccount } from '../../../../src-shared/quote-document/quoted-account.ts';
import { englishText, mainError } from '../../../main-error.ts';
import { writePdf } from '../../../quote-document/write-pdf.ts';
import { readAgain } from '../analysis/order-again.ts';
import { ordersPlacedHere } from '../analysis/past-orders.ts';
import { followChange } from '../app/follow-change.ts';
import { invoke } from '../app/surroundings.ts';
import { withAccount } from '../app/with-app.ts';
import { type Commands, command, type Host, type OptionsOf } from '../declare.ts';
import { addressOptionNames, addressTextOptions } from '../input/address.ts';
import { requireYes } from '../input/agree.ts';
import { parseAmount, parseId, parseQuantity, serviceOptions, usageError } from '../input/options.ts';
import {
  type Answered,
  answeredEntry,
  reportAnswered,
  requireLive,
  writeAgain,
  writeOrder,
  writeOrderTable,
  writeStale,
} from '../output/orders-report.ts';
import { type PlannedFile, plannedFiles } from '../output/quote-files.ts';
import { writeResult } from '../output/write-result.ts';
import { orderOptions, runOrder } from './order.ts';

/** Remarks in English, as in all that programs read. Only the window opens pages of the local service. */
const forPrograms = ({ agreed, ...order }: OrderView, { isLocal }: Account, answered: Answered) => ({
  ...order,
  ...answeredEntry(answered),
  ...(agreed && {
    agreed: agreed.map(({ doubts, ...part }) => ({
      ...part,
      ...(doubts && { warnings: doubts.map(englishText) }),
    })),
  }),
  receipt: isLocal ? null : order.receipt,
});

/** The filters of `fabdesk orders`, named as the options of an address are. */
const filterOptions = ['--id <ids>', ...addressTextOptions, '--email <text>', '--limit <number>'] as const;
type FilterOptions = OptionsOf<(typeof filterOptions)[number]>;

const textFilters = { ...addressOptionNames, email: 'email' } as const satisfies Readonly<
  Record<string, OrderTextFilter>
>;

const texts = { order: 'cliHelp.orders.orderId' };

export const ordersCommands: Commands = {
  orders: command(
    {
      takes: ['[order]'],
      options: [...filterOptions, '--pdf <file>', '--force', ...serviceOptions],
      examples: [
        'fabdesk orders',
        'fabdesk orders 1042',
        'fabdesk orders --last-name Lovelace --city "New York"',
        'fabdesk orders again 1042',
        'fabdesk orders cancel 1042',
        'fabdesk orders reprint 1042 77 --comment "broken"',
        'fabdesk orders 1042 --pdf order-1042.pdf',
      ],
      texts: { limit: ref('cliHelp.orders.limit', { most: largestOrderLimit }) },
    },
    async (host, options, text) => {
      const { out } = host;
      const wanted = text === undefined ? null : parseId(text, 'order');
      const filters = readFilters(options);
      if (wanted !== null && filters !== undefined) throw usageError(ref('cli.orders.oneOrFilters'));
      if (wanted === null && options.pdf !== undefined) throw usageError(ref('cli.orders.pdfOfOne'));
      const [pdf] = await plannedFiles(options, host.cwd);
      return withAccount(host, options, async (client, account) => {
        if (wanted !== null) {
          const { order, ...answered } = await readOrder(client, wanted);
          writeStale(out, answered);
          if (out.json) out.value(forPrograms(order, account, answered));
          else writeOrder(out, order, account, await materialsOf(client, [order]));
          if (pdf)
            await writeRecord(
              host,
              client,
              { order, account, asOf: answered.fetchedAt },
              pdf,
              options.force === true,
            );
          return;
        }
        const list = await invoke(client, 'orders.list', { filters });
        const entries = list.orders.map((order) => forPrograms(order, account, list));
        reportAnswered(out, list, entries);
        writeOrderTable(out, list, filters !== undefined);
      });
    },
  ),
  'orders again': command(
    {
      takes: ['<order>'],
      options: ['--available', ...orderOptions],
      examples: ['fabdesk orders again 1042', 'fabdesk orders again 1042 --yes --max-total 40'],
      like: 'order',
      texts: { ...texts, example2: 'cliHelp.order.example5' },
    },
    async (host, options, text) => {
      const orderId = parseId(text, 'order');
      const linesOf = async (client: AppClient) => {
        const { order } = await readOrder(client, orderId);
        const { materials } = await invoke(client, 'catalog.get', {});
        const lines = await readAgain(client, order, materials);
        writeAgain(host.out, order, lines);
        const orderable = lines.filter(({ now }) => !('obstacle' in now));
        if (orderable.length === 0) throw mainError('will-be-refused', ref('library.order.none'));
        if (orderable.length < lines.length && options.available !== true)
          throw mainError('will-be-refused', ref('cli.again.notAll'));
        return orderable.map(({ wanted: { modelId, materialId, quantity } }) => ({
          modelId,
          material: String(materialId),
          quantity,
        }));
      };
      return runOrder(host, linesOf, options);
    },
  ),
  'orders charged': command(
    {
      takes: ['<order>', '<amount>'],
      options: serviceOptions,
      examples: ['fabdesk orders charged 1042 61.30', 'fabdesk orders charged 1042 none'],
      texts,
    },
    async ({ out, ...host }, options, text, typed) => {
      const id = parseId(text, 'order');
      const amount = typed === 'none' ? null : parseAmount(typed);
      return withAccount({ ...host, out }, options, async (client, account) => {
        const { order } = await readOrder(client, id);
        if (order.sum === undefined)
          throw mainError('not-found', ref('cli.orders.notAgreed', { order: text }));
        const { charges = {} } = await invoke(client, 'settings.get', {});
        const { [keyOfOrder(account.id, id)]: _, ...others } = charges;
        await invoke(client, 'settings.set', {
          charges: amount === null ? others : { ...others, [keyOfOrder(account.id, id)]: amount },
        });
        const { currency } = order.sum;
        out.report({ orderId: id, charged: amount, currency });
        out.line(
          amount === null
            ? out.t('cli.orders.notCharged', { order: text })
            : out.t('cli.orders.wasCharged', { order: text, amount: { amount, currency } }),
        );
      });
    },
  ),
  'orders cancel': command(
    {
      takes: ['<order>'],
      options: ['--queue', ...serviceOptions],
      examples: ['fabdesk orders cancel 1042'],
      texts,
    },
    async (host, options, text) => {
      const id = parseId(text, 'order');
      return withAccount(host, options, async (client) => {
        const job = await invoke(client, 'orders.cancel', { orderId: id });
        return followChange(host, client, job, options);
      });
    },
  ),
  'orders reprint': command(
    {
      takes: ['<order>', '<product>'],
      options: [
        '--comment <text>!',
        '--reason <number>',
        '--quantity <number>',
        '--yes',
        '--queue',
        ...serviceOptions,
      ],
      examples: ['fabdesk orders reprint 1042 77 --comment "One arm is broken off"'],
      texts,
    },
    async (host, options, text, product) => {
      const id = parseId(text, 'order');
      const orderProductId = parseId(product, 'product');
      const quantity = options.quantity === undefined ? 1 : parseQuantity(options.quantity);
      // [Assumption: reprint-reason]
      const reasonId = options.reason === undefined ? 503 : parseId(options.reason, 'reason');
      return withAccount(host, options, async (client) => {
        const { order } = await readOrder(client, id);
        const item = order.items.find((one) => one.orderProductId === orderProductId);
        if (!item) throw mainError('not-found', ref('cli.orders.noPart', { order: text, part: product }));
        // A reprint may cost money, so a person has to confirm it.
        const question = ref('cli.orders.reprint.question', { quantity, title: item.title });
        await requireYes(host, options, question, ref('cli.orders.notAsked'));
        const job = await invoke(client, 'orders.reprint', {
          orderId: id,
          orderProductId,
          productTitle: item.title.slice(0, 255),
          quantity,
          reasonId,
          comment: options.comment,
          requestKey: randomUUID(),
        });
        return followChange(host, client, job, options);
      });
    },
  ),
};

/** @throws CodedError `file-exists`, `file-not-written` */
async function writeRecord(
  { out }: Host,
  client: AppClient,
  { order, account, asOf }: { order: OrderView; account: Account; asOf: number },
  { name, path }: PlannedFile,
  force: boolean,
): Promise<void> {
  const { charges } = await invoke(client, 'settings.get', {});
  const charged = charges?.[keyOfOrder(account.id, order.orderId)];
  const job = (await ordersPlacedHere(client, account)).find(
    ({ result }) => result?.orderId === order.orderId,
  );
  const { language, format } = out.messages;
  const record = {
    madeAt: Date.now(),
    asOf,
    account: quotedAccount(account, out.t),
    order,
    ...(job && { agreement: job.payload.agreement }),
    ...(charged !== undefined && { charged }),
  };
  await writeResult(path, name, await writePdf({ record, language, locale: format.locale }), force);
  out.note(out.t('orders.pdfSaved', { file: name }));
}

/** Throws `not-found`, and `network` if an old answer lacks it. */
async function readOrder(
  client: AppClient,
  orderId: number,
): Promise<Answered & { readonly order: OrderView }> {
  const { orders, fetchedAt, source } = await invoke(client, 'orders.list', {
    filters: { orderIds: [orderId] },
  });
  const order = orders.find((known) => known.orderId === orderId);
  if (order !== undefined) return { order, fetchedAt, source };
  requireLive({ fetchedAt, source });
  throw mainError('not-found', ref('cli.orders.unknown', { order: String(orderId) }));
}

/** To name the materials that a rejection names by id; none where no order needs them. */
async function materialsOf(client: AppClient, orders: readonly OrderView[]) {
  const affected = orders.some(({ items }) =>
    items.some(({ models }) => models.some(({ affectedMaterials }) => affectedMaterials.length > 0)),
  );
  return affected ? (await invoke(client, 'catalog.get', {})).materials : [];
}

/** Undefined without any filter. Throws `usage`. */
function readFilters(options: FilterOptions): OrderFilters | undefined {
  const texts = Object.fromEntries(
    Object.entries(textFilters).flatMap(([name, filter]) => {
      const text = options[name as keyof typeof textFilters]?.trim();
      return text ? [[filter, text]] : [];
    }),
  );
  const orderIds = options.id?.split(',').map((text) => parseId(text, 'order'));
  const limit = options.limit === undefined ? undefined : parseId(options.limit, 'limit');
  const given = { ...texts, ...(orderIds && { orderIds }), ...(limit !== undefined && { limit }) };
  if (Object.keys(given).length === 0) return undefined;
  const parsed = orderFiltersSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw usageError(ref('cli.orders.badFilter', { most: largestOrderLimit }));
}
