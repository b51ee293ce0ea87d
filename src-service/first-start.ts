/** The owner and the keys of a service: created at its first start, and the same ever after. */
import type { DataOptions } from './data.ts';
import type { ServiceOptions } from './service.ts';
import { type Account, Accounts } from './store/accounts.ts';
import { Applications, type IssuedApplication } from './store/applications.ts';
import type { Store } from './store/dialect.ts';
import { OAuth1Tokens } from './store/oauth1-tokens.ts';
import type { Processes } from './store/processes.ts';
import { openSealer, randomToken, type Sealer } from './store/secrets.ts';
import { addSetting, readSetting } from './store/settings.ts';

const ownerApplication = 'Print service owner';

/** Redirect addresses of the first application: loopback addresses with any port, or the screen. */
const ownerRedirectUris = [
  'oob',
  'http://127.0.0.1/callback',
  'http://localhost/callback',
  'http://127.0.0.1/',
  'http://localhost/',
];

export interface Identity {
  readonly accounts: Accounts;
  readonly applications: Applications;
  readonly oauth1Tokens: OAuth1Tokens;
  /** The account that belongs to the data. */
  readonly owner: Account & { readonly password: string };
  /** Its application. */
  readonly credentials: IssuedApplication;
  /** Its OAuth 1.0 access token. */
  readonly oauth1: { readonly token: string; readonly secret: string };
  readonly operatorKey: string;
}

export async function openIdentity(
  options: ServiceOptions,
  store: Store,
  processes: Processes,
  clock: DataOptions['clock'],
): Promise<Identity> {
  const sealer = await sealerOf(options.dataDir, store);
  const accounts = new Accounts(store, sealer, clock);
  const applications = new Applications(store, sealer, clock, {
    ...(options.tokenSeconds !== undefined && { tokenSeconds: options.tokenSeconds }),
    remembers: !processes.areSeveral,
  });
  const owner = await accounts.owner();
  const credentials =
    (await applications.sealedCredentials(ownerApplication)) ??
    (await applications.issue(owner.accountId, ownerApplication, {
      sealSecret: true,
      redirectUris: ownerRedirectUris,
      maySendMetadata: true,
      ...options.provision,
    }));
  await applications.addRedirectUris(credentials.client_id, options.redirectUris ?? []);
  const oauth1Tokens = new OAuth1Tokens(store, sealer, clock);
  const oauth1 = await storedSecret(store, sealer, 'owner-oauth1', async () => {
    const made = await oauth1Tokens.issueAccessToken(credentials.client_id, owner.accountId);
    return `${made.token} ${made.secret}`;
  });
  const [token = '', secret = ''] = oauth1.split(' ');
  return {
    accounts,
    applications,
    oauth1Tokens,
    owner,
    credentials,
    oauth1: { token, secret },
    operatorKey: await storedSecret(store, sealer, 'operator-key', async () => randomToken(32)),
  };
}

/** All processes of a service have the same key: what one has sealed, the others open. */
async function sealerOf(dataDir: string, store: Store): Promise<Sealer> {
  const known = await readSetting(store, 'service-key');
  const { mark, ...sealer } = openSealer(dataDir, known);
  if (known === null) await addSetting(store, 'service-key', mark);
  return sealer;
}

/** A value that is created at the first start and stored sealed, so that it can be shown again. */
async function storedSecret(
  store: Store,
  sealer: Sealer,
  name: string,
  make: () => Promise<string>,
): Promise<string> {
  const sealed = await readSetting(store, name);
  if (sealed !== null) return sealer.unseal(sealed);
  const secret = await make();
  await addSetting(store, name, sealer.seal(secret));
  return secret;
}
