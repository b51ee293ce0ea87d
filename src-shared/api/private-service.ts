/** What a print service that belongs to one application and that application share. */

/** The header in which every request of the application carries the secret that it gave the service at its start. */
export const secretHeader = 'x-fabdesk-secret';
