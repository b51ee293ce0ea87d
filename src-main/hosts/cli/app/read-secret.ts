/**
 * Secrets on the command line come from the environment, standard input or a hidden question, never from an
 * argument: arguments are visible in the list of processes and in the shell's history.
 */
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { Host } from '../declare.ts';
import { usageError } from '../input/options.ts';

export const clientSecretName = 'FABDESK_CLIENT_SECRET';
export const paymentIdName = 'FABDESK_PAYMENT_ID';

const names = { secret: clientSecretName, soapPassword: 'FABDESK_SOAP_PASSWORD' } as const;

/** Throws `usage` if there is none. */
export async function readSecret(
  what: keyof typeof names,
  { env, isTerminal, readInput, askHidden, out }: Host,
): Promise<string> {
  const fromEnvironment = env[names[what]];
  if (fromEnvironment) return fromEnvironment;
  const typed = isTerminal.stdin
    ? await askHidden?.(`${out.t(`cli.account.${what}Question`)} `)
    : await readInput?.();
  const secret = (typed ?? '').trim();
  if (secret === '') throw usageError(ref(`cli.account.${what}Needed`));
  return secret;
}
