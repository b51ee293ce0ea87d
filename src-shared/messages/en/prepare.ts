import type { Area } from '../message.ts';

export const prepare = {} as const satisfies Area;
