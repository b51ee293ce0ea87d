import type { catalog as en } from '../en/catalog.ts';
import type { Translation } from '../message.ts';

export const catalog = {} as const satisfies Translation<typeof en>;
