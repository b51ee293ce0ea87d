/**
 * The commands of the window, as far as the host takes part: it shows them in the menu of the system, and runs one when
 * a menu item, a notification or a link asks for it. A window that is still loading runs it when it is ready.
 */
import { type BrowserWindow, ipcMain } from 'electron';
import { type MenuCommand, menuCommandsSchema } from '../../../src-shared/ipc/menu-command.ts';
import { chooseChannel, commandsChannel } from './channels.ts';
import { isOwnFrame } from './ipc.ts';

export class WindowCommands {
  readonly #windows: () => readonly BrowserWindow[];
  #shown = '';
  #isListening = false;
  #waiting: string[] = [];

  /** `changed`: the commands for the menu, whenever they are different. */
  constructor(windows: () => readonly BrowserWindow[], changed: (commands: readonly MenuCommand[]) => void) {
    this.#windows = windows;
    ipcMain.on(commandsChannel, (event, sent: unknown) => {
      const commands = menuCommandsSchema.safeParse(sent);
      if (!isOwnFrame(event) || !commands.success) return;
      this.#isListening = true;
      const text = JSON.stringify(commands.data);
      if (text !== this.#shown) changed(commands.data);
      this.#shown = text;
      for (const id of this.#waiting.splice(0)) this.run(id);
    });
  }

  /** A new page, or none: commands wait until it has told what it has. */
  forget(): void {
    this.#isListening = false;
  }

  run(id: string): void {
    const [window] = this.#windows();
    if (!this.#isListening || !window) this.#waiting.push(id);
    else window.webContents.send(chooseChannel, id);
  }
}
