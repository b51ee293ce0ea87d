/**
 * The icon in the system tray: the state of the queue, a switch to work offline, and the way back to the
 * window. It appears with the first job and stays; who never sends anything has no icon. Windows and Linux;
 * macOS has the dock.
 */
import { execFile } from 'node:child_process';
import { Menu, type MenuItemConstructorOptions, Tray } from 'electron';
import type { Status } from '../../../src-shared/ipc/app-status.ts';
import type { Messages } from '../../../src-shared/messages/messages.ts';
import type { App } from '../../app.ts';
import { iconImage } from './icon-image.ts';

interface Options {
  readonly messages: () => Promise<Messages>;
  /** Brings the window to the front. */
  readonly show: () => void;
  /** Runs a command of the window. */
  readonly run: (id: string) => void;
  readonly quit: () => void;
  readonly platform?: NodeJS.Platform;
}

export class TrayIcon {
  readonly #core: Pick<App, 'onEvent' | 'client'>;
  readonly #options: Options;
  readonly #forget: () => void;
  #tray: Tray | null = null;
  #status: Status | null = null;
  #shown = '';
  #hasAsked = false;
  #isOver = false;

  constructor(core: Pick<App, 'onEvent' | 'client'>, options: Options) {
    this.#core = core;
    this.#options = options;
    this.#forget = core.onEvent((name, payload) => {
      if (name === 'status') this.#status = payload as Status;
      if (name === 'status' || name === 'settings') void this.#update();
    });
  }

  /** Asks the desktop anew. @returns whether a person can see the icon now */
  async appears(): Promise<boolean> {
    const isSeen = await hasTray(this.#options.platform ?? process.platform);
    if (!isSeen || this.#isOver) return false;
    if (!this.#tray) {
      this.#tray = new Tray(iconImage((this.#options.platform ?? process.platform) === 'win32' ? 16 : 24));
      this.#tray.on('click', () => this.#options.show());
      await this.#update();
    }
    return true;
  }

  end(): void {
    this.#isOver = true;
    this.#forget();
    this.#tray?.destroy();
    this.#tray = null;
  }

  async #update(): Promise<void> {
    const status = this.#status;
    if (!status) return;
    if (!this.#tray) {
      if (isIdle(status) || this.#hasAsked) return;
      this.#hasAsked = true;
      await this.appears();
      return;
    }
    const messages = await this.#options.messages();
    const line = queueLine(status, messages);
    const shown = [messages.t('hosts.menu.quit'), line, status.paused].join('\n');
    // A Linux desktop closes a menu that is open when it gets another one.
    if (shown === this.#shown || !this.#tray) return;
    this.#shown = shown;
    this.#tray.setToolTip(messages.t('desktop.tip', { line }));
    this.#tray.setContextMenu(Menu.buildFromTemplate(this.#items(status, line, messages)));
  }

  #items({ paused }: Status, line: string, { t }: Messages): MenuItemConstructorOptions[] {
    const { show, run, quit } = this.#options;
    return [
      {
        label: line,
        click: () => {
          show();
          run('go.queue');
        },
      },
      { type: 'separator' },
      { label: t('desktop.show'), click: show },
      {
        label: paused ? t('shell.goOnline') : t('shell.workOffline'),
        click: () => void this.#core.client.invoke('app.setPaused', { paused: !paused }),
      },
      { type: 'separator' },
      { label: t('hosts.menu.quit'), click: quit },
    ];
  }
}

/** Nothing waits, runs or needs a person. */
export const isIdle = ({ queue }: Status): boolean => queue.waiting + queue.running + queue.needsYou === 0;

/** For example "Offline · 3 waiting, 1 needs you". */
export function queueLine(status: Status, { t }: Pick<Messages, 't'>): string {
  const { queue, paused, connection } = status;
  const counts = [
    queue.running > 0 ? t('shell.queue.running', { count: queue.running }) : '',
    queue.waiting > 0 ? t('shell.queue.waiting', { count: queue.waiting }) : '',
    queue.needsYou > 0 ? t('shell.needYou', { count: queue.needsYou }) : '',
  ].filter((count) => count !== '');
  const jobs = counts.length > 0 ? counts.join(', ') : t('shell.queue.empty');
  const hindrance = paused
    ? t('shell.status.paused')
    : connection === 'offline' || connection === 'refused'
      ? t(`shell.status.${connection}`)
      : '';
  return hindrance === '' ? jobs : `${hindrance} · ${jobs}`;
}

const watcher = 'org.kde.StatusNotifierWatcher';
const property = 'IsStatusNotifierHostRegistered';
const get = 'org.freedesktop.DBus.Properties.Get';

/** Either program asks the same, and most desktops have both. */
const questions = [
  [
    'dbus-send',
    '--session',
    '--print-reply',
    `--dest=${watcher}`,
    '/StatusNotifierWatcher',
    get,
    `string:${watcher}`,
    `string:${property}`,
  ],
  [
    'gdbus',
    'call',
    '--session',
    '--dest',
    watcher,
    '--object-path',
    '/StatusNotifierWatcher',
    '--method',
    get,
    watcher,
    property,
  ],
] as const;

/** Ms. A bus that does not answer has nobody who shows icons. */
const patience = 2_000;

/**
 * Whether an icon in the system tray would be seen. Electron does not say: on Linux it puts the icon up for
 * whoever shows such icons, and GNOME for example shows none without an extension. So the desktop itself is
 * asked, on its session bus [Assumption: tray]. macOS has the dock instead. False where nothing says so.
 */
async function hasTray(platform: NodeJS.Platform): Promise<boolean> {
  if (platform === 'win32') return true;
  if (platform !== 'linux') return false;
  for (const [program, ...args] of questions) {
    const answer = await ask(program, args);
    if (answer !== 'missing') return answer === 'yes';
  }
  return false;
}

const ask = (program: string, args: readonly string[]): Promise<'yes' | 'no' | 'missing'> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: patience }, (error, stdout) => {
      if (error?.code === 'ENOENT') resolve('missing');
      else resolve(!error && /\btrue\b/.test(stdout) ? 'yes' : 'no');
    });
  });
