import type { Area } from '../message.ts';

export const library = {} as const satisfies Area;
