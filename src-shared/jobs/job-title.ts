/** The title of a job: "Order of 3 parts". */

import type { KeyOf } from '../messages/catalogue.ts';
import type { Translate } from '../messages/messages.ts';
import { changeTitle } from './change-text.ts';
import type { Job } from './job.ts';
import { isLostRecord } from './state.ts';

/** Titles of records that cannot be read; their English text is stored. */
type LostRecord = Extract<
  KeyOf<'problems'>,
  `problems.${'lostRecord' | 'damaged'}${'OfOrder' | 'Order' | 'Change' | 'Upload'}`
>;
const lostRecords: Readonly<Record<string, LostRecord>> = {
  'Lost record of an order': 'problems.lostRecordOfOrder',
  'Damaged record of an order': 'problems.damagedOrder',
  'Damaged record of a change': 'problems.damagedChange',
  'Damaged record of an upload': 'problems.damagedUpload',
};

export function jobTitle(job: Job, t: Translate): string {
  if (job.kind === 'upload') {
    const { fileName } = job.payload;
    const lost =
      isLostRecord(job) && Object.hasOwn(lostRecords, fileName) ? lostRecords[fileName] : undefined;
    return lost === undefined ? t('jobs.upload.title', { file: fileName }) : t(lost);
  }
  if (job.kind === 'change') return changeTitle(job.payload, t);
  const count = job.payload.lines.reduce((sum, line) => sum + line.quantity, 0);
  if (job.payload.lines.length > 1) return t('jobs.order.titleOfParts', { count });
  const title = job.payload.lines[0]?.title ?? '';
  return count === 1 ? t('jobs.order.title', { title }) : t('jobs.order.titleOfMany', { count, title });
}
