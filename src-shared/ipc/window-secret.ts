/**
 * How a window of the browser host proves its identity, beyond its cookie: browsers send a cookie to every
 * port of a host, while sessionStorage belongs to the exact origin.
 */

/** Carries the secret with every call, spool read and spool write. */
export const secretHeader = 'fabdesk-secret';

/** The subprotocol of the event stream. The host names it in its answer, and never the secret. */
export const eventsProtocol = 'fabdesk-events';

const prefix = `${secretHeader}.`;

/** A WebSocket cannot carry custom headers, so the secret is sent as a second subprotocol. */
export const eventsProtocols = (secret: string): string[] => [eventsProtocol, prefix + secret];

/** The secret in a Sec-WebSocket-Protocol header. */
export const secretOfProtocols = (header: string | undefined): string | undefined =>
  header
    ?.split(',')
    .map((protocol) => protocol.trim())
    .find((protocol) => protocol.startsWith(prefix))
    ?.slice(prefix.length);
