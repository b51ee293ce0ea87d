/**
 * Links to models on the web, as a page or another program hands them over: `fabdesk://open?file=ADDRESS`, or
 * the address itself. Anybody can make such a link, so nothing is fetched before a person has agreed to what
 * this says about it. Pure; src-main/files/fetch-link.ts fetches.
 */
import { isLoopback, longestAddress } from '../api/receipt.ts';
import type { MessageRef } from '../messages/message.ts';
import { ref } from '../messages/messages.ts';
import { parseUrl } from '../parse-url.ts';
import type { FileLink } from './file-link.ts';

/**
 * The address in a link, decoded as often as it was encoded. Links of slicers have the same form, whatever
 * their scheme. Null: this is no link to a file.
 */
export function addressInLink(text: string): string | null {
  const link = text.trim();
  if (/^https?:/i.test(link)) return link;
  const given = /^[a-z][a-z\d+.-]*:\/{0,2}open\/?\?(?:[^#]*?&)?file=([^\s]+)$/i.exec(link)?.[1];
  if (given === undefined) return null;
  // An address that was not encoded keeps what follows its own `?`.
  if (/^https?:/i.test(given)) return /^[^&]*\?/.test(given) ? given : given.replace(/&.*$/, '');
  let address = given.replace(/&.*$/, '');
  for (let time = 0; time < 3 && !/^https?:/i.test(address); time++) {
    try {
      address = decodeURIComponent(address);
    } catch {
      return null;
    }
  }
  return address;
}

/**
 * The question about an address, of which the server knows nothing yet; or why it is not asked, for what is
 * neither https nor http on this computer, or has a user name or password.
 */
export function fileLinkTo(address: string): FileLink | MessageRef {
  const url = parseUrl(address);
  if (!url || address.length > longestAddress || !/^https?:$/.test(url.protocol))
    return ref('errors.link.invalid');
  const { hostname } = url;
  if (url.protocol === 'http:' && !isLoopback(hostname))
    return ref('errors.link.insecure', { host: hostname });
  if (url.username !== '' || url.password !== '') return ref('errors.link.credentials');
  const [plain = ''] = url.href.split('#');
  const [, host = '', path = ''] = /^\w+:\/\/([^/?]*)([^?]*)/.exec(plain) ?? [];
  return {
    address: plain,
    host,
    name: nameIn(path) || host,
    isNear: isNear(hostname),
    isSizeKnown: false,
    size: null,
  };
}

/** What is to be said before the next yes to a link; `isElsewhere`: it led on to this host. */
export function linkSentences(link: FileLink, isElsewhere: boolean): MessageRef[] {
  const { name, host, isNear, isSizeKnown, size } = link;
  const what = isElsewhere
    ? ref('shell.link.elsewhere', { name, host })
    : ref('shell.link.ask', { name, host });
  const bytes = size === null ? ref('shell.link.noSize') : ref('shell.link.size', { size });
  return [
    what,
    ...(isNear ? [ref('shell.link.near', { host })] : []),
    isSizeKnown ? bytes : ref('shell.link.next'),
  ];
}

/** The last part of a path. */
function nameIn(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Whether a host name or address as `URL` has it is in no public network. */
export function isNear(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host.includes(':')) return /^(::|f[cd]|fe[89ab])/i.test(host);
  if (
    /^(0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(
      host,
    )
  )
    return /^[\d.]+$/.test(host);
  return !host.includes('.') || /\.(local|localhost|internal|intranet|lan|home|corp|home\.arpa)$/i.test(host);
}
