import type { Area } from '../message.ts';

export const cli = {} as const satisfies Area;
