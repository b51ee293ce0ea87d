/**
 * The window's only way to the application. `connect()` finds the transport: Electron's preload or the
 * loopback browser host. Features import `Bridge` and do not know which it is.
 */
import type { AppClient } from '../../src-shared/ipc/contract.ts';
import type { MenuCommand } from '../../src-shared/ipc/menu-command.ts';
import type { SpooledFile } from '../../src-shared/ipc/spooled-file.ts';
import type { Result } from '../../src-shared/result.ts';

export interface Bridge extends AppClient {
  /**
   * Puts a dropped or chosen file into the spool: Electron passes its path, the browser host streams its
   * bytes. The window has read the `File` itself already; the contract never carries bytes.
   */
  importFile(file: File, onProgress?: (fraction: number) => void): Promise<Result<SpooledFile>>;
  /** Where the file lies; null if that is unknown, as in every browser. */
  pathOf(file: File): string | null;
  /** The bytes of a spooled file, fetched through the app's own protocol or address. Throws `CodedError`. */
  readSpooled(sha256: string, signal?: AbortSignal): Promise<Uint8Array>;
  /**
   * Whether the window is connected to the application; only the browser host can lose the connection. Also
   * true when events are received for the first time.
   */
  onAttached(listener: (attached: boolean) => void): () => void;
  /**
   * Files are dragged to other programs. Missing in the browser host (docs/platforms.md > Dragging parts
   * out).
   */
  readonly dragOut?: {
    begin(files: readonly SpooledFile[]): void;
    /** Whether a dropped file is one of the last drag, and so came back into the window. */
    isOwn(file: File): boolean;
    /** From now on, a dropped file comes from elsewhere. */
    end(): void;
  };
  /** The menu of the system. Missing where the window has none of its own, in the browser host. */
  readonly menu?: {
    show(commands: readonly MenuCommand[]): void;
    /** Hears of the command that was chosen there. */
    onChosen(listener: (id: string) => void): () => void;
  };
}
