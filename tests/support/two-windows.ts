/**
 * Windows on one workspace: the real store of each, the real workspace of the application, and between them a
 * connection that a test can cut, on which answers and events travel separately.
 */

import { dispatch } from '../../src-main/dispatch.ts';
import { SharedWorkspace } from '../../src-main/workspace.ts';
import type { Bridge } from '../../src-renderer/bridge/bridge.ts';
import { Notices } from '../../src-renderer/ui/notices.svelte.ts';
import { WorkspaceStore } from '../../src-renderer/workspace-store.svelte.ts';
import { contract } from '../../src-shared/ipc/contract.ts';
import { type MemoryDocuments, memoryDocuments } from './memory-documents.ts';

export interface TestWindow {
  readonly store: WorkspaceStore;
  readonly notices: Notices;
  /** `answers`: calls arrive, but their answers and all events are lost. */
  line: 'up' | 'down' | 'answers-lost';
  /** Every call of `workspace.apply`, as it was sent. */
  readonly sent: unknown[];
}

export class Windows {
  readonly documents: MemoryDocuments;
  readonly #windows: TestWindow[] = [];
  workspace: SharedWorkspace;

  constructor(documents = memoryDocuments()) {
    this.documents = documents;
    this.workspace = this.#start();
  }

  #start(): SharedWorkspace {
    return new SharedWorkspace({
      documents: this.documents,
      emit: (event) => {
        contract.events.workspace.parse(event);
        for (const { line, store } of this.#windows) {
          if (line === 'up') setImmediate(() => store.hear(structuredClone(event)));
        }
      },
    });
  }

  /** The application ends and starts again on the same documents. */
  restart(): void {
    this.workspace = this.#start();
    this.workspace.windowsGone();
  }

  async open(): Promise<TestWindow> {
    const notices = new Notices();
    const gone = {
      ok: false,
      error: { code: 'app-gone', message: 'Fabdesk is not running any more.' },
    } as const;
    const invoke = async (name: string, input: unknown) => {
      if (name === 'workspace.apply') window.sent.push(input);
      if (window.line === 'down') return gone;
      const handlers = {
        'workspace.get': () => this.workspace.read(),
        'workspace.apply': (changes: never) => this.workspace.apply(changes),
      };
      const result = await dispatch(contract, handlers as never, name, structuredClone(input), () => {});
      return window.line === 'up' ? result : gone;
    };
    const bridge = { invoke } as unknown as Bridge;
    const store = new WorkspaceStore(bridge, notices);
    const window: TestWindow = { store, notices, line: 'up', sent: [] };
    this.#windows.push(window);
    await window.store.load();
    return window;
  }

  /** Waits until nothing is on its way any more. */
  async settle(): Promise<void> {
    for (let round = 0; round < 4; round += 1) {
      for (const { store } of this.#windows) await store.flush();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
