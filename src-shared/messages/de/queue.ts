import type { queue as en } from '../en/queue.ts';
import type { Translation } from '../message.ts';

export const queue = {} as const satisfies Translation<typeof en>;
