import type { jobs as en } from '../en/jobs.ts';
import type { Translation } from '../message.ts';

export const jobs = {} as const satisfies Translation<typeof en>;
