/** Orders that a program prepared and a person signs. */
import type { Area } from '../message.ts';

export const proposals = {
  asks: 'Proposed by “{by}”: “{why}” Nothing of it is sent before you sign it.',
  from: 'Proposed by “{by}”: “{why}”',
  unsigned: 'No person has signed this order, so nothing of it is sent.',
  noPrice: 'The service has not named every price yet, so this cannot be proposed. Ask for the prices again.',
  tooMany:
    '{most:number} proposals already wait for a person. Sign or decline some of them, or take some back.',
  over: 'This proposal is older than 24 hours, or not as it was proposed. Decline it, and have it proposed again.',
  notYours: 'There is no such proposal of yours that still waits for a signature.',
  expired: 'Nobody signed the proposal within 24 hours.',
  withdrawn: 'The program that proposed it took it back.',
  proposed: 'Proposed',
  review: 'Review and sign',
  decline: 'Decline',
  title: 'Sign the proposed order?',
  waitsUntil: 'It waits until {time:moment}, and then ends by itself.',
  file: '{title}: {file}, {size:bytes}, {scale} m per unit, SHA-256 {sha256}',
  model: '{title}: model {model} of the service',
  to: 'To',
  account: 'Account',
  parts: 'Parts',
  each: 'Each',
  sign: 'Sign and order for {total:money}',
  signOnTerminal:
    'A person signs a proposal in the window or at a terminal, and standard input is none. Repeat the command at a terminal.',
  signWith:
    'It costs {total}. Read it with "fabdesk queue show {job}", then sign it with "fabdesk queue confirm {job} --total {amount}".',
} as const satisfies Area;
