/** The IPC channels between the preload and the main process. */
export const callChannel = 'fabdesk:call';
export const eventChannel = 'fabdesk:event';
/** The window's commands, for the menu of the system; and the one that was chosen there. */
export const commandsChannel = 'fabdesk:commands';
export const chooseChannel = 'fabdesk:choose';
/** Files that are dragged out of the window. */
export const dragChannel = 'fabdesk:drag';
