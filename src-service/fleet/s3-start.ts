/**
 * Begins to use S3-compatible storage: tries everything that the service needs of it, so that one sentence at
 * the start names a wrong setting, and pairs the storage with the database. Two databases with one storage
 * would remove each other's files as unused.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Say } from '../log.ts';
import type { Store } from '../store/dialect.ts';
import { pairedStorage, storageSetting } from '../store/elsewhere.ts';
import { nameOfStorage, type StorageAddress } from './s3-address.ts';
import { readText, StorageRefusal, type StorageRequest, type StorageRequests } from './s3-requests.ts';

const idName = 'service.database';

/** An action, for "The keys may not ... there". */
type Act = 'list files' | 'write files' | 'read files' | 'remove files';

/**
 * @returns whether `If-None-Match: *` is honoured. Without it, a file that is sent again overwrites itself.
 * That is harmless only because the storage refuses other bytes than those of the SHA-256, so this is
 * required.
 * @throws Error with a sentence
 */
export async function tryStorage(requests: StorageRequests, say: Say): Promise<{ isConditional: boolean }> {
  const { address } = requests;
  const key = `${address.prefix}probe/${randomUUID()}`;
  const bytes = Buffer.from('fabdesk');
  const body = { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  const put: StorageRequest = { method: 'PUT', key, headers: { 'if-none-match': '*' }, body };
  await attempt(requests, 'list files', {
    ...{ method: 'GET', key: '' },
    query: { 'list-type': '2', 'max-keys': '1', prefix: `${address.prefix}probe/` },
  });
  try {
    // The first one may have been stored by a try whose answer was lost.
    await attempt(requests, 'write files', put, [412]);
    const isConditional = (await attempt(requests, 'write files', put, [412])) === null;
    const wrong = { method: 'PUT', key, body: { ...body, bytes: Buffer.from('Fabdesk') } } as const;
    const isVerified = await requests.try(wrong).then(
      async (answer) => {
        await readText(answer);
        return false;
      },
      (error: unknown) => error instanceof StorageRefusal && error.status === 400,
    );
    if (!isVerified)
      throw new Error(
        `The file storage ${nameOfStorage(address)} does not check files against their SHA-256 (x-amz-content-sha256), so damaged ones would be stored. Use another one.`,
      );
    if ((await attempt(requests, 'read files', { method: 'GET', key })) !== bytes.toString())
      throw new Error(
        `The file storage ${nameOfStorage(address)} does not return what was stored. Use another one.`,
      );
    if (!isConditional)
      say('info', 'The file storage ignores If-None-Match. Files are looked up before they are sent.');
    return { isConditional };
  } finally {
    await requests
      .try({ method: 'DELETE', key })
      .then(readText)
      .catch(() => undefined);
  }
}

/** Checks the right to remove files now, not after the first removal. @throws Error with a sentence */
export async function tryToRemove(requests: StorageRequests): Promise<void> {
  const key = `${requests.address.prefix}probe/${randomUUID()}`;
  await attempt(requests, 'remove files', { method: 'DELETE', key }, [404]);
}

/** The text of the answer; null if it has one of these states. @throws Error with a sentence */
async function attempt(
  requests: StorageRequests,
  act: Act,
  request: StorageRequest,
  orNull: readonly number[] = [],
): Promise<string | null> {
  try {
    return await requests.send(request, readText);
  } catch (error) {
    if (error instanceof StorageRefusal && error.code !== 'NoSuchBucket' && orNull.includes(error.status))
      return null;
    throw new Error(sentenceFor(error, act, requests.address), { cause: error });
  }
}

function sentenceFor(error: unknown, act: Act, address: StorageAddress): string {
  const name = nameOfStorage(address);
  if (!(error instanceof StorageRefusal)) return sentenceForNetwork(error, name);
  const { code, status } = error;
  if (code === 'NoSuchBucket' || (status === 404 && act === 'list files'))
    return `There is no bucket ${address.bucket} at ${new URL(address.url).host}. Create it first.`;
  if (code === 'RequestTimeTooSkewed')
    return `The clock of this computer differs from that of the file storage ${name} by more than it allows. Set the clock.`;
  if (code === 'InvalidAccessKeyId')
    return `The file storage ${name} does not know the key in AWS_ACCESS_KEY_ID.`;
  if (code === 'SignatureDoesNotMatch')
    return `The file storage ${name} refuses the signature: AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID.`;
  if (/Token/.test(code)) return `The file storage ${name} refuses the token in AWS_SESSION_TOKEN (${code}).`;
  if (status === 301 || status === 307 || /Region|AuthorizationHeaderMalformed|LocationConstraint/.test(code))
    return `The bucket ${address.bucket} is not in the region ${address.region}, or not at this endpoint. Correct region or endpoint in the address.`;
  if (status === 403) return `The keys of the file storage ${name} may not ${act} there. Allow it (${code}).`;
  return `The file storage ${name} refuses to ${act}: ${error.message.slice(0, 300)}.`;
}

function sentenceForNetwork(error: unknown, name: string): string {
  const cause = (error as Error).cause ?? error;
  const { code = '' } = cause as NodeJS.ErrnoException;
  const message = cause instanceof Error ? cause.message : String(cause);
  if (/CERT|UNABLE_TO_VERIFY|ERR_TLS/.test(code))
    return `The certificate of the file storage ${name} cannot be trusted: ${message}. Name the file of its authority with NODE_EXTRA_CA_CERTS.`;
  return `The file storage ${name} does not answer (${code || message}). Start it, or correct the address.`;
}

/** Pairs empty storage and a database without files for good. @throws Error with a sentence: no pair */
export async function pairStorage(store: Store, requests: StorageRequests, dataDir: string): Promise<void> {
  const { address } = requests;
  const name = nameOfStorage(address);
  const key = `${address.prefix}${idName}`;
  const read = () => attempt(requests, 'read files', { method: 'GET', key }, [404]);
  const foreign = () =>
    new Error(
      `The files in ${name} belong to another database than this one. Give that one, or another bucket or prefix.`,
    );
  const held = await read();
  const row = await pairedStorage(store);
  if (row !== null && row.id === held) return;
  if (held !== null) throw foreign();
  if (await hasFiles(store))
    throw new Error(
      row === null
        ? `The files of this service are on the disk, in ${dataDir}. Move them with npm run service -- move --from ${dataDir} --files and this address.`
        : `The files of this service are in ${row.name}, and ${name} does not have them. Correct the address.`,
    );
  const list = await attempt(requests, 'list files', {
    ...{ method: 'GET', key: '' },
    query: { 'list-type': '2', 'max-keys': '1', prefix: `${address.prefix}files/` },
  });
  if (list?.includes('<Contents>'))
    throw new Error(
      `There are files in ${name} that no database knows. Choose an empty bucket or another prefix.`,
    );
  // The row comes first: if writing stops after it, the next start continues here.
  await store
    .insertInto('setting')
    .values({ name: storageSetting, value: `${row?.id ?? randomUUID()} ${name}` })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const id = (await pairedStorage(store))?.id ?? '';
  const bytes = Buffer.from(id);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const put = { method: 'PUT', key, headers: { 'if-none-match': '*' }, body: { bytes, sha256 } } as const;
  // Another process of the same service, or another service, may have been faster.
  await attempt(requests, 'write files', put, [412]);
  if ((await read()) !== id) throw foreign();
}

async function hasFiles(store: Store): Promise<boolean> {
  const [file, photo] = [
    await store.selectFrom('model_file').select('model_id').limit(1).executeTakeFirst(),
    await store.selectFrom('photo').select('photo_id').limit(1).executeTakeFirst(),
  ];
  return file !== undefined || photo !== undefined;
}
