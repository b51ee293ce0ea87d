import type { Area } from '../message.ts';

/** The words of the installed program outside of its window. */
export const desktop = {
  tip: 'Fabdesk: {line}',
  show: 'Show Fabdesk',
  openModel: 'Open model…',
  'background.title': 'Fabdesk keeps running in the background',
  background: {
    one: 'One job is on its way. Fabdesk is in the system tray and ends when it is done. Settings has a switch for this.',
    other:
      '{count:number} jobs are on their way. Fabdesk is in the system tray and ends when they are done. Settings has a switch for this.',
  },
  crashed: 'Fabdesk must close',
  'crashed.more': 'An internal error occurred. The log has the details.',
  childGone: 'The process “{name}” ended ({reason}, code {code}).',
} as const satisfies Area;
