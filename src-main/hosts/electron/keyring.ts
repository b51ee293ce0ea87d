/** The keyring's child as an Electron utility process: the fuse `runAsNode` is off, so no plain Node child runs. */
import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import type { KeyringReply } from '../../secrets/keyring-messages.ts';
import { type KeyringChild, keyringChildUrl } from '../../secrets/keyring-process.ts';

/** Only after `ready`. */
export function startUtilityKeyring(): KeyringChild {
  const child = utilityProcess.fork(fileURLToPath(keyringChildUrl()), [], {
    stdio: 'ignore',
    serviceName: 'Fabdesk keychain',
  });
  return {
    send: (request) => child.postMessage(request),
    onMessage: (listener) => {
      child.on('message', (reply: KeyringReply) => listener(reply));
    },
    onExit: (listener) => {
      child.on('exit', listener);
    },
    kill: () => {
      child.kill();
    },
  };
}
