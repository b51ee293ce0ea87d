import type { geometry as en } from '../en/geometry.ts';
import type { Translation } from '../message.ts';

export const geometry = {} as const satisfies Translation<typeof en>;
