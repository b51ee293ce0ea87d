/**
 * Secrets on the command line come from the environment, standard input or a hidden question, never from an argument:
 * arguments are visible in the list of processes and in the shell's history.
 */
import { ref } from '../../../../src-shared/messages/messages.ts';
import { usageError } from '../input/options.ts';
import type { Output } from '../output/output.ts';
import type { Surroundings } from './surroundings.ts';

export const clientSecretName = 'FABDESK_CLIENT_SECRET';
export const paymentIdName = 'FABDESK_PAYMENT_ID';

/** Throws `usage` if there is none. */
export async function readClientSecret(surroundings: Surroundings, out: Output): Promise<string> {
  const { env, isTerminal, readInput, askHidden } = surroundings;
  const fromEnvironment = env[clientSecretName];
  if (fromEnvironment) return fromEnvironment;
  const typed = isTerminal.stdin
    ? await askHidden?.(`${out.t('cli.account.secretQuestion')} `)
    : await readInput?.();
  const secret = (typed ?? '').trim();
  if (secret === '') throw usageError(ref('cli.account.secretNeeded'));
  return secret;
}
