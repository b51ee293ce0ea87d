import type { Area } from '../message.ts';

export const cart = {} as const satisfies Area;
