/**
 * The part of Electron that the window can use: six functions over plain data. No ipcRenderer, no event
 * object and no Node object is exposed (Electron security list 20). Built into one CommonJS file.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { callChannel, chooseChannel, commandsChannel, dragChannel, eventChannel } from './channels.ts';

contextBridge.exposeInMainWorld('fabdesk', {
  invoke: (name: string, input: unknown) => ipcRenderer.invoke(callChannel, name, input),
  on(name: string, listener: (payload: unknown) => void) {
    const hear = (_event: unknown, sent: unknown, payload: unknown) => {
      if (sent === name) listener(payload);
    };
    ipcRenderer.on(eventChannel, hear);
    return () => {
      ipcRenderer.off(eventChannel, hear);
    };
  },
  pathOf: (file: File) => webUtils.getPathForFile(file),
  dragOut: (files: unknown) => ipcRenderer.invoke(dragChannel, files),
  showCommands: (commands: unknown) => ipcRenderer.send(commandsChannel, commands),
  onChosen(listener: (id: unknown) => void) {
    const hear = (_event: unknown, id: unknown) => listener(id);
    ipcRenderer.on(chooseChannel, hear);
    return () => {
      ipcRenderer.off(chooseChannel, hear);
    };
  },
});
