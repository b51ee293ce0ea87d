/** Explains errors of PostgreSQL and its connection to the operator at the start, and to callers. */
import { Fault } from '../fault.ts';
import { type DatabaseAddress, nameOf } from './postgres-address.ts';

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Codes of the system, and of PostgreSQL: class 08, shutdown and start, too many connections, a read-only
 * copy.
 */
const lostCodes = /^(E[A-Z]+|08...|57P0[123]|53300|25006|25P03)$/;
const lostMessages =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|timeout exceeded when trying to connect|Cannot use a pool after calling end)/;

/** Whether the connection failed rather than the statement. */
export const isLost = (error: unknown): boolean =>
  lostCodes.test(codeOf(error)) || lostMessages.test(messageOf(error));

const soon = { headers: { 'Retry-After': '5' } };

export const databaseAway = (cause?: unknown): Fault =>
  new Fault(503, 'database-away', 'The service cannot reach its database. Try again in a few seconds.', {
    ...soon,
    cause,
  });

/** Other calls use all connections. */
export const databaseBusy = (cause: unknown): Fault =>
  new Fault(503, 'busy', 'The database of the service is busy. Try again in a few seconds.', {
    ...soon,
    cause,
  });

/** The commit may or may not have taken place. */
export const outcomeUnknown = (cause: unknown): Fault =>
  new Fault(
    503,
    'outcome-unknown',
    'The service lost its database while it stored this, which may or may not be stored. Look before you repeat it.',
    { ...soon, cause },
  );

/** Why the service cannot start with this database, as a sentence. */
export function startFault(cause: unknown, address: DatabaseAddress): Error {
  return new Error(sentenceFor(cause, address), { cause });
}

function sentenceFor(error: unknown, address: DatabaseAddress): string {
  const [code, message, name] = [codeOf(error), messageOf(error), nameOf(address)];
  if (/password must be a string/.test(message) || /no password supplied/.test(message))
    return `The database ${name} asks for a password. Put it into PGPASSWORD, a PGPASSFILE or FABDESK_DATABASE.`;
  if (code === '28P01') return `The database ${name} refuses the password of the user ${address.user}.`;
  if (code === '28000') return `The database ${name} does not let the user ${address.user} in: ${message}.`;
  if (code === '3D000') return `There is no database ${name}. Create an empty one first.`;
  if (code === '42501')
    return `The user ${address.user} may not work in the database ${name}: ${message}. Make it the database's owner.`;
  if (code === '53300') return `The database ${name} has no free connection: ${message}.`;
  if (code === '57P03') return `The database ${name} is starting or stopping. Try again in a moment.`;
  if (/does not support SSL/.test(message))
    return `The database ${name} does not encrypt its connections. Set that up there, or add ?sslmode=disable to its address.`;
  if (/CERT|UNABLE_TO_VERIFY|ERR_TLS/.test(code))
    return `The certificate of the database ${name} cannot be trusted: ${message}. Name its authority with sslrootcert in the address.`;
  if (code === '08P01')
    return `Something between the service and the database ${name} does not pass its options on. The service needs PostgreSQL itself, no pooler of transactions.`;
  if (isLost(error))
    return `The database ${name} does not answer (${code || message}). Start PostgreSQL, or correct the address.`;
  return message;
}
