/**
 * A bridge for tests of the window, made from the contract itself: inputs are validated as in the
 * application, answers are checked against the contract, events are emitted by hand. Every call is recorded.
 */

import { dispatch } from '../../src-main/dispatch.ts';
import type { Bridge } from '../../src-renderer/bridge/bridge.ts';
import type { Status } from '../../src-shared/ipc/app-status.ts';
import { applyOps, freshWorkspace } from '../../src-shared/ipc/apply-ops.ts';
import type { Catalog } from '../../src-shared/ipc/catalog.ts';
import { type AppContract, contract } from '../../src-shared/ipc/contract.ts';
import type { Settings } from '../../src-shared/ipc/settings.ts';
import type { CallName, CallOutput, EventName, EventPayload, Handlers } from '../../src-shared/ipc/wire.ts';
import type { Workspace } from '../../src-shared/ipc/workspace.ts';
import type { WorkspaceOp } from '../../src-shared/ipc/workspace-ops.ts';
import { CodedError, type Result } from '../../src-shared/result.ts';

type Name = CallName<AppContract>;

export interface BridgeDouble extends Bridge {
  /** All calls, oldest first. */
  readonly calls: { readonly name: Name; readonly input: unknown }[];
  /** The inputs of one call, oldest first. */
  callsOf(name: Name): unknown[];
  emit<N extends EventName<AppContract>>(name: N, payload: EventPayload<AppContract, N>): void;
  setAttached(attached: boolean): void;
  /** The application's state. */
  readonly workspace: Workspace;
  /** The application, or another window, changes the workspace. */
  change(...ops: WorkspaceOp[]): void;
  /** Replaces answers while the test runs. */
  answer(handlers: Partial<Handlers<AppContract>>): void;
}

export const sampleStatus = (changes: Partial<Status> = {}): Status => ({
  connection: 'online',
  detail: null,
  paused: false,
  account: {
    id: 'local',
    name: 'Local print service',
    baseUrl: 'http://127.0.0.1:4000',
    isLocal: true,
    clientId: 'fabdesk-local',
    secretStorage: 'keychain',
    hasPaymentId: true,
  },
  rate: { limit: 600, remaining: 580, windowInSeconds: 60, retryAt: null },
  queue: { waiting: 0, running: 0, needsYou: 0 },
  ...changes,
});

export const sampleCatalog = contract.calls['catalog.get'].output.parse({
  materials: [
    { materialId: 6, title: 'White Strong & Flexible', supportsColorFiles: false, printerId: 5 },
    { materialId: 25, title: 'Black Strong & Flexible', supportsColorFiles: false, printerId: 8 },
    { materialId: 26, title: 'Full Color Sandstone', supportsColorFiles: true, printerId: 11 },
    { materialId: 54, title: 'Silver Glossy', supportsColorFiles: false, printerId: 9 },
  ],
  printers: [
    printer(5, 'SLS Printer', 0.07, [66, 35, 55]),
    printer(8, 'SLS Color Printer', 0.07, [18, 23, 32]),
    printer(11, 'ZPrinter 650', 0.25, [25.4, 38.1, 20.3]),
    printer(9, 'Silver Printer', 0.24, [15, 15, 3]),
  ],
  categories: {},
  fetchedAt: 1_760_000_000_000,
} satisfies Record<Exclude<keyof Catalog, 'soapProblem'>, unknown>);

function printer(printerId: number, title: string, min: number, [x, y, z]: [number, number, number]) {
  const least = { xBoundMin: min, yBoundMin: min, zBoundMin: min };
  return { printerId, title, ...least, xBoundMax: x, yBoundMax: y, zBoundMax: z };
}

/** A working application with this workspace; `handlers` replaces single answers. */
export function createBridgeDouble(
  handlers: Partial<Handlers<AppContract>> = {},
  start: Partial<Workspace> = {},
): BridgeDouble {
  let settings: Settings = { theme: 'light', displayUnit: 'mm', priceTolerance: 0, unitMemory: {} };
  let workspace: Workspace = { ...freshWorkspace, ...start };
  const write = (ops: readonly WorkspaceOp[], windowId: string | null, sequence: number | null) => {
    const revision = (workspace.revision ?? 0) + 1;
    workspace = { ...applyOps(workspace, ops), revision };
    double.emit('workspace', { revision, windowId, sequence, ops: [...ops] });
  };
  const status = sampleStatus();
  const basics: Partial<Handlers<AppContract>> = {
    'app.info': () => ({
      version: '0.1.0',
      host: 'browser',
      platform: 'linux',
      keyring: { kind: 'keychain', detail: 'Secrets are kept in the keychain of this computer.' },
      dataFolder: '/home/ada/.local/share/fabdesk',
    }),
    'app.status': () => status,
    'app.setPaused': () => ({}),
    'settings.get': () => settings,
    'settings.set': (change) => {
      settings = { ...settings, ...change } as Settings;
      return settings;
    },
    'workspace.get': () => workspace,
    'workspace.apply': ({ windowId, changes }) => {
      write(
        changes.map(({ op }) => op),
        windowId,
        changes.at(-1)?.sequence ?? null,
      );
      return { revision: workspace.revision ?? 0 };
    },
    'cad.programs': () => [],
    'accounts.list': () => [status.account],
    'catalog.get': () => sampleCatalog,
    'queue.budget': () => null,
    'app.takeNews': () => [],
    'queue.list': () => [],
    'orders.shippingPrices': () => ({ prices: null }),
    'library.list': () => ({ models: [], hasMore: false }),
    'orders.list': () => ({ orders: [], fetchedAt: Date.now(), source: 'live' }),
  };
  let current: Partial<Handlers<AppContract>> = { ...basics, ...handlers };
  const calls: BridgeDouble['calls'] = [];
  const listeners = new Map<string, Set<(payload: never) => void>>();
  const attachment = new Set<(attached: boolean) => void>();

  const missing = (name: Name) => () => {
    throw new CodedError('internal', `The test gave no answer for ${name}.`);
  };

  const double: BridgeDouble = {
    calls,
    get workspace() {
      return workspace;
    },
    change: (...ops) => write(ops, null, null),
    callsOf: (name) => calls.filter((call) => call.name === name).map((call) => call.input),
    answer: (more) => {
      current = { ...current, ...more };
    },
    emit: (name, payload) => {
      contract.events[name].parse(payload);
      for (const listener of listeners.get(name) ?? []) listener(payload as never);
    },
    setAttached: (attached) => {
      for (const listener of attachment) listener(attached);
    },
    async invoke(name, input) {
      calls.push({ name, input });
      const handler = current[name] ?? missing(name);
      const only = { [name]: handler } as unknown as Handlers<AppContract>;
      const result = await dispatch(contract, only, name, structuredClone(input), () => undefined);
      // A test must not give an answer that the application cannot give.
      if (result.ok) contract.calls[name].output.parse(result.value);
      return result as Result<CallOutput<AppContract, typeof name>>;
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener as never));
      return () => set.delete(listener as never);
    },
    pathOf: () => null,
    importFile: async () => ({
      ok: false,
      error: { code: 'file-unreadable', message: 'The test gave no file.' },
    }),
    readSpooled: async () => new Uint8Array(),
    onAttached(listener) {
      attachment.add(listener);
      return () => attachment.delete(listener);
    },
  };
  return double;
}
