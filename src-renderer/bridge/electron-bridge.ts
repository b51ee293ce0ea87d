/** The bridge of Electron: everything goes through what the preload exposes as `window.fabdesk`. */
import type { AppContract, SpooledFile } from '../../src-shared/ipc/contract.ts';
import type { EventName } from '../../src-shared/ipc/wire.ts';
import { CodedError, fail, type Result } from '../../src-shared/result.ts';
import type { Bridge } from './bridge.ts';

/** Plain functions over plain data: nothing of Electron itself reaches the window. */
export interface PreloadApi {
  invoke(name: string, input: unknown): Promise<Result<unknown>>;
  on(name: string, listener: (payload: unknown) => void): () => void;
  /** Empty for files that are no files on disk. */
  pathOf(file: File): string;
}

export function createElectronBridge(api: PreloadApi): Bridge {
  return {
    invoke: (name, input) => api.invoke(name, input) as never,
    on: (name: EventName<AppContract>, listener: (payload: never) => void) =>
      api.on(name, listener as (payload: unknown) => void),
    async importFile(file): Promise<Result<SpooledFile>> {
      const path = api.pathOf(file);
      if (path !== '') return api.invoke('files.importPath', { path }) as Promise<Result<SpooledFile>>;
      // Made by the window itself, or dragged out of another program.
      try {
        const response = await fetch(`/spool/${encodeURIComponent(file.name)}`, {
          method: 'PUT',
          body: file,
        });
        return (await response.json()) as Result<SpooledFile>;
      } catch {
        return fail({
          code: 'file-unreadable',
          message: `“${file.name}” could not be read. Save it first, then add the saved file.`,
        });
      }
    },
    async readSpooled(sha256, signal) {
      const response = await fetch(`/spool/${sha256}`, signal ? { signal } : {});
      if (!response.ok) {
        throw new CodedError('file-not-found', 'The file is no longer in the spool. Add it again.');
      }
      return new Uint8Array(await response.arrayBuffer());
    },
    onAttached: () => () => undefined,
  };
}
