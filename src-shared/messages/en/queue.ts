import type { Area } from '../message.ts';

export const queue = {} as const satisfies Area;
