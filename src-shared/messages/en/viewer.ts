import type { Area } from '../message.ts';

export const viewer = {} as const satisfies Area;
