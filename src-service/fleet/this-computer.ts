import { isIP } from 'node:net';

/** Whether the host of an address is this computer, so that nothing travels over a network. */
export const isThisComputer = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
