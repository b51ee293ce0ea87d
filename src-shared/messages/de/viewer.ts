import type { viewer as en } from '../en/viewer.ts';
import type { Translation } from '../message.ts';

export const viewer = {} as const satisfies Translation<typeof en>;
