/** How the kinds of jobs differ in words, state by state; `job-words.ts` puts them together. */
import { changeTitle } from '../../../src-shared/jobs/change-words.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';

interface KindWords {
  readonly preparing: string;
  readonly thenSent: string;
  /** The state while bytes leave, and once all have left. */
  readonly sending: string;
  readonly finishing: string;
  readonly onItsWay: string;
  /** `the upload`, in the middle of a sentence. */
  readonly name: string;
  /** After the service has refused it. */
  readonly refused: string;
  /** After Fabdesk stopped trying it. */
  readonly stopped: string;
}

export const kindWords: Readonly<Record<Job['kind'], KindWords>> = {
  upload: {
    preparing: 'The file is checked again.',
    thenSent: 'Then it is uploaded.',
    sending: 'Uploading',
    finishing: 'Finishing',
    onItsWay: 'The file is on its way to the service.',
    name: 'the upload',
    refused: 'Nothing was kept by the service. Mend the cause, then upload again.',
    stopped: 'It is not sent. Add the file again.',
  },
  order: {
    preparing: 'The order and its price are checked again.',
    thenSent: 'Then it is sent.',
    sending: 'Sending',
    finishing: 'Sending',
    onItsWay: 'The order is on its way to the service.',
    name: 'the order',
    refused: 'Nothing was ordered and nothing was charged. Mend the cause, then order again.',
    stopped: 'It is not sent. Place the order again from the cart.',
  },
  change: {
    preparing: 'The service is asked how it stands there.',
    thenSent: 'Then the change is sent.',
    sending: 'Sending',
    finishing: 'Sending',
    onItsWay: 'The change is on its way to the service.',
    name: 'the change',
    refused: 'Nothing was changed.',
    stopped: 'It is not sent. Ask for it again.',
  },
};

/** What it is: `Order of 3 parts`. */
export function jobTitle(job: Job): string {
  if (job.kind === 'upload') return `Upload of ${job.payload.fileName}`;
  if (job.kind === 'change') return changeTitle(job.payload);
  const parts = job.payload.lines.reduce((sum, line) => sum + line.quantity, 0);
  const first = job.payload.lines[0]?.title ?? '';
  if (job.payload.lines.length === 1)
    return parts === 1 ? `Order of ${first}` : `Order of ${parts} × ${first}`;
  return `Order of ${parts} parts`;
}
