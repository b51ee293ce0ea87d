import type { Area } from '../message.ts';

export const ui = {
  noLength: 'Enter a length, such as 12.5, 40/3 or 2 1/2 in.',
  noNumber: 'Enter a number, such as 12.5.',
  noWholeNumber: 'Enter a whole number, such as 12.',
  notPositive: 'Enter a number greater than 0.',
  atLeast: 'Enter {limit} or more.',
  atMost: 'Enter {limit} or less.',
  dismiss: 'Dismiss',
  close: 'Close',
  copying: 'Copying: {share:percent} of {size:bytes}',
  choose: 'Choose',
  'key.escape': 'Esc',
  'key.delete': 'Del',
  'key.control': 'Ctrl',
  'key.shift': 'Shift',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The system does not allow copying here. Select the text and copy it yourself.',
} as const satisfies Area;
