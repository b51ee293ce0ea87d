import type { Area } from '../message.ts';

export const errors = {} as const satisfies Area;
