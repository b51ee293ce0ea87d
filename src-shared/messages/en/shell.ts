import type { Area } from '../message.ts';

export const shell = {
  opening: 'Opening Fabdesk…',
  cannotOpen: 'The window cannot reach Fabdesk. Start Fabdesk again, or open the address that it printed.',
  tryAgain: 'Try again',
} as const satisfies Area;
