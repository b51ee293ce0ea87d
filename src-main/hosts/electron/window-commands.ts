/**
 * The commands of the window, as far as the host takes part: it shows them in the menu of the system, and runs one when
 * a menu item, a notification or a link asks for it. A window that is still loading runs it when it is ready, and a command
 * of a screen that is not there yet when that screen has appeared.
 */
import { type BrowserWindow, ipcMain } from 'electron';
import { type MenuCommand, menuCommandsSchema } from '../../../src-shared/ipc/menu-command.ts';
import { chooseChannel, commandsChannel } from './channels.ts';
import { isOwnFrame } from './ipc.ts';

export class WindowCommands {
  readonly #windows: () => readonly BrowserWindow[];
  #shown = '';
  /** Ids of the commands that the window has now. */
  #ids: ReadonlySet<string> = new Set();
  #waiting: string[] = [];

  /** `changed`: the commands for the menu, whenever they are different. */
  constructor(windows: () => readonly BrowserWindow[], changed: (commands: readonly MenuCommand[]) => void) {
    this.#windows = windows;
    ipcMain.on(commandsChannel, (event, sent: unknown) => {
      const commands = menuCommandsSchema.safeParse(sent);
      if (!isOwnFrame(event) || !commands.success) return;
      this.#ids = new Set(commands.data.map(({ id }) => id));
      const text = JSON.stringify(commands.data);
      if (text !== this.#shown) changed(commands.data);
      this.#shown = text;
      for (const id of this.#waiting.splice(0)) this.run(id);
    });
  }

  /** A new page, or none: commands wait until it has told what it has. */
  forget(): void {
    this.#ids = new Set();
  }

  run(id: string): void {
    const [window] = this.#windows();
    if (!window || !this.#ids.has(id)) this.#waiting.push(id);
    else void choose(window, id);
  }
}

/**
 * Chromium opens a dialog for files only soon after a person has done something in the page. The choice in a menu was made
 * by a person, so it counts as that.
 */
async function choose({ webContents }: BrowserWindow, id: string): Promise<void> {
  await webContents.executeJavaScript('undefined', true);
  webContents.send(chooseChannel, id);
}
