/** Sessions that enforce permissions: without a handler Electron grants everything. */
import { readiness } from './readiness.ts';

type Used = 'setPermissionRequestHandler' | 'setPermissionCheckHandler';
type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0];

class Session implements Pick<Electron.Session, Used> {
  #request: RequestHandler = null;
  #check: CheckHandler = null;

  setPermissionRequestHandler(handler: RequestHandler) {
    this.#request = handler;
  }

  setPermissionCheckHandler(handler: CheckHandler) {
    this.#check = handler;
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
