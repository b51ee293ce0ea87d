import type { errors as en } from '../en/errors.ts';
import type { Translation } from '../message.ts';

export const errors = {} as const satisfies Translation<typeof en>;
