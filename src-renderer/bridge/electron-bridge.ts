/** The bridge of Electron: everything goes through `window.fabdesk`, which the preload exposes. */
import { z } from 'zod';
import type { AppContract } from '../../src-shared/ipc/contract.ts';
import type { MenuCommand } from '../../src-shared/ipc/menu-command.ts';
import type { SpooledFile } from '../../src-shared/ipc/spooled-file.ts';
import type { EventName } from '../../src-shared/ipc/wire.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { fail, type Result, toCodedError } from '../../src-shared/result.ts';
import type { Bridge } from './bridge.ts';
import { readAnswer, readEvent, readSpooledFile, windowProblem } from './host-answers.ts';
import { sendInPieces } from './send-in-pieces.ts';

/** Plain functions over plain data: nothing of Electron itself reaches the window. */
export interface PreloadApi {
  invoke(name: string, input: unknown): Promise<Result<unknown>>;
  on(name: string, listener: (payload: unknown) => void): () => void;
  /** Empty for a `File` that is not on disk. */
  pathOf(file: File): string;
  /** Resolves with the paths that are dragged now; none if nothing can be. */
  dragOut(files: readonly Pick<SpooledFile, 'sha256' | 'name' | 'path'>[]): Promise<unknown>;
  showCommands(commands: readonly MenuCommand[]): void;
  onChosen(listener: (id: unknown) => void): () => void;
}

const pathsSchema = z.array(z.string());

export function createElectronBridge(api: PreloadApi): Bridge {
  /** Paths of the last drag. */
  let dragged: readonly string[] = [];
  /** Asked for once a file, when it arrives. */
  const paths = new WeakMap<File, string>();
  const pathOf = (file: File): string => {
    const path = paths.get(file) ?? api.pathOf(file);
    paths.set(file, path);
    return path;
  };
  return {
    invoke: async (name, input) => readAnswer(name, await api.invoke(name, input)),
    on: (name: EventName<AppContract>, listener: (payload: never) => void) =>
      api.on(name, (payload) => {
        const event = readEvent(name, payload);
        if (event !== null) listener(event.payload as never);
      }),
    async importFile(file, onProgress): Promise<Result<SpooledFile>> {
      const path = pathOf(file);
      if (path !== '') return readSpooledFile(await api.invoke('files.importPath', { path }));
      // Made by the window itself, or dragged from another program.
      try {
        const response = await sendInPieces(file, onProgress);
        return readSpooledFile(await response.json());
      } catch {
        return fail(windowProblem('file-unreadable', ref('hosts.fileUnreadable', { file: file.name })));
      }
    },
    pathOf: (file) => pathOf(file) || null,
    async readSpooled(sha256, signal) {
      const response = await fetch(`/spool/${sha256}`, signal ? { signal } : {});
      if (!response.ok) throw toCodedError(windowProblem('file-not-found', ref('hosts.spoolGone')));
      return new Uint8Array(await response.arrayBuffer());
    },
    onAttached: () => () => undefined,
    dragOut: {
      begin(files) {
        const asked = files.map(({ sha256, name, path }) => ({ sha256, name, path }));
        void api.dragOut(asked).then((paths) => (dragged = pathsSchema.parse(paths)));
      },
      isOwn: (file) => dragged.includes(pathOf(file)),
      end: () => (dragged = []),
    },
    menu: {
      show: (commands) => api.showCommands(commands),
      onChosen: (listener) => api.onChosen((id) => listener(String(id))),
    },
  };
}
