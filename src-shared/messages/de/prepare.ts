import type { prepare as en } from '../en/prepare.ts';
import type { Translation } from '../message.ts';

export const prepare = {} as const satisfies Translation<typeof en>;
