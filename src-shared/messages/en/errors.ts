import type { Area } from '../message.ts';

export const errors = {
  'advice.connection': 'Check the connection. What you order waits in the queue.',
  'advice.online': 'Go online in the status bar.',
  'advice.account': 'Check the account in Settings.',
  retryAfter: 'Try again after {time}.',
} as const satisfies Area;
