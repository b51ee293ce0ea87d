/**
 * Stands in for the `electron` package, whose program is not available where the tests run. Records what the host
 * registers, so that tests can act as the operating system and the window.
 */
import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import type { Rectangle } from 'electron';

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
    | ((
        contents: unknown,
        permission: string,
        answer: (ok: boolean) => void,
        details: { requestingUrl: string },
      ) => void),
  permissionCheck: null as null | ((contents: unknown, permission: string, origin: string) => boolean),
  /** The folder of the profile. */
  userData: tmpdir(),
  /** What the displays show, without the task bar. */
  workArea: { x: 0, y: 0, width: 1920, height: 1040 } as Rectangle,
  /** Questions that were asked, and the number of the button that answers the next ones. */
  questions: [] as { message: string; buttons: readonly string[] }[],
  answer: 0,
  badge: 0,
  reset() {
    this.handlers.clear();
    this.schemes = [];
    this.protocols.clear();
    this.windows = [];
    this.exposed.clear();
    this.errors = [];
    this.external = [];
    this.noBrowser = false;
    this.workArea = { x: 0, y: 0, width: 1920, height: 1040 };
    this.questions = [];
    this.answer = 0;
    this.badge = 0;
  },
};

export const app = {
  getPath: () => recorded.userData,
  setBadgeCount(count: number) {
    recorded.badge = count;
    return true;
  },
};

export const screen = { getDisplayMatching: () => ({ workArea: recorded.workArea }) };

export const dialog = {
  showMessageBox: async (_window: unknown, question: { message: string; buttons: readonly string[] }) => {
    recorded.questions.push(question);
    return { response: recorded.answer, checkboxChecked: false };
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
  reloads = 0;
  reload() {
    this.reloads += 1;
  }
  forcefullyCrashRenderer() {
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 });
  }
}

interface WindowOptions extends Partial<Rectangle> {
  readonly width: number;
  readonly height: number;
  readonly webPreferences: Record<string, unknown>;
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents();
  readonly options: WindowOptions;
  url = '';
  destroyed = false;
  isMaximised = false;
  /** As the system shows it at the program's icon. */
  progress = -1;
  bounds: Rectangle;
  constructor(options: WindowOptions) {
    super();
    this.options = options;
    const { x = 240, y = 70, width, height } = options;
    this.bounds = { x, y, width, height };
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
    this.emit('close', {});
    setImmediate(() => this.destroy());
  }
  isMaximized() {
    return this.isMaximised;
  }
  maximize() {
    this.isMaximised = true;
  }
  getNormalBounds() {
    return this.bounds;
  }
  setProgressBar(progress: number) {
    this.progress = progress;
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
