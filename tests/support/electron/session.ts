/** Sessions that enforce permissions: without a handler Electron grants everything. */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { readiness } from './readiness.ts';

type Used = 'setPermissionRequestHandler' | 'setPermissionCheckHandler';
type DownloadUsed = 'getFilename' | 'getSavePath' | 'setSaveDialogOptions';
type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0];

/**
 * A file that a page saves. The person saves it where the dialog begins, or in a folder of the test's choice.
 */
class Download extends EventEmitter implements Pick<Electron.DownloadItem, DownloadUsed> {
  readonly #fileName: string;
  readonly #folder: string;
  #path = '';
  /** The path that the dialog proposes; undefined: Chromium's own. */
  proposed: string | undefined;

  constructor(fileName: string, folder: string) {
    super();
    this.#fileName = fileName;
    this.#folder = folder;
  }

  getFilename() {
    return this.#fileName;
  }

  setSaveDialogOptions({ defaultPath }: Electron.SaveDialogOptions) {
    this.proposed = defaultPath;
  }

  getSavePath() {
    return this.#path;
  }

  end(state: 'completed' | 'cancelled') {
    if (state === 'completed') this.#path = join(this.#folder, this.#fileName);
    this.emit('done', {}, state);
  }
}

class Session extends EventEmitter implements Pick<Electron.Session, Used> {
  #request: RequestHandler = null;
  #check: CheckHandler = null;

  setPermissionRequestHandler(handler: RequestHandler) {
    this.#request = handler;
  }

  setPermissionCheckHandler(handler: CheckHandler) {
    this.#check = handler;
  }

  /** Acts as a page that saves a file. @returns the path that the dialog proposed, or null */
  download(fileName: string, folder: string, state: 'completed' | 'cancelled' = 'completed'): string | null {
    const item = new Download(fileName, folder);
    this.emit('will-download', {}, item);
    item.end(state);
    return item.proposed ?? null;
  }

  /** Acts as a page at `address` that asks, for example to copy: Chromium checks first, then requests. */
  async isGranted(permission: string, address: string): Promise<boolean> {
    const origin = address.split('/', 3).join('/');
    const isAllowed = this.#check?.(null, permission as never, `${origin}/`, {} as never) ?? true;
    if (!isAllowed || !this.#request) return isAllowed;
    return new Promise((resolve) => {
      this.#request?.(null as never, permission as never, resolve, { requestingUrl: address } as never);
    });
  }
}

const defaultSession = new Session();

export const session = {
  get defaultSession() {
    readiness.mustBeReady('Session can only be received when app is ready');
    return defaultSession;
  },
};
