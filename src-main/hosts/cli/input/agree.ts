/** Asks a question on the terminal that only a clear yes confirms. */
import type { Job } from '../../../../src-shared/jobs/job.ts';
import { languages } from '../../../../src-shared/messages/languages.ts';
import { loadCatalogue } from '../../../../src-shared/messages/load.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import { createMessages, ref } from '../../../../src-shared/messages/messages.ts';
import { mainError } from '../../../main-error.ts';
import type { Host } from '../declare.ts';

export async function agrees({ ask, out }: Host, question: MessageRef): Promise<boolean> {
  const answer = await ask(`${out.say(question)} `);
  return answer !== null && (await everyYes()).has(answer.trim().toLowerCase());
}

/** Throws `confirmation-needed` unless `--yes` was given, or a person at a terminal says yes. */
export async function requireYes(
  host: Host,
  { yes }: { readonly yes?: true },
  question: MessageRef,
  refusal: MessageRef,
): Promise<void> {
  if (yes || (host.isTerminal.stdin && (await agrees(host, question)))) return;
  throw mainError('confirmation-needed', refusal);
}

/**
 * The proposal of a program is signed at a terminal, where a person can read it, and so is the budget of
 * programs. Throws `confirmation-needed` elsewhere, whatever was given on the command line.
 */
export function requirePerson({ isTerminal }: Host, about: Job | 'budget'): void {
  const isOthers = about !== 'budget' && (about.kind !== 'order' || about.payload.proposal === undefined);
  if (isOthers || isTerminal.stdin) return;
  const text = about === 'budget' ? 'proposals.budget.onTerminal' : 'proposals.signOnTerminal';
  throw mainError('confirmation-needed', ref(text));
}

/** A yes in any language counts, whatever the language of the question. */
async function everyYes(): Promise<ReadonlySet<string>> {
  const answers = languages.map(async (language) =>
    createMessages(language, await loadCatalogue(language))
      .t('cli.yes')
      .split(' '),
  );
  return new Set((await Promise.all(answers)).flat());
}
