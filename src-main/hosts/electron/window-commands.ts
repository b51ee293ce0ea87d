/**
 * The commands of the window, as far as the host takes part: it shows them in the menu of the system, and
 * runs one when a menu item, a notification or a link asks for it. A window that is still loading runs it
 * when it is ready, and a command of a screen that is not there yet when that screen has appeared. One that
 * could not be run for a minute is given up: a dialog that comes long after it was asked for would interrupt
 * something else.
 */
import { type BrowserWindow, ipcMain } from 'electron';
import { type MenuCommand, menuCommandsSchema } from '../../../src-shared/ipc/menu-command.ts';
import type { Log } from '../../log.ts';
import { chooseChannel, commandsChannel } from './channels.ts';
import { isOwnFrame } from './ipc.ts';

/** Ms. A slow computer shows its first window within it. */
const patience = 60_000;

interface Waiting {
  readonly id: string;
  /** Epoch ms. */
  readonly since: number;
}

export class WindowCommands {
  readonly #windows: () => readonly BrowserWindow[];
  readonly #log: Pick<Log, 'info'>;
  #shown = '';
  /** Ids of the commands that the window has now. */
  #ids: ReadonlySet<string> = new Set();
  #waiting: readonly Waiting[] = [];

  /** `changed`: the commands for the menu, whenever they are different. */
  constructor(
    windows: () => readonly BrowserWindow[],
    log: Pick<Log, 'info'>,
    changed: (commands: readonly MenuCommand[]) => void,
  ) {
    this.#windows = windows;
    this.#log = log;
    ipcMain.on(commandsChannel, (event, sent: unknown) => {
      const commands = menuCommandsSchema.safeParse(sent);
      if (!isOwnFrame(event) || !commands.success) return;
      this.#ids = new Set(commands.data.map(({ id }) => id));
      const text = JSON.stringify(commands.data);
      if (text !== this.#shown) changed(commands.data);
      this.#shown = text;
      this.#waiting = this.#waiting.filter((one) => !this.#isGivenUp(one) && !this.#hasRun(one.id));
    });
  }

  /** After a new page was loaded, or none: commands wait until the page has listed its own. */
  forget(): void {
    this.#ids = new Set();
  }

  run(id: string): void {
    this.#waiting = this.#waiting.filter((one) => !this.#isGivenUp(one));
    if (!this.#hasRun(id)) this.#waiting = [...this.#waiting, { id, since: Date.now() }];
  }

  #hasRun(id: string): boolean {
    const [window] = this.#windows();
    if (!window || !this.#ids.has(id)) return false;
    void choose(window, id);
    return true;
  }

  #isGivenUp({ id, since }: Waiting): boolean {
    const isOver = Date.now() - since > patience;
    if (isOver) this.#log.info(`the command ${id} was given up: no screen had it for a minute`);
    return isOver;
  }
}

/**
 * Chromium opens a dialog for files only soon after a person has done something in the page. The choice in a
 * menu was made by a person, so it counts as that.
 */
async function choose({ webContents }: BrowserWindow, id: string): Promise<void> {
  await webContents.executeJavaScript('undefined', true);
  webContents.send(chooseChannel, id);
}
