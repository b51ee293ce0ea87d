/** The two IPC channels between the preload and the main process. */
export const callChannel = 'fabdesk:call';
export const eventChannel = 'fabdesk:event';
