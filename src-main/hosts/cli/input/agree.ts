/** Asks a question on the terminal that only a clear yes answers. */
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import type { Surroundings } from '../app/surroundings.ts';
import type { Output } from '../output/output.ts';

/** Both languages' answers count, whichever the question is in. */
const yes = /^(y|yes|j|ja)$/i;

export async function agrees({ ask }: Surroundings, out: Output, question: MessageRef): Promise<boolean> {
  const answer = await ask(`${out.say(question)} `);
  return answer !== null && yes.test(answer.trim());
}
