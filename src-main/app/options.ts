/** The options with which a host starts the application. */
import type { AppInfo } from '../../src-shared/ipc/app-status.ts';
import type { StartService } from '../local-service/service-process.ts';
import type { StartChild } from '../secrets/keyring-process.ts';

export interface AppOptions {
  /** Absolute path of the data folder, created if missing. One process at a time owns it. */
  readonly dataDir: string;
  /**
   * Absolute path of the folder for what no backup of the data folder may contain. If missing, there is none.
   */
  readonly stateDir?: string;
  readonly host: AppInfo['host'];
  readonly version: string;
  /** Whether this is the installed program, which is a command by itself. */
  readonly isPackaged?: boolean;
  /** False: jobs are shown and accepted but not sent, for read-only commands. Default: true. */
  readonly sends?: boolean;
  /** How to start the keyring's child process; Electron passes its own way. */
  readonly startKeyring?: StartChild;
  /** How to start the process of the local print service, likewise. */
  readonly startService?: StartService;
  /**
   * Opens the sign-in page of the service at `baseUrl` in the system's browser; false if that failed. Absent
   * in the browser host, whose window opens the page itself.
   */
  readonly openExternal?: (url: string, baseUrl: string) => Promise<boolean>;
  /** Where to ask for updates. If missing, Fabdesk does not ask. */
  readonly updateFeed?: string | undefined;
  /** When to ask for the first time, ms after the start. Default: some seconds. */
  readonly firstUpdateCheck?: number;
  /** By which proxies the operating system reaches an address, in the notation of PAC files. */
  readonly systemProxy?: (address: string) => Promise<string>;
  /** Like `openExternal`, for the page of an order, and of a newer version at the site of `updateFeed`. */
  readonly openReceipt?: (url: string, baseUrl: string) => Promise<boolean>;
}
