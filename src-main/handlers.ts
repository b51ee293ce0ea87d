/**
 * One handler per contract call. Each only passes the call on to the part that answers it; transports play no
 * part here.
 */
import type { OperatorAction, OperatorState } from '../src-shared/api/operator.ts';
import { receiptAddress } from '../src-shared/api/receipt.ts';
import { makeSamplePart } from '../src-shared/geometry/shapes/sample-part.ts';
import { writeBinaryStl } from '../src-shared/geometry/writers/write-stl.ts';
import type { AppInfo } from '../src-shared/ipc/app-status.ts';
import type { CartLine } from '../src-shared/ipc/cart-line.ts';
import type { ConnectionReport } from '../src-shared/ipc/connection-report.ts';
import type { AppContract } from '../src-shared/ipc/contract.ts';
import type { SpooledFile } from '../src-shared/ipc/spooled-file.ts';
import type { Handlers } from '../src-shared/ipc/wire.ts';
import type { Language } from '../src-shared/messages/languages.ts';
import { ref } from '../src-shared/messages/messages.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { Consents } from './accounts/consents.ts';
import type { SignIns } from './accounts/sign-ins.ts';
import type { SoapAccounts } from './accounts/soap-access.ts';
import type { CatalogService } from './catalog/catalog.ts';
import type { Diagnostics } from './diagnostics/diagnostics.ts';
import { originOf } from './files/file-key.ts';
import type { Originals } from './files/originals.ts';
import type { Pictures } from './files/pictures.ts';
import type { Spool } from './files/spool.ts';
import type { FolderStamp } from './folder-stamp/folder-stamp.ts';
import type { LocalService } from './local-service/local-service.ts';
import { mainError } from './main-error.ts';
import type { Network } from './network/network.ts';
import { openFiles } from './open-files.ts';
import type { Opened } from './opened.ts';
import type { Queue } from './queue/queue.ts';
import type { AccountMonitor } from './queue/send/account-monitor.ts';
import { quotePdf } from './quote-document/quote-pdf.ts';
import type { StatusBoard } from './status.ts';
import type { StoredSettings } from './stored-settings.ts';
import type { SharedWorkspace } from './workspace.ts';

export interface Parts {
  readonly info: () => AppInfo;
  readonly accounts: Accounts;
  readonly consents: Pick<Consents, 'set'>;
  readonly signIns: SignIns;
  readonly soap: SoapAccounts;
  readonly catalog: CatalogService;
  readonly queue: Queue;
  readonly spool: Spool;
  readonly originals: Originals;
  readonly pictures: Pictures;
  readonly settings: StoredSettings;
  readonly workspace: SharedWorkspace;
  readonly status: StatusBoard;
  readonly stamp: Pick<FolderStamp, 'notice' | 'dismissNotice'>;
  readonly monitor: Pick<AccountMonitor, 'signedIn'>;
  /** Call after the account that the window shows, its address or the pause has changed. */
  readonly watch: () => void;
  readonly opened: Opened;
  /** The address at which the browser host shows the app; null for a host with a window of its own. */
  readonly address: () => string | null;
  /** Opens a page of the service at `baseUrl` in the system's browser; false if it did not. */
  readonly openReceipt: (address: string, baseUrl: string) => Promise<boolean>;
  readonly local: Pick<LocalService, 'pageFor'>;
  /** Operates the local print service. */
  readonly operate: (action: OperatorAction) => Promise<OperatorState>;
  readonly network: Pick<Network, 'signedIn' | 'setSignIn'>;
  readonly testConnection: (accountId: string) => Promise<ConnectionReport>;
  readonly openUpdate: () => Promise<boolean>;
  /** The file for support, with its readme in this language. */
  readonly diagnostics: (language: Language) => Promise<Diagnostics>;
  readonly emitSettings: (settings: ReturnType<StoredSettings['read']>) => void;
}

export function createHandlers(parts: Parts): Handlers<AppContract> {
  const {
    info,
    accounts,
    consents,
    signIns,
    soap,
    catalog,
    queue,
    spool,
    originals,
    pictures,
    settings,
    workspace,
    status,
    stamp,
    opened,
  } = parts;
  const { monitor, watch } = parts;
  const currentId = () => accounts.current().id;
  const idOf = (accountId: string | undefined) =>
    accountId === undefined ? currentId() : accounts.get(accountId).id;

  /** The fields of a spooled file that a job stores. */
  const sent = async ({ sha256, size, name }: SpooledFile) => ({
    file: sha256,
    md5: await spool.md5Of(sha256),
    size,
    fileName: name.slice(0, 255),
  });

  /** An order stays with the account that priced it [Assumption: order-account]. */
  function requirePricesOf(accountId: string, lines: readonly CartLine[]): void {
    // The same number means another model in every account, so a line without a file must name its account.
    const other = lines.find((line) =>
      line.accountId === undefined ? line.file === null : line.accountId !== accountId,
    );
    if (other === undefined) return;
    const priced = accounts.list().find(({ id }) => id === other.accountId);
    const names = { account: accounts.get(accountId).name, priced: priced?.name ?? other.accountId ?? '?' };
    throw mainError('other-account', ref('errors.account.otherPrices', names));
  }

  /** The local service shows its pages only at addresses that it gave out. */
  async function addressForBrowsers(accountId: string, address: string): Promise<string> {
    if (!accounts.get(accountId).isLocal) return address;
    const path = /^(?:https?:\/\/[^/]+)?(\/.*)$/.exec(address)?.[1];
    return path === undefined ? address : parts.local.pageFor(path);
  }

  return {
    'app.info': () => info(),
    'app.status': () => status.read(),
    'app.open': async ({ paths, ...how }) => ({
      ...(await openFiles(paths, how, { spool, opened, workspace })),
      address: parts.address(),
    }),
    'app.takeOpened': () => opened.take(),
    'app.setPaused': ({ paused }) => {
      queue.setPaused(paused);
      if (paused) status.touch();
      else watch();
      return {};
    },
    'app.openUpdate': async () => ({ opened: await parts.openUpdate() }),
    'app.diagnostics': async ({ language }) => {
      const { fileName, zip } = await parts.diagnostics(language);
      return { fileName, zip: Buffer.from(zip).toString('base64') };
    },
    'app.dismissFolderNotice': () => {
      stamp.dismissNotice();
      status.touch();
      return {};
    },

    'settings.get': () => settings.read(),
    'settings.set': (change) => {
      const changed = settings.change(change);
      parts.emitSettings(changed);
      if (change.proxy) watch();
      return changed;
    },

    'workspace.get': () => workspace.read(),
    'workspace.apply': (changes) => workspace.apply(changes),

    'accounts.list': () => accounts.list(),
    'accounts.add': async (input) => {
      const account = await accounts.add(input);
      monitor.signedIn(account.id);
      if (account.id === currentId()) watch();
      return account;
    },
    'accounts.signIn': (request) => signIns.start(request),
    'accounts.finishSignIn': ({ attemptId, code }) => signIns.finish(attemptId, code),
    'accounts.cancelSignIn': ({ attemptId }) => {
      signIns.cancel(attemptId);
      return {};
    },
    'accounts.setConsent': ({ accountId, given }) => {
      consents.set(accounts.get(accountId).id, given);
      return accounts.get(accountId);
    },
    'accounts.select': ({ accountId }) => {
      accounts.select(accountId);
      watch();
      return {};
    },
    'accounts.remove': async ({ accountId }) => {
      const before = currentId();
      await accounts.remove(accountId);
      await soap.remove(accountId);
      catalog.forget(accountId);
      if (before !== currentId()) watch();
      return {};
    },

    'accounts.soap': ({ accountId }) => soap.describe(accountId),
    'accounts.setSoap': async ({ accountId, credentials }) => {
      if (credentials) await soap.set(accountId, credentials);
      else await soap.remove(accountId);
      catalog.expire(accountId);
      return soap.describe(accountId);
    },

    'network.test': ({ accountId }) => parts.testConnection(idOf(accountId)),
    'network.signIn': () => parts.network.signedIn(),
    'network.setSignIn': async ({ signIn }) => {
      await parts.network.setSignIn(signIn);
      watch();
      return {};
    },

    'accounts.rate': ({ accountId }) => catalog.rate(idOf(accountId)),

    'catalog.get': ({ accountId, ...options }) => catalog.get(idOf(accountId), options),
    'price.quote': async ({ accountId, geometry, materials }) => {
      const id = idOf(accountId);
      return { ...(await catalog.quote(id, geometry, materials)), accountId: id };
    },
    'price.explore': async ({ accountId, geometry }) => {
      const id = idOf(accountId);
      const answer = await catalog.explore(id, geometry);
      return 'later' in answer ? answer : { ...answer, accountId: id };
    },
    'price.estimate': ({ accountId, geometry, materials }) =>
      catalog.estimate(idOf(accountId), geometry, materials),

    'quote.pdf': async ({ document, language, locale }) => {
      const found = await pictures.read([...new Set(document.lines.flatMap(({ file }) => file ?? []))]);
      const shown = document.lines.map(({ file }) => (file === null ? null : (found.get(file) ?? null)));
      const pdf = await quotePdf({ document, pictures: shown, language, locale });
      return { pdf: Buffer.from(pdf).toString('base64') };
    },

    'files.importPath': ({ path }) => {
      originals.forget(path);
      return spool.importPath(path);
    },
    'files.look': ({ files }) => originals.compare(files),
    'files.places': ({ files }) => Promise.all(files.map(originOf)),
    'pictures.keep': async ({ sha256, picture }) => {
      await pictures.keep(sha256, Buffer.from(picture, 'base64'));
      return {};
    },
    'pictures.get': async ({ files }) => {
      const found = await pictures.read(files);
      return Object.fromEntries(
        [...found].map(([sha256, png]) => [sha256, Buffer.from(png).toString('base64')]),
      );
    },
    'files.importSample': () => {
      const { name, mesh } = makeSamplePart();
      return spool.importStream(inOnePiece(writeBinaryStl(mesh)), `${name}.stl`);
    },

    'library.list': ({ accountId, page }) => catalog.listModels(idOf(accountId), page),
    'library.remove': ({ accountId, modelId, title }) =>
      queue.enqueueChange(idOf(accountId), { op: 'delete-model', modelId, modelTitle: title }),
    'library.show': ({ accountId, modelId }) => catalog.showModel(idOf(accountId), modelId),
    'library.versions': ({ accountId, modelId }) => catalog.listVersions(idOf(accountId), modelId),
    'library.edit': ({ accountId, modelId, title, before, after }) =>
      queue.enqueueChange(idOf(accountId), { op: 'edit-model', modelId, modelTitle: title, before, after }),
    'library.addFile': async ({ accountId, modelId, title, file, uploadScale }) => {
      const model = { modelId, modelTitle: title };
      const request = { op: 'add-file', ...model, ...(await sent(file)), uploadScale } as const;
      return queue.enqueueChange(idOf(accountId), request);
    },
    'library.addPhoto': async ({ accountId, modelId, title, file, photoTitle, description, materialId }) => {
      const photo = { title: photoTitle, description, materialId };
      const model = { modelId, modelTitle: title };
      const request = { op: 'add-photo', ...model, ...(await sent(file)), ...photo } as const;
      return queue.enqueueChange(idOf(accountId), request);
    },
    'library.addToCart': ({ accountId, title, requestKey, ...item }) =>
      queue.enqueueChange(idOf(accountId), { op: 'add-to-cart', ...item, modelTitle: title }, requestKey),
    'library.cart': ({ accountId }) => catalog.listCart(idOf(accountId)),
    'library.customise': async ({ accountId, spin, text, picture, requestKey }) => {
      const more = picture === null ? {} : await sent(picture);
      return queue.enqueueChange(idOf(accountId), { op: 'customise', spin, text, ...more }, requestKey);
    },
    'library.download': ({ accountId, modelId, version }) =>
      catalog.download(idOf(accountId), modelId, version, spool),

    'library.prepare': async ({ accountId, modelId }) => {
      const file = await catalog.download(idOf(accountId), modelId, undefined, spool);
      opened.put(file);
      return file;
    },

    'queue.list': () => queue.list(),
    'queue.checking': () => ({ checking: queue.checking }),
    'queue.enqueueUpload': ({ accountId, ...input }) => queue.enqueueUpload(idOf(accountId), input),
    'queue.placeOrder': async ({ accountId, ...input }) => {
      const id = idOf(accountId);
      requirePricesOf(id, input.lines);
      return { order: await queue.placeOrder(id, input) };
    },
    'queue.orderWithKey': (input) => ({ order: queue.orderWithKey(input) }),
    'queue.cancel': ({ jobId }) => {
      queue.cancel(jobId);
      return {};
    },
    'queue.retry': ({ jobId }) => {
      queue.retry(jobId);
      return {};
    },
    'queue.resolve': async ({ jobId, verdict }) => {
      await queue.resolve(jobId, verdict);
      return {};
    },
    'queue.prioritize': ({ jobId, place }) => {
      queue.prioritize(jobId, place);
      return {};
    },
    'queue.hold': ({ jobId }) => {
      queue.hold(jobId);
      return {};
    },
    'queue.evidence': ({ jobId }) => queue.evidence(jobId),
    'queue.acknowledge': ({ jobId }) => {
      queue.acknowledge(jobId);
      return {};
    },
    'queue.confirm': ({ jobId, confirmedTotal }) => {
      queue.confirm(jobId, confirmedTotal);
      return {};
    },
    'queue.candidates': ({ jobId }) => queue.candidates(jobId),

    'orders.list': ({ accountId, filters }) => catalog.listOrders(idOf(accountId), filters),
    'orders.sinceCopy': async ({ accountId }) => {
      const { notice } = stamp;
      if (notice === null) return { orders: [], source: 'live' };
      const id = idOf(accountId);
      const { orders, source } = await catalog.listOrders(idOf(accountId));
      const newest = notice.newestOrders[id] ?? 0;
      const own = queue.placedOrders(id);
      return {
        orders: orders.filter(({ orderId }) => orderId > newest && own.get(orderId)?.placedAt === undefined),
        source,
      };
    },
    'orders.shippingPrices': async ({ accountId, country, zipCode }) => ({
      prices: await catalog.shippingPrices(idOf(accountId), country, zipCode),
    }),
    'orders.openReceipt': async ({ accountId, orderId }) => {
      const { id, baseUrl } = accounts.get(idOf(accountId));
      const { receipt } = queue.placedOrders(id).get(orderId) ?? {};
      const address = await addressForBrowsers(id, receiptAddress(orderId, receipt, baseUrl));
      const { baseUrl: site } = accounts.get(id);
      return { address, opened: await parts.openReceipt(address, site) };
    },
    'orders.reprint': ({ accountId, requestKey, ...request }) =>
      queue.enqueueChange(idOf(accountId), { op: 'reprint', ...request }, requestKey),
    'orders.cancel': ({ accountId, orderId }) =>
      queue.enqueueChange(idOf(accountId), { op: 'cancel-order', orderId }),

    'service.operate': (action) => parts.operate(action),
  };
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
