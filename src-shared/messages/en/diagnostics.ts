import type { Area } from '../message.ts';

/** The file that a person sends to support, and the dialog that saves it. */
export const diagnostics = {
  title: 'Diagnostics for support',
  command: 'Save diagnostics…',
  within:
    'One ZIP file with text that you can read before you send it: versions of Fabdesk and of this system, your settings, the state of the queue, of the database and of the keychain, the addresses of your print services, numbers of orders and models, prices, and the log.',
  without:
    'Not in it: models, file names, addresses, names, titles and comments, payment data, passwords and other secrets. Fabdesk sends nothing by itself.',
  save: 'Save diagnostics',
  saved: 'The diagnostics are in {file}.',
  readme:
    'Fabdesk {version}: diagnostics for support, made at {time}. What is private in the log is replaced, for example by <private>, <file> or <path>.',
  'file.program': 'versions of Fabdesk, of its parts and of the system',
  'file.state': 'connection, database, keychain, and sizes of the data folder',
  'file.queue': 'kind, state, attempts and times of each job',
  'file.accounts': 'how each account is set up, with the address of its print service',
  'file.settings': 'the settings',
  'file.log': 'the log',
  noLog: 'There is no log yet.',
} as const satisfies Area;
