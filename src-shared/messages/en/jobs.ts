import type { Area } from '../message.ts';

export const jobs = {} as const satisfies Area;
