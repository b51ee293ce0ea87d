import type { Area } from '../message.ts';

export const geometry = {} as const satisfies Area;
