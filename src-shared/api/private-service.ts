/** Constants that an application and the print service that belongs to it share. */

/**
 * The header in which every request of the application carries the secret that it gave the service at its
 * start.
 */
export const secretHeader = 'x-fabdesk-secret';
