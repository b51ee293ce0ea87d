/**
 * One handler per contract call. Each only passes the call on to the part that answers it; transports play no
 * part here.
 */

import { tidyAddress } from '../src-shared/api/address-rules.ts';
import { carrierPage } from '../src-shared/api/carrier-page.ts';
import { addressFields, type ShippingAddress } from '../src-shared/api/orders.ts';
import { receiptAddress } from '../src-shared/api/receipt.ts';
import { makeSamplePart } from '../src-shared/geometry/shapes/sample-part.ts';
import { writeBinaryStl } from '../src-shared/geometry/writers/write-stl.ts';
import { type AppInfo, ownDocuments } from '../src-shared/ipc/app-status.ts';
import type { CartLine } from '../src-shared/ipc/cart-line.ts';
import type { AppContract } from '../src-shared/ipc/contract.ts';
import type { SpooledFile } from '../src-shared/ipc/spooled-file.ts';
import type { Handlers } from '../src-shared/ipc/wire.ts';
import { ref } from '../src-shared/messages/messages.ts';
import { nowhere } from './api-client/base-address.ts';
import type { AppEvents } from './app/events.ts';
import type { AppData } from './app/open-data.ts';
import type { AppReach } from './app/open-reach.ts';
import type { AppWork } from './app/open-work.ts';
import type { AppOptions } from './app/options.ts';
import { installAddOn, listPrograms, removeAddOn } from './cad-programs/add-ons.ts';
import { ownCommand } from './cad-programs/own-command.ts';
import { collectDiagnostics } from './diagnostics/diagnostics.ts';
import { fetchLink } from './files/fetch-link.ts';
import { originOf } from './files/file-key.ts';
import { Originals } from './files/originals.ts';
import { englishText, mainError } from './main-error.ts';
import { messagesFor } from './messages-for.ts';
import { testConnection } from './network/test-connection.ts';
import { openFiles, openSpooled } from './open-files.ts';
import { writePdf } from './quote-document/write-pdf.ts';

/** `address`: where the browser host shows the app; null for a host with a window of its own. */
export function createHandlers(
  options: AppOptions,
  { database, documents, settings, workspace, spool, pictures, secrets, stamp }: AppData,
  { network, pause, local, monitor, consents, accounts, soap, watch }: AppReach,
  { queue, catalog, status, signIns, opened, news, feed, updates }: AppWork,
  { emit }: AppEvents,
  address: () => string | null,
): Handlers<AppContract> {
  const { openReceipt = async () => false } = options;
  const originals = new Originals();
  const currentId = () => accounts.current().id;
  const idOf = (accountId: string | undefined) =>
    accountId === undefined ? currentId() : accounts.get(accountId).id;

  const info = (): AppInfo => ({
    version: options.version,
    host: options.host,
    platform: process.platform,
    keyring: { kind: secrets.kind, detail: englishText(secrets.detail), text: secrets.detail },
    dataFolder: options.dataDir,
    ...(feed !== null && { updateHost: new URL(feed).host }),
    setAside: ownDocuments.filter((key) => documents.setAside.has(key)),
  });

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

  /** A person saved this address: programs may name others. */
  function isSavedAddress(given: ShippingAddress): boolean {
    const { address: saved } = workspace.read();
    const trimmed = addressFields.map((field) => [field, (saved[field] ?? '').trim()]);
    const tidy = tidyAddress(Object.fromEntries(trimmed));
    return addressFields.every((field) => given[field] === tidy[field]);
  }

  /** The local service shows its pages only at addresses that it gave out. */
  async function addressForBrowsers(accountId: string, page: string): Promise<string> {
    if (!accounts.get(accountId).isLocal) return page;
    const path = /^(?:https?:\/\/[^/]+)?(\/.*)$/.exec(page)?.[1];
    return path === undefined ? page : local.pageFor(path);
  }

  const command = ownCommand(options.isPackaged === true);

  return {
    'app.info': info,
    'app.status': () => status.read(),
    'app.open': async ({ paths, links, ...how }) => {
      opened.putLinks(links);
      const done = await openFiles(paths, how, { spool, opened, workspace });
      // CAD programs start the command without a terminal, where nobody sees its answer.
      if (done.failed.length > 0) opened.announce(done.failed.map(({ error }) => error));
      return { ...done, address: address() };
    },
    'app.takeOpened': () => opened.take(),
    'app.takeLinks': () => opened.takeLinks(),
    'app.fetchLink': async ({ link, unit }) => {
      pause.permit();
      const fetched = await fetchLink(link, { network, spool });
      if (fetched.file) openSpooled(fetched.file, unit, { opened, workspace });
      return fetched;
    },
    'app.takeNews': async ({ language }) => news.take(await messagesFor(language, [])),
    'app.setPaused': ({ paused }) => {
      queue.setPaused(paused);
      if (paused) status.touch();
      else watch();
      return {};
    },
    'app.openUpdate': async () => {
      const found = updates?.found;
      return { opened: feed !== null && found ? await openReceipt(found.url, feed) : false };
    },
    'app.diagnostics': async ({ language }) => {
      const facts = {
        info: info(),
        status: status.read(),
        settings: settings.read(),
        workspace: workspace.read(),
        accounts: accounts.list(),
        jobs: queue.list(),
        sqlite: database.sqlite,
        restoredFrom: database.restored?.from ?? null,
      };
      const { fileName, zip } = await collectDiagnostics(facts, await messagesFor(language, []), Date.now());
      return { fileName, zip: Buffer.from(zip).toString('base64') };
    },
    'app.dismissFolderNotice': () => {
      stamp.dismissNotice();
      status.touch();
      return {};
    },

    'cad.programs': () => listPrograms(command),
    'cad.install': async ({ folder }) => {
      await installAddOn(folder, command);
      return listPrograms(command);
    },
    'cad.remove': async ({ folder }) => {
      await removeAddOn(folder);
      return listPrograms(command);
    },

    'settings.get': () => settings.read(),
    'settings.set': (change) => {
      const changed = settings.change(change);
      emit('settings', changed);
      // A person may have switched it on, or not want to see what was found.
      void updates?.check();
      status.touch();
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
    'accounts.cancelSignIn': ({ attemptId }) => done(signIns.cancel(attemptId)),
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

    'network.test': ({ accountId }) => {
      const id = idOf(accountId);
      const ask = () => accounts.clientFor(id).getServiceInfo(AbortSignal.timeout(60_000));
      return testConnection(network, () => accounts.get(id).baseUrl || nowhere, ask);
    },
    'network.signIn': () => network.signedIn(),
    'network.setSignIn': async ({ signIn }) => {
      // A command ends at once, and its memory with it.
      if (signIn && options.host === 'cli' && secrets.kind === 'session')
        throw mainError('keychain-unavailable', secrets.detail);
      await network.setSignIn(signIn);
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
      const pdf = await writePdf({ document, pictures: shown, language, locale });
      return { pdf: Buffer.from(pdf).toString('base64') };
    },

    'orders.recordPdf': async (order) => ({ pdf: Buffer.from(await writePdf(order)).toString('base64') }),

    'files.importPath': ({ path }) => {
      originals.forget(path);
      return spool.importPath(path);
    },
    'files.look': ({ files }) => originals.compare(files),
    'files.places': ({ files }) => Promise.all(files.map(originOf)),
    'pictures.keep': async ({ sha256, picture }) =>
      done(await pictures.keep(sha256, Buffer.from(picture, 'base64'))),
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
    'queue.propose': async ({ accountId, proposer, ...input }) => {
      const id = idOf(accountId);
      requirePricesOf(id, input.lines);
      return { order: await queue.propose(id, input, proposer, isSavedAddress(input.address)) };
    },
    'queue.budget': () => queue.budget(),
    'queue.setBudget': ({ budget, costsMoney }) => {
      if (budget !== null && !accounts.get(budget.accountId).isLocal && !costsMoney)
        throw mainError('confirmation-needed', ref('proposals.budget.costsMoney'));
      queue.setBudget(budget);
      return queue.budget();
    },
    'queue.withdraw': ({ jobId, by }) => done(queue.withdraw(jobId, by)),
    'queue.orderWithKey': (input) => ({ order: queue.orderWithKey(input) }),
    'queue.cancel': ({ jobId }) => done(queue.cancel(jobId)),
    'queue.retry': ({ jobId }) => done(queue.retry(jobId)),
    'queue.resolve': async ({ jobId, verdict }) => done(await queue.resolve(jobId, verdict)),
    'queue.prioritize': ({ jobId, place }) => done(queue.prioritize(jobId, place)),
    'queue.hold': ({ jobId }) => done(queue.hold(jobId)),
    'queue.evidence': ({ jobId }) => queue.evidence(jobId),
    'queue.acknowledge': ({ jobId }) => done(queue.acknowledge(jobId)),
    'queue.confirm': ({ jobId, confirmedTotal }) => done(queue.confirm(jobId, confirmedTotal)),
    'queue.candidates': ({ jobId }) => queue.candidates(jobId),

    'orders.list': ({ accountId, filters }) => catalog.listOrders(idOf(accountId), filters),
    'orders.sinceCopy': async ({ accountId }) => {
      const { notice } = stamp;
      if (notice === null) return { orders: [], source: 'live' };
      const id = idOf(accountId);
      const { orders, source } = await catalog.listOrders(id);
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
      const page = await addressForBrowsers(id, receiptAddress(orderId, receipt, baseUrl));
      const { baseUrl: site } = accounts.get(id);
      return { address: page, opened: await openReceipt(page, site) };
    },
    'orders.openCarrier': async ({ carrier, trackingNumber }) => {
      const page = carrierPage(carrier, trackingNumber);
      return { opened: page !== null && (await openReceipt(page, page)) };
    },
    'orders.reprint': ({ accountId, requestKey, ...request }) =>
      queue.enqueueChange(idOf(accountId), { op: 'reprint', ...request }, requestKey),
    'orders.cancel': ({ accountId, orderId }) =>
      queue.enqueueChange(idOf(accountId), { op: 'cancel-order', orderId }),

    'service.operate': (action) => local.operate(action),
  };
}

/** The answer of a call that only does something. */
const done = (_what: unknown): Record<string, never> => ({});

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
