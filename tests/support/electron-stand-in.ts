/**
 * Stands in for the `electron` package, whose program is not available where the tests run. Records what the host
 * registers, so that tests can act as the operating system and the window.
 */
import { EventEmitter } from 'node:events';

type Handler = (...args: never[]) => unknown;

export const recorded = {
  handlers: new Map<string, Handler>(),
  schemes: [] as unknown[],
  protocols: new Map<string, (request: Request) => Promise<Response>>(),
  windows: [] as BrowserWindow[],
  opened: () => {},
  allClosed: () => {},
  exposed: new Map<string, Record<string, Handler>>(),
  errors: [] as string[],
  /** The addresses that the host opened in the system's browser. */
  external: [] as string[],
  noBrowser: false,
  permissionRequest: null as
    | null
    | ((contents: unknown, permission: string, answer: (ok: boolean) => void) => void),
  permissionCheck: null as null | (() => boolean),
  reset() {
    this.handlers.clear();
    this.schemes = [];
    this.protocols.clear();
    this.windows = [];
    this.exposed.clear();
    this.errors = [];
    this.external = [];
    this.noBrowser = false;
  },
};

export const ipcMain = {
  handle: (channel: string, handler: Handler) => recorded.handlers.set(channel, handler),
};

export const ipcRenderer = Object.assign(new EventEmitter(), {
  invoke: (channel: string, ...args: unknown[]) =>
    Promise.resolve((recorded.handlers.get(channel) as unknown as (...all: unknown[]) => unknown)?.(...args)),
});

export const contextBridge = {
  exposeInMainWorld: (name: string, api: Record<string, Handler>) => recorded.exposed.set(name, api),
};

export const webUtils = { getPathForFile: (file: { path?: string }) => file.path ?? '' };

export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown[]) => recorded.schemes.push(...schemes),
  handle: (scheme: string, handler: (request: Request) => Promise<Response>) =>
    recorded.protocols.set(scheme, handler),
};

export const session = {
  defaultSession: {
    setPermissionRequestHandler(handler: typeof recorded.permissionRequest) {
      recorded.permissionRequest = handler;
    },
    setPermissionCheckHandler(handler: typeof recorded.permissionCheck) {
      recorded.permissionCheck = handler;
    },
  },
};

class WebContents extends EventEmitter {
  readonly sent: unknown[][] = [];
  readonly mainFrame = { origin: 'app://fabdesk' };
  openHandler: null | ((details: { url: string }) => { action: string }) = null;
  send(...args: unknown[]) {
    this.sent.push(args);
  }
  setWindowOpenHandler(handler: WebContents['openHandler']) {
    this.openHandler = handler;
  }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents();
  readonly options: { webPreferences: Record<string, unknown> };
  url = '';
  destroyed = false;
  constructor(options: { webPreferences: Record<string, unknown> }) {
    super();
    this.options = options;
    recorded.windows.push(this);
  }
  loadURL(url: string) {
    this.url = url;
    recorded.opened();
    return Promise.resolve();
  }
  static getAllWindows() {
    return recorded.windows.filter((window) => !window.destroyed);
  }
  isDestroyed() {
    return this.destroyed;
  }
  isMinimized() {
    return false;
  }
  show() {}
  restore() {}
  focus() {}
  /** As a person does: the page runs its unload handlers before the window is gone. */
  close() {
    setImmediate(() => this.destroy());
  }
  destroy() {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('closed');
    if (BrowserWindow.getAllWindows().length === 0) recorded.allClosed();
  }
}

export const shell = {
  openExternal: async (url: string) => {
    if (recorded.noBrowser) throw new Error('no browser');
    recorded.external.push(url);
  },
};
