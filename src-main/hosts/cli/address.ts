/**
 * Where an order goes: the address saved in Fabdesk, overlaid by a JSON file, overlaid by options. Checked with
 * the rules that the service enforces, before anything is sent.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { checkAddress } from '../../../src-shared/api/address-rules.ts';
import { type ShippingAddress, shippingAddressSchema } from '../../../src-shared/api/orders.ts';
import { usageError } from './options.ts';

/** Option name (camel case as commander gives it), field, and what the help says. */
const addressOptions = [
  ['firstName', 'firstName', 'first name'],
  ['lastName', 'lastName', 'last name'],
  ['country', 'country', 'country, as a name or 2 letters'],
  ['state', 'state', 'state or region; 2 letters in the US'],
  ['city', 'city', 'city'],
  ['address1', 'address1', 'street and number'],
  ['address2', 'address2', 'second address line'],
  ['address3', 'address3', 'third address line'],
  ['zip', 'zipCode', 'postal code'],
  ['phone', 'phoneNumber', 'phone number; 10 digits in the US and Canada'],
] as const satisfies readonly (readonly [string, keyof ShippingAddress, string])[];

type AddressOptionName = (typeof addressOptions)[number][0];
export type AddressOptions = { readonly addressFile?: string } & {
  readonly [N in AddressOptionName]?: string;
};

const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export function withAddressOptions(command: Command): Command {
  command.option('--address-file <file>', 'address as a JSON object with the fields of the address');
  for (const [name, , meaning] of addressOptions) command.option(`${flagOf(name)} <text>`, meaning);
  return command;
}

/** The address to use. Throws `usage` that names every missing or wrong field and the option that sets it. */
export async function readAddress(
  options: AddressOptions,
  saved: { readonly [F in keyof ShippingAddress]?: ShippingAddress[F] | undefined },
  cwd: string,
): Promise<ShippingAddress> {
  const fromFile = options.addressFile === undefined ? {} : await readAddressFile(options.addressFile, cwd);
  const address: Record<string, string> = {};
  for (const [name, field] of addressOptions) {
    address[field] = (options[name] ?? fromFile[field] ?? saved[field] ?? '').trim();
  }
  const problems = checkAddress(address as unknown as ShippingAddress);
  if (problems.length > 0) {
    const words = problems.map(({ field, message }) => {
      const [name = field] = addressOptions.find(([, known]) => known === field) ?? [];
      return `${message.replace(/\.$/, '')} (${flagOf(name)}).`;
    });
    throw usageError(`The address is not complete. ${words.join(' ')}`);
  }
  return shippingAddressSchema.parse(address);
}

async function readAddressFile(file: string, cwd: string): Promise<Partial<ShippingAddress>> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch(() => {
    throw usageError(`The address file ${file} cannot be read. Check its name.`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw usageError(`The address file ${file} is not JSON.`);
  }
  const fields = Object.keys(shippingAddressSchema.shape);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usageError(`The address file ${file} has to hold one JSON object with ${fields.join(', ')}.`);
  }
  const unknown = Object.keys(value).find((key) => !fields.includes(key));
  if (unknown !== undefined) {
    throw usageError(`The address file ${file} has a field "${unknown}". Known are ${fields.join(', ')}.`);
  }
  const entries = Object.entries(value).filter(([, text]) => text !== null);
  const wrong = entries.find(([, text]) => typeof text !== 'string' && typeof text !== 'number');
  if (wrong) throw usageError(`In the address file ${file}, "${wrong[0]}" has to be a text.`);
  return Object.fromEntries(entries.map(([key, text]) => [key, String(text)]));
}

/** Lines as on an envelope. */
export const addressLines = (address: ShippingAddress): string[] =>
  [
    `${address.firstName} ${address.lastName}`,
    address.address1,
    address.address2,
    address.address3,
    `${address.zipCode} ${address.city}, ${address.state}, ${address.country}`,
    `Phone ${address.phoneNumber}`,
  ].filter((line) => line !== '');
