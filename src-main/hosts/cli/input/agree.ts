/** Asks a question on the terminal that only a clear yes confirms. */
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import type { Surroundings } from '../app/surroundings.ts';
import type { Output } from '../output/output.ts';

/** Answers in both languages count, whatever the language of the question. */
const yes = /^(y|yes|j|ja)$/i;

export async function agrees({ ask }: Surroundings, out: Output, question: MessageRef): Promise<boolean> {
  const answer = await ask(`${out.say(question)} `);
  return answer !== null && yes.test(answer.trim());
}
