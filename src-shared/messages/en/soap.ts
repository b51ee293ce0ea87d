/** The SOAP access of an account, and what goes wrong with it. */
import type { Area } from '../message.ts';

export const soap = {
  refused: 'The SOAP interface refused: {reason}',
  refusedSilently: 'The SOAP interface refused without a reason. Check user name and password.',
  notSoap: 'What answers at {host} is not the SOAP interface of a print service. Check the SOAP address.',
  passwordMissing: 'The SOAP password is missing. Enter it again in Settings, Accounts.',
  passwordNeeded: 'Enter the password: the stored one belongs to another address or user name.',
  open: 'SOAP access',
  title: 'SOAP access of “{name}”',
  about:
    'Some services provide minimum walls, technologies and colours only through SOAP. Prices and orders do not need it.',
  address: 'SOAP address',
  addressHint: 'Empty: {usual}',
  username: 'User name',
  usernameHint: 'Of your account at the service',
  usernameMissing: 'Enter the user name of your account at the service.',
  password: 'Password',
  passwordMissingField: 'Enter the password that belongs to the user name.',
  keepPassword: 'Leave empty to keep the stored one',
  application: 'Application ID',
  applicationHint: 'Only if the service asks for one',
  remove: 'Remove access',
  saved: 'The SOAP access of “{name}” works.',
  removed: 'The SOAP access of “{name}” was removed.',
} as const satisfies Area;
