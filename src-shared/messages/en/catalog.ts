import type { Area } from '../message.ts';

export const catalog = {} as const satisfies Area;
