/**
 * The customers of one machine: the accounts through which they order, and the data folders that they use.
 * The second one exists in some schedules only, with the folder of the first or with a folder of their own.
 */
export const accountId = 'account';
export const neighbourId = 'neighbour';
export const dataFolder = '/data';
export const neighbourFolder = '/neighbour';

/** The application by which the service knows an account; others own nothing there. */
export const clientIds = { [accountId]: 'client', [neighbourId]: 'other-client' } as const;
export type AccountId = keyof typeof clientIds;

/** Where the second customer works. */
export type Neighbour =
  /** In the same window, through an account of their own. */
  | 'other-account'
  /** With a data folder of their own, through an account of their own. */
  | 'other-folder'
  /** With a data folder of their own, and the same account at the service. */
  | 'shared-account';
