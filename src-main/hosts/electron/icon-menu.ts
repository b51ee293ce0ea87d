/**
 * The entries of the program's icon on a right click: tasks of the taskbar on Windows, the dock's menu on
 * macOS.
 */
import { app, Menu } from 'electron';
import type { Messages } from '../../../src-shared/messages/messages.ts';
import { chooseModel, showQueue } from './arguments.ts';

/** A task starts Fabdesk once more with these arguments, which the running one receives. */
export function showIconMenu(
  platform: NodeJS.Platform,
  { t }: Pick<Messages, 't'>,
  act: (word: string) => void,
): void {
  const tasks = [
    { word: chooseModel, title: t('desktop.openModel') },
    { word: showQueue, title: t('shell.screen.queue') },
  ];
  if (platform === 'darwin') {
    const items = tasks.map(({ word, title }) => ({ label: title, click: () => act(word) }));
    app.dock?.setMenu(Menu.buildFromTemplate(items));
  } else if (platform === 'win32') {
    app.setUserTasks(
      tasks.map(({ word, title }) => ({
        program: process.execPath,
        // When run from source, Electron receives the folder of its program as the first argument.
        arguments: app.isPackaged ? word : `"${app.getAppPath()}" ${word}`,
        iconPath: process.execPath,
        iconIndex: 0,
        title,
        description: '',
      })),
    );
  }
}
