/**
 * A model or order of the service that may be the outcome of a job whose answer was lost. A person chooses.
 */
import type { MessageRef } from '../../../src-shared/messages/message.ts';
import { englishText } from '../../main-error.ts';

export interface Candidate {
  readonly remoteId: number;
  readonly title: string;
  /** Missing: the title is the owner's own. */
  readonly titleText?: MessageRef;
  readonly detail: string;
  readonly detailText: MessageRef;
}

/** `title`: text of its owner, or a message. */
export const candidate = (
  remoteId: number,
  title: string | MessageRef,
  detailText: MessageRef,
): Candidate => ({
  remoteId,
  ...(typeof title === 'string' ? { title } : { title: englishText(title), titleText: title }),
  detail: englishText(detailText),
  detailText,
});
