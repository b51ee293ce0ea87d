/**
 * Run by keychain.test.ts inside a D-Bus session: does what its arguments say with a real secret store and
 * prints one JSON line. `documents.json` in the given folder stands for the database. Arguments: folder,
 * `all` or `without-keytar`, then steps `set:name:value`, `get:name`, `delete:name`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { englishText } from '../../../src-main/main-error.ts';
import { type StartChild, startNodeKeyring } from '../../../src-main/secrets/keyring-process.ts';
import { openSecretStore, probeKeychain } from '../../../src-main/secrets/open-secret-store.ts';

const [folder = '', which, ...steps] = process.argv.slice(2);
const path = join(folder, 'documents.json');
const kept: Record<string, unknown> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
const save = () => writeFileSync(path, JSON.stringify(kept));

/** The real child of a machine on which keytar could not be built. */
const withoutKeytar: StartChild = () => {
  const child = startNodeKeyring();
  let deliver: Parameters<typeof child.onMessage>[0] = () => {};
  child.onMessage((reply) => deliver(reply));
  return {
    ...child,
    send: (request) => {
      if (request.library === 'napi') child.send(request);
      else deliver({ id: request.id, problem: 'not-loadable', message: 'Cannot find module' });
    },
    onMessage: (listener) => {
      deliver = listener;
    },
  };
};

const started = Date.now();
const store = await openSecretStore(
  {
    get: (key) => kept[key] ?? null,
    set: (key, value) => {
      kept[key] = value;
      save();
    },
    delete: (key) => {
      delete kept[key];
      save();
    },
  },
  probeKeychain(which === 'without-keytar' ? { startChild: withoutKeytar } : {}),
);
const opened = Date.now() - started;
const results: (string | null)[] = [];
for (const step of steps) {
  const [op, name = '', value = ''] = step.split(':');
  if (op === 'set') await store.set(name, value);
  if (op === 'get') results.push(await store.get(name));
  if (op === 'delete') await store.delete(name);
}
console.log(JSON.stringify({ kind: store.kind, detail: englishText(store.detail), opened, results }));
