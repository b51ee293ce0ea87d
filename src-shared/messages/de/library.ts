import type { library as en } from '../en/library.ts';
import type { Translation } from '../message.ts';

export const library = {} as const satisfies Translation<typeof en>;
