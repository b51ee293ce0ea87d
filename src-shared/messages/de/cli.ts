import type { cli as en } from '../en/cli.ts';
import type { Translation } from '../message.ts';

export const cli = {} as const satisfies Translation<typeof en>;
