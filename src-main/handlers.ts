/** One handler per contract call. Each is thin: it knows which part answers, and nothing about transports. */
import type { OperatorAction, OperatorState } from '../src-shared/api/operator.ts';
import { makeSamplePart } from '../src-shared/geometry/shapes/sample-part.ts';
import { writeBinaryStl } from '../src-shared/geometry/writers/write-stl.ts';
import type { AppContract, AppInfo, SpooledFile } from '../src-shared/ipc/contract.ts';
import type { Handlers } from '../src-shared/ipc/wire.ts';
import { toAppError } from '../src-shared/result.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { SignIns } from './accounts/sign-ins.ts';
import type { SoapAccounts } from './accounts/soap-access.ts';
import type { CatalogService } from './catalog/catalog.ts';
import type { Spool } from './files/spool.ts';
import type { Opened } from './opened.ts';
import type { Queue } from './queue/queue.ts';
import type { AccountMonitor } from './queue/send/account-monitor.ts';
import type { StatusBoard } from './status.ts';
import type { StoredSettings } from './stored-settings.ts';
import type { SharedWorkspace } from './workspace.ts';

export interface Parts {
  readonly info: AppInfo;
  readonly accounts: Accounts;
  readonly signIns: SignIns;
  readonly soap: SoapAccounts;
  readonly catalog: CatalogService;
  readonly queue: Queue;
  readonly spool: Spool;
  readonly settings: StoredSettings;
  readonly workspace: SharedWorkspace;
  readonly status: StatusBoard;
  readonly monitor: Pick<AccountMonitor, 'signedIn'>;
  /** Call after the account that the window looks at, its address or the pause has changed. */
  readonly watch: () => void;
  readonly opened: Opened;
  /** Where the browser host shows the app; null where the host has a window of its own. */
  readonly address: () => string | null;
  /** Operates the local print service; throws `service-stopped` if it does not run. */
  readonly operate: (action: OperatorAction) => Promise<OperatorState>;
  readonly emitSettings: (settings: ReturnType<StoredSettings['read']>) => void;
}

export function createHandlers(parts: Parts): Handlers<AppContract> {
  const { info, accounts, signIns, soap, catalog, queue, spool, settings, workspace, status, opened } = parts;
  const { monitor, watch } = parts;
  const currentId = () => accounts.current().id;

  return {
    'app.info': () => info,
    'app.status': () => status.read(),
    'app.open': async ({ paths }) => {
      const files: SpooledFile[] = [];
      const failed: { path: string; message: string }[] = [];
      for (const path of paths) {
        try {
          files.push(await opened.add(path));
        } catch (thrown) {
          failed.push({ path, message: toAppError(thrown).message });
        }
      }
      return { files, failed, address: parts.address() };
    },
    'app.takeOpened': () => opened.take(),
    'app.setPaused': ({ paused }) => {
      queue.setPaused(paused);
      if (paused) status.touch();
      else watch();
      return {};
    },

    'settings.get': () => settings.read(),
    'settings.set': (change) => {
      const changed = settings.change(change);
      parts.emitSettings(changed);
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

    'catalog.get': (options) => catalog.get(options),
    'price.quote': ({ geometry, materials }) => catalog.quote(geometry, materials),

    'files.importPath': ({ path }) => spool.importPath(path),
    'files.importSample': () => {
      const { name, mesh } = makeSamplePart();
      return spool.importStream(inOnePiece(writeBinaryStl(mesh)), `${name}.stl`);
    },

    'library.list': ({ page }) => catalog.listModels(page),
    'library.remove': ({ modelId, title }) =>
      queue.enqueueChange(currentId(), { op: 'delete-model', modelId, modelTitle: title }),
    'library.show': ({ modelId }) => catalog.showModel(modelId),
    'library.edit': ({ modelId, title, before, after }) =>
      queue.enqueueChange(currentId(), { op: 'edit-model', modelId, modelTitle: title, before, after }),
    'library.addFile': ({ modelId, title, file, uploadScale }) => {
      const model = { modelId, modelTitle: title };
      return queue.enqueueChange(currentId(), { op: 'add-file', ...model, ...sent(file), uploadScale });
    },
    'library.addPhoto': ({ modelId, title, file, photoTitle, description, materialId }) => {
      const photo = { title: photoTitle, description, materialId };
      const model = { modelId, modelTitle: title };
      return queue.enqueueChange(currentId(), { op: 'add-photo', ...model, ...sent(file), ...photo });
    },
    'library.addToCart': ({ title, requestKey, ...item }) =>
      queue.enqueueChange(currentId(), { op: 'add-to-cart', ...item, modelTitle: title }, requestKey),
    'library.cart': () => catalog.listCart(),
    'library.customise': ({ spin, text, picture, requestKey }) => {
      const more = picture === null ? {} : sent(picture);
      return queue.enqueueChange(currentId(), { op: 'customise', spin, text, ...more }, requestKey);
    },
    'library.download': ({ modelId, version }) => catalog.download(modelId, version, spool),

    'queue.list': () => queue.list(),
    'queue.enqueueUpload': (input) => queue.enqueueUpload(currentId(), input),
    'queue.placeOrder': async (input) => ({ order: await queue.placeOrder(currentId(), input) }),
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

    'orders.list': () => catalog.listOrders(),
    'orders.reprint': ({ requestKey, ...request }) =>
      queue.enqueueChange(currentId(), { op: 'reprint', ...request }, requestKey),
    'orders.cancel': ({ orderId }) => queue.enqueueChange(currentId(), { op: 'cancel-order', orderId }),

    'service.operate': (action) => parts.operate(action),
  };
}

/** The fields of a spooled file that a job stores. */
const sent = ({ sha256, md5, size, name }: SpooledFile) => ({
  file: sha256,
  md5,
  size,
  fileName: name.slice(0, 255),
});

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
