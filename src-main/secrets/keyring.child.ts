/**
 * The process that talks to the keychain, so that it can be killed when a locked keychain hangs in a prompt.
 * Holds nothing between calls; ends with its parent.
 */
import { randomBytes } from 'node:crypto';
import { listenToParent } from '../child-process/parent.ts';
import { type Keyring, loadFirst, loadKeyring } from './keyring-libraries.ts';
import type { KeyringReply, KeyringRequest } from './keyring-messages.ts';

async function answer(request: KeyringRequest): Promise<KeyringReply> {
  const { id } = request;
  let keyring: Keyring;
  try {
    keyring = loadKeyring(request.library);
  } catch (thrown) {
    return { id, problem: 'not-loadable', message: messageOf(thrown) };
  }
  try {
    return { id, value: await perform(keyring, request) };
  } catch (thrown) {
    return { id, problem: 'failed', message: messageOf(thrown) };
  }
}

async function perform(keyring: Keyring, { op, name, value }: KeyringRequest): Promise<string | null> {
  if (op === 'get') return keyring.get(name);
  if (op === 'set') await keyring.set(name, value ?? '');
  if (op === 'delete') await keyring.delete(name);
  if (op === 'probe') await probe(keyring, name);
  return null;
}

/** A keychain is usable only if it returns what was stored: a locked one answers reads with nothing. */
async function probe(keyring: Keyring, name: string) {
  const canary = randomBytes(16).toString('hex');
  await keyring.set(name, canary);
  const read = await keyring.get(name);
  await keyring.delete(name);
  if (read !== canary) throw new Error('a test secret was not given back');
}

const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));

const parent = listenToParent<KeyringRequest, KeyringReply>((request) => {
  void answer(request).then((reply) => parent.send(reply));
});

// This process may have been started ahead, and then it has time now. It asks the keychain nothing.
setImmediate(loadFirst);
