/** What the first start of a service makes, and every later one finds again in the database. */

import type { Store } from './store/dialect.ts';
import type { OAuth1Tokens } from './store/oauth1-tokens.ts';
import { openSealer, randomToken, type Sealer } from './store/secrets.ts';

/** All processes of a service have the same key: what one has sealed, the others open. */
export async function sealerOf(dataDir: string, store: Store): Promise<Sealer> {
  const name = 'service-key';
  const row = await store.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  const { mark, ...sealer } = openSealer(dataDir, row?.value ?? null);
  if (!row) await store.insertInto('setting').values({ name, value: mark }).execute();
  return sealer;
}

/** A value that is created at the first start and stored sealed, so that it can be shown again. */
async function storedSecret(
  store: Store,
  sealer: Sealer,
  name: string,
  make: () => Promise<string>,
): Promise<string> {
  const row = await store.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  if (row) return sealer.unseal(row.value);
  const secret = await make();
  await store
    .insertInto('setting')
    .values({ name, value: sealer.seal(secret) })
    .execute();
  return secret;
}

export const operatorKeyOf = (store: Store, sealer: Sealer): Promise<string> =>
  storedSecret(store, sealer, 'operator-key', async () => randomToken(32));

export async function ownerOAuth1Of(
  store: Store,
  sealer: Sealer,
  tokens: OAuth1Tokens,
  clientId: string,
  accountId: number,
): Promise<{ token: string; secret: string }> {
  const kept = await storedSecret(store, sealer, 'owner-oauth1', async () => {
    const { token, secret } = await tokens.issueAccessToken(clientId, accountId);
    return `${token} ${secret}`;
  });
  const [token = '', secret = ''] = kept.split(' ');
  return { token, secret };
}
