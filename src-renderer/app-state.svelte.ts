/**
 * The state that every screen of the window shares: the application's state as its events report it, the
 * stored workspace, notices, commands, and the screen that is shown. Features get it with `getApp()` and
 * never hold a copy.
 */
import { createContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { CatalogMaterial, Material } from '../src-shared/api/materials.ts';
import type { Printer } from '../src-shared/api/printers.ts';
import type { AppInfo, Status } from '../src-shared/ipc/app-status.ts';
import type { Catalog } from '../src-shared/ipc/catalog.ts';
import { type ScreenId, screenIds } from '../src-shared/ipc/screens.ts';
import { defaultSettings, type Settings } from '../src-shared/ipc/settings.ts';
import type { Job } from '../src-shared/jobs/job.ts';
import { ref } from '../src-shared/messages/messages.ts';
import type { AppError } from '../src-shared/result.ts';
import type { Bridge } from './bridge/bridge.ts';
import { OriginalFiles } from './original-files.svelte.ts';
import { PartPictures } from './part-pictures.svelte.ts';
import { Commands } from './ui/commands.svelte.ts';
import { language } from './ui/language.svelte.ts';
import { Notices } from './ui/notices.svelte.ts';
import { WorkspaceStore } from './workspace-store.svelte.ts';

export class AppState {
  readonly bridge: Bridge;
  readonly notices = new Notices();
  readonly commands = new Commands();
  readonly workspace: WorkspaceStore;
  readonly pictures: PartPictures;
  readonly originals: OriginalFiles;

  #status = $state.raw<Status | null>(null);
  #info = $state.raw<AppInfo | null>(null);
  #settings = $state.raw<Settings>(defaultSettings);
  #catalog = $state.raw<Catalog | null>(null);
  #catalogError = $state.raw<AppError | null>(null);
  #catalogLoading = $state(false);
  #jobs = new SvelteMap<string, Job>();
  #progress = new SvelteMap<string, { sent: number; total: number }>();
  #attached = $state(true);
  #screen = $state<ScreenId>('prepare');
  #ends: (() => void)[] = [];
  #catalogAnswered = Promise.withResolvers<void>();
  #settingsKnown = $state(false);

  constructor(bridge: Bridge) {
    this.bridge = bridge;
    this.workspace = new WorkspaceStore(bridge, this.notices);
    this.pictures = new PartPictures(bridge);
    this.originals = new OriginalFiles(bridge);
  }

  /** Null until the application reported it. */
  get status(): Status | null {
    return this.#status;
  }
  get info(): AppInfo | null {
    return this.#info;
  }
  get settings(): Settings {
    return this.#settings;
  }
  /** False until the stored settings were read. */
  get settingsKnown(): boolean {
    return this.#settingsKnown;
  }
  /** The last known catalogue, which stays while offline. Null if there is none. */
  get catalog(): Catalog | null {
    return this.#catalog;
  }
  get catalogError(): AppError | null {
    return this.#catalogError;
  }
  /** Resolves with the first answer about the catalogue, good or bad. */
  get catalogAnswered(): Promise<void> {
    return this.#catalogAnswered.promise;
  }
  get catalogLoading(): boolean {
    return this.#catalogLoading;
  }
  /** Newest first. */
  readonly jobs: readonly Job[] = $derived(
    [...this.#jobs.values()].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)),
  );
  job(id: string): Job | undefined {
    return this.#jobs.get(id);
  }
  /** Bytes of a running upload. */
  progressOf(jobId: string): { sent: number; total: number } | undefined {
    return this.#progress.get(jobId);
  }
  /** False while the window has lost the application itself (not the service). */
  get attached(): boolean {
    return this.#attached;
  }
  /** The service answers, and the user did not switch to working offline. */
  get online(): boolean {
    return this.#attached && this.#status?.connection === 'online' && !this.#status.paused;
  }
  get screen(): ScreenId {
    return this.#screen;
  }

  navigate(screen: ScreenId): void {
    this.#screen = screen;
    if (location.hash !== `#${screen}`) location.hash = screen;
  }

  material(id: number): CatalogMaterial | undefined {
    return this.#catalog?.materials.find((material) => material.materialId === id);
  }
  printerOf(material: Material): Printer | undefined {
    return this.#catalog?.printers.find((printer) => printer.printerId === material.printerId);
  }

  /** Subscribes first and reads afterwards, so that nothing in between is missed. */
  start(): () => void {
    const { bridge } = this;
    const fromHash = () => {
      const id = location.hash.slice(1);
      if ((screenIds as readonly string[]).includes(id)) this.#screen = id as ScreenId;
    };
    const close = () => this.workspace.close();
    const leaveHidden = () => {
      if (document.visibilityState === 'hidden') this.workspace.leave();
    };
    window.addEventListener('hashchange', fromHash);
    window.addEventListener('pagehide', close);
    document.addEventListener('visibilitychange', leaveHidden);
    fromHash();
    this.#ends = [
      bridge.on('status', (status) => this.#setStatus(status)),
      bridge.on('settings', (settings) => this.#setSettings(settings)),
      bridge.on('workspace', (event) => this.workspace.hear(event)),
      bridge.on('job', (job) => this.#setJob(job)),
      bridge.on('progress', ({ jobId, sent, total }) => this.#progress.set(jobId, { sent, total })),
      bridge.onAttached((attached) => {
        const back = attached && !this.#attached;
        this.#attached = attached;
        if (back) void this.#readAll();
        if (attached) void this.workspace.load();
      }),
      () => window.removeEventListener('hashchange', fromHash),
      () => window.removeEventListener('pagehide', close),
      () => document.removeEventListener('visibilitychange', leaveHidden),
    ];
    void this.#readAll();
    void this.workspace.load();
    return () => {
      for (const end of this.#ends.splice(0)) end();
      close();
    };
  }

  /** Saves first and shows then. On failure a notice says why and nothing changes. */
  async changeSettings(change: Partial<Settings>): Promise<void> {
    const result = await this.bridge.invoke('settings.set', change);
    if (result.ok) this.#setSettings(result.value);
    else this.notices.addError(result.error);
  }

  /** Stops or starts everything that leaves this machine. */
  async setPaused(paused: boolean): Promise<void> {
    const result = await this.bridge.invoke('app.setPaused', { paused });
    if (!result.ok) this.notices.addError(result.error);
  }

  async loadCatalog(refresh = false): Promise<void> {
    if (this.#catalogLoading) return;
    this.#catalogLoading = true;
    const result = await this.bridge.invoke('catalog.get', { refresh });
    this.#catalogLoading = false;
    if (result.ok) {
      this.#catalog = result.value;
      this.#catalogError = null;
    } else {
      this.#catalogError = result.error;
    }
    this.#catalogAnswered.resolve();
  }

  async #readAll(): Promise<void> {
    const { bridge } = this;
    await Promise.all([
      bridge.invoke('app.status', {}).then((result) => result.ok && this.#setStatus(result.value)),
      bridge.invoke('app.info', {}).then((result) => {
        if (result.ok) this.#setInfo(result.value);
      }),
      bridge.invoke('settings.get', {}).then((result) => result.ok && this.#setSettings(result.value)),
      bridge.invoke('queue.list', {}).then((result) => {
        if (result.ok) for (const job of result.value) this.#setJob(job);
      }),
      this.loadCatalog(),
    ]);
  }

  #setInfo(info: AppInfo): void {
    const known = this.#info?.setAside ?? [];
    this.#info = info;
    for (const what of info.setAside ?? [])
      if (!known.includes(what))
        this.notices.add({
          severity: 'warning',
          message: ref(`hosts.setAside.${what}`),
          key: `set-aside-${what}`,
        });
  }

  #setStatus(status: Status): void {
    const before = this.#status;
    this.#status = status;
    const otherAccount = before !== null && before.account.id !== status.account.id;
    const cameOnline = status.connection === 'online' && before?.connection !== 'online' && before !== null;
    const wasAway = before?.paused === true || before?.connection === 'offline';
    if (wasAway && !otherAccount && this.online)
      this.notices.add({ severity: 'ok', message: ref('shell.backOnline'), key: 'online', passing: true });
    if (otherAccount) {
      this.#catalog = null;
      this.#jobs.clear();
      void this.#readAll();
    } else if (cameOnline) {
      // What is shown may be an earlier answer.
      void this.loadCatalog();
    }
  }

  #setSettings(settings: Settings): void {
    this.#settings = settings;
    this.#settingsKnown = true;
    this.commands.singleKeys = settings.singleKeyShortcuts ?? true;
    this.commands.chosen = settings.shortcuts ?? {};
    document.documentElement.dataset['theme'] = settings.theme;
    void language.choose(settings.language ?? 'system');
  }

  /** An older copy of a job (from a list read earlier) never replaces a newer one. */
  #setJob(job: Job): void {
    const known = this.#jobs.get(job.id);
    if (known && known.updatedAt > job.updatedAt) return;
    this.#jobs.set(job.id, job);
    if (job.state !== 'committed' && job.state !== 'armed') this.#progress.delete(job.id);
  }
}

const [getApp, setApp] = createContext<AppState>();

export { getApp, setApp };
