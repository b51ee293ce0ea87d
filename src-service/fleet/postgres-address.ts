/**
 * The address of a PostgreSQL database: `postgres://user@host:5432/name`. Nothing is guessed: an address that
 * names no user, host or database is refused, as is a part that has no meaning here.
 */
import { readFileSync } from 'node:fs';
import { isThisComputer } from './this-computer.ts';

export interface DatabaseAddress {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Null: from PGPASSWORD or PGPASSFILE, if the server asks for one. */
  readonly password: string | null;
  readonly database: string;
  /** `verified`: encrypted, and the server proves its name; `unverified`: encrypted. */
  readonly tls: { readonly mode: 'off' | 'unverified' | 'verified'; readonly ca?: string };
}

/** Names the database in sentences, without user and password. */
export const nameOf = ({ database, host, port }: DatabaseAddress): string =>
  `${database} at ${host.startsWith('/') ? host : `${host}:${port}`}`;

const example = 'such as postgres://fabdesk@localhost/fabdesk';

/**
 * @param from where the address was given: every user of the computer can read a command line
 * @throws Error with a sentence, which never repeats the address
 */
export function readDatabaseAddress(
  text: string,
  from: '--database' | '--to' | 'FABDESK_DATABASE',
): DatabaseAddress {
  const refuse = (why: string): Error => new Error(`${from} ${why}`);
  if (text.trim() === '') throw refuse(`is empty. Give the address of a PostgreSQL database, ${example}.`);
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    throw refuse(`is not the address of a PostgreSQL database. Give one ${example}.`);
  const decoded = (part: string): string => {
    try {
      return decodeURIComponent(part);
    } catch {
      throw refuse('has a % that begins no escape. Write %25 for it.');
    }
  };
  const password = decoded(url.password);
  if (from !== 'FABDESK_DATABASE' && (password !== '' || url.searchParams.has('password')))
    throw refuse(
      'must not contain a password: every user of this computer can read it there. Put it into PGPASSWORD or a PGPASSFILE, or the whole address into FABDESK_DATABASE.',
    );
  for (const name of url.searchParams.keys())
    if (!['host', 'sslmode', 'sslrootcert'].includes(name))
      throw refuse(`has a part that the service does not know: ${name.slice(0, 40)}.`);
  const host = url.searchParams.get('host') ?? decoded(url.hostname).replace(/^\[|\]$/g, '');
  const user = decoded(url.username);
  const database = decoded(url.pathname.slice(1));
  if (user === '') throw refuse(`names no user. Give an address ${example}.`);
  if (host === '') throw refuse(`names no host. Give an address ${example}.`);
  if (database === '' || database.includes('/'))
    throw refuse(`names no database. Give an address ${example}.`);
  return {
    host,
    port: url.port === '' ? 5432 : Number(url.port),
    user,
    password: password === '' ? null : password,
    database,
    tls: readTls(url.searchParams, host, refuse),
  };
}

/** Customers' addresses travel here, so over a network only an explicit `sslmode` turns encryption off. */
function readTls(
  parts: URLSearchParams,
  host: string,
  refuse: (why: string) => Error,
): DatabaseAddress['tls'] {
  const mode =
    parts.get('sslmode') ?? (host.startsWith('/') || isThisComputer(host) ? 'disable' : 'verify-full');
  const certificate = parts.get('sslrootcert');
  if (certificate !== null && mode !== 'verify-full')
    throw refuse('has an sslrootcert, which nothing would use: it needs sslmode=verify-full.');
  if (mode === 'disable') return { mode: 'off' };
  if (mode === 'require') return { mode: 'unverified' };
  if (mode !== 'verify-full') throw refuse('has an unknown sslmode. Use disable, require or verify-full.');
  if (certificate === null) return { mode: 'verified' };
  try {
    return { mode: 'verified', ca: readFileSync(certificate, 'utf8') };
  } catch {
    throw refuse('names an sslrootcert that cannot be read.');
  }
}
