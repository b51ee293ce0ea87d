/** What a job is: "Order of 3 parts". */

import type { Translate } from '../messages/messages.ts';
import { changeTitle } from './change-text.ts';
import type { Job } from './job.ts';

export function jobTitle(job: Job, t: Translate): string {
  if (job.kind === 'upload') return t('jobs.upload.title', { file: job.payload.fileName });
  if (job.kind === 'change') return changeTitle(job.payload, t);
  const count = job.payload.lines.reduce((sum, line) => sum + line.quantity, 0);
  if (job.payload.lines.length > 1) return t('jobs.order.titleOfParts', { count });
  const title = job.payload.lines[0]?.title ?? '';
  return count === 1 ? t('jobs.order.title', { title }) : t('jobs.order.titleOfMany', { count, title });
}
