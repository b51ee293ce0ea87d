import type { Area } from '../message.ts';

export const orders = {} as const satisfies Area;
