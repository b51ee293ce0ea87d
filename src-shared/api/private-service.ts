/** Constants that an application and the print service that belongs to it share. */

/** The header in which each request of the application carries the secret that it gave the service. */
export const secretHeader = 'x-fabdesk-secret';
