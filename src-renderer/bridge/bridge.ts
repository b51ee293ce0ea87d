/**
 * The window's only way to the application. `connect()` finds the transport it runs on: Electron's preload or
 * the loopback browser host. Features import `Bridge` and never know which.
 */
import type { AppClient, SpooledFile } from '../../src-shared/ipc/contract.ts';
import type { Result } from '../../src-shared/result.ts';

export interface Bridge extends AppClient {
  /**
   * Puts a dropped or chosen file into the spool: Electron hands over its path, the browser host streams its
   * bytes. The window has read the `File` itself already; bytes never cross the contract.
   */
  importFile(file: File, onProgress?: (fraction: number) => void): Promise<Result<SpooledFile>>;
  /** The bytes of a spooled file, fetched through the app's own protocol or address. Throws `CodedError`. */
  readSpooled(sha256: string, signal?: AbortSignal): Promise<Uint8Array>;
  /**
   * Whether the connection to the application stands; the browser host can lose it. True also when events are heard
   * for the first time.
   */
  onAttached(listener: (attached: boolean) => void): () => void;
}
