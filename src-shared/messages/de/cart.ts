import type { cart as en } from '../en/cart.ts';
import type { Translation } from '../message.ts';

export const cart = {} as const satisfies Translation<typeof en>;
