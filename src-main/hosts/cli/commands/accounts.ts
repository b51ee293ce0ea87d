/** `fabdesk accounts`: the print services and applications through which orders can be placed. */
import type { Account } from '../../../../src-shared/ipc/account.ts';
import type { AppClient, AppContract } from '../../../../src-shared/ipc/contract.ts';
import type { CallInput } from '../../../../src-shared/ipc/wire.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { findAccount, namedOrSelected } from '../app/find-account.ts';
import { clientSecretName, paymentIdName, readSecret } from '../app/read-secret.ts';
import { invoke } from '../app/surroundings.ts';
import { type DataOptions, withApp } from '../app/with-app.ts';
import { type Commands, command, type Host, type OptionsOf } from '../declare.ts';
import { requireYes } from '../input/agree.ts';
import { appOptions, usageError } from '../input/options.ts';
import { writeTable } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import { soapCommands } from './soap-access.ts';

const newOptions = ['--url <url>', '--client-id <id>', '--name <name>'] as const;
type NewOption = (typeof newOptions)[number];

/** An application that is started only for these commands sends nothing of the queue. */
const withClient = <T>(host: Host, options: DataOptions, work: (client: AppClient) => Promise<T>) =>
  withApp(host, options, work, { readOnly: true });

const list = (host: Host, options: DataOptions): Promise<void> =>
  withClient(host, options, async (client) => {
    const { out } = host;
    const accounts = await invoke(client, 'accounts.list', {});
    const selected = await selectedId(client);
    out.report(accounts.map((account) => accountReport(account, selected)));
    writeAccounts(out, accounts, selected);
  });

/** Shows the page of the service and waits for the browser, or for the code that is typed. */
async function letUserSignIn(
  host: Host,
  client: AppClient,
  whose: Omit<CallInput<AppContract, 'accounts.signIn'>, 'redirect'>,
  isOob: boolean,
): Promise<void> {
  const { signal, out } = host;
  const redirect = isOob ? 'oob' : 'loopback';
  const started = await invoke(client, 'accounts.signIn', { ...whose, redirect });
  const { attemptId, opened, authorizeUrl } = started;
  const stop = () => void invoke(client, 'accounts.cancelSignIn', { attemptId }).catch(() => {});
  signal.addEventListener('abort', stop);
  try {
    out.note(out.t(opened ? 'cli.account.openedPage' : 'cli.account.openPage'));
    out.note(authorizeUrl);
    const code = isOob ? { code: await readCode(host) } : {};
    const account = await invoke(client, 'accounts.finishSignIn', { attemptId, ...code });
    return await done(client, account, 'signedIn', out);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

export const accountCommands: Commands = {
  accounts: command(
    { options: appOptions, examples: ['fabdesk accounts', 'fabdesk accounts use Workshop'] },
    list,
  ),
  'accounts list': command({ options: appOptions, examples: ['fabdesk accounts list --json'] }, list),
  'accounts add': command(
    {
      options: ['--url <url>!', '--client-id <id>!', '--name <name>', '--oauth1', '--oob', ...appOptions],
      examples: [
        'fabdesk accounts add --url https://api.example.com --client-id ID --name Workshop',
        'fabdesk accounts add --oauth1 --url https://api.example.com --client-id KEY',
      ],
    },
    async (host, options) => {
      const { url: baseUrl, clientId, oauth1, oob = false } = options;
      const { env, isTerminal, out } = host;
      if (oob && !oauth1) throw usageError(ref('cli.account.oobAlone'));
      if (oob && !isTerminal.stdin && !env[clientSecretName]) throw usageError(ref('cli.account.oobSecret'));
      const name = options.name ?? hostOf(baseUrl);
      const clientSecret = await readSecret('secret', host);
      const paymentVerificationId = env[paymentIdName] ?? '';
      return withClient(host, options, async (client) => {
        const input = { name, baseUrl, clientId, clientSecret, paymentVerificationId };
        if (oauth1) return letUserSignIn(host, client, { ...input, protocol: 'oauth1' }, oob);
        return done(client, await invoke(client, 'accounts.add', input), 'added', out);
      });
    },
  ),
  'accounts use': command(
    {
      takes: ['<account>'],
      options: appOptions,
      examples: ['fabdesk accounts use Workshop'],
      texts: { example: 'cliHelp.accounts.example2' },
    },
    (host, options, word) =>
      withClient(host, options, async (client) => {
        const account = await namedOrSelected(client, word);
        await invoke(client, 'accounts.select', { accountId: account.id });
        return done(client, account, 'used', host.out);
      }),
  ),
  'accounts sign-in': command(
    {
      takes: ['[account]'],
      options: [...newOptions, '--oob', ...appOptions],
      examples: [
        'fabdesk accounts sign-in Workshop',
        'fabdesk accounts sign-in --url https://api.example.com --client-id ID --oob',
      ],
    },
    (host, options, word) =>
      withClient(host, options, async (client) => {
        const whose =
          word === undefined
            ? newUser(options)
            : knownUser(findAccount(word, await invoke(client, 'accounts.list', {})));
        const { env } = host;
        const secrets = {
          ...(env[clientSecretName] && { clientSecret: env[clientSecretName] }),
          ...(env[paymentIdName] && { paymentVerificationId: env[paymentIdName] }),
        };
        return letUserSignIn(host, client, { ...whose, ...secrets }, options.oob === true);
      }),
  ),
  'accounts terms': command(
    {
      takes: ['[account]'],
      options: ['--accept', '--withdraw', ...appOptions],
      examples: ['fabdesk accounts terms', 'fabdesk accounts terms Workshop --accept'],
      texts: { account: 'cliHelp.accounts.accountOrSelected' },
    },
    async (host, { accept, withdraw, ...options }, word) => {
      if (accept && withdraw) throw usageError(ref('cli.consent.either'));
      return withClient(host, options, async (client) => {
        const found = await namedOrSelected(client, word);
        const given = accept === true;
        const account =
          given || withdraw
            ? await invoke(client, 'accounts.setConsent', { accountId: found.id, given })
            : found;
        host.out.report(accountReport(account, await selectedId(client)));
        writeTerms(host.out, account);
      });
    },
  ),
  ...soapCommands,
  'accounts remove': command(
    {
      takes: ['<account>'],
      options: ['--yes', ...appOptions],
      examples: ['fabdesk accounts remove Workshop'],
    },
    (host, options, word) =>
      withClient(host, options, async (client) => {
        const { out } = host;
        const { id, name } = await namedOrSelected(client, word);
        const question = ref('cli.account.removeQuestion', { account: name });
        await requireYes(host, options, question, ref('cli.account.notRemoved'));
        await invoke(client, 'accounts.remove', { accountId: id });
        out.report({ removed: { id, name } });
        out.line(out.t('cli.account.removed', { account: name }));
      }),
  ),
};

const selectedId = async (client: AppClient): Promise<string> =>
  (await invoke(client, 'app.status', {})).account.id;

async function done(
  client: AppClient,
  account: Account,
  what: 'added' | 'used' | 'signedIn',
  out: Output,
): Promise<void> {
  const selected = await selectedId(client);
  out.report(accountReport(account, selected));
  out.line(out.t(`cli.account.${what}`, { account: account.name }));
  if (account.secretStorage === 'session' && !account.isLocal)
    out.line(out.t(`settings.${account.userSignIn ? 'signIn' : 'secret'}.session`));
  if (what !== 'used' && account.id !== selected)
    out.line(out.t('cli.account.useNext', { account: account.name }));
}

function newUser({ url, clientId, name }: OptionsOf<NewOption>) {
  if (url === undefined || clientId === undefined) throw usageError(ref('cli.account.signInWhere'));
  return { baseUrl: url, clientId, name: name ?? hostOf(url) };
}

/** Only an account in which a user signs in; an application's account is added again. */
function knownUser({ id, name, baseUrl, clientId, userSignIn, protocol }: Account) {
  if (userSignIn === undefined) throw usageError(ref('cli.account.noSignIn', { account: name }));
  return { accountId: id, name, baseUrl, clientId, ...(protocol && { protocol }) };
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url).slice(0, 80);

async function readCode({ isTerminal, ask, readInput, out }: Host): Promise<string> {
  const typed = isTerminal.stdin ? await ask(`${out.t('cli.account.codeQuestion')} `) : await readInput?.();
  const code = (typed ?? '').trim();
  if (code === '') throw usageError(ref('cli.account.codeNeeded'));
  return code;
}

/**
 * How `fabdesk accounts` shows accounts, to people and to programs. For programs. Secrets are never included;
 * the application does not reveal them.
 */
const accountReport = (account: Account, selectedId: string): object => ({
  ...account,
  kind: account.userSignIn === undefined ? 'application' : 'user',
  selected: account.id === selectedId,
});

const writeAccounts = (out: Output, accounts: readonly Account[], selectedId: string): void =>
  writeTable(out, accounts, [
    ['', ({ id }) => (id === selectedId ? '*' : '')],
    ['quote.account', ({ name }) => name],
    ['cli.column.id', ({ id }) => id],
    ['cart.step.address', ({ isLocal, baseUrl }) => (isLocal ? out.t('cli.account.sandbox') : baseUrl)],
    ['cli.column.state', (account) => stateOf(account, out).join(' ')],
  ]);

/** The reasons why the account cannot be used, or that it is ready. */
function stateOf({ secretStorage, userSignIn, hasPaymentId, consentAt }: Account, { t }: Output): string[] {
  const missing = [
    ...(userSignIn === 'ended' ? [t('cli.account.signedOut')] : []),
    ...(userSignIn === undefined && secretStorage === 'missing' ? [t('cli.account.secretMissing')] : []),
    ...(hasPaymentId ? [] : [t('cli.account.noPayment')]),
    ...(consentAt === null ? [t('cli.account.noConsent')] : []),
  ];
  return missing.length === 0 ? [t('cli.account.ready')] : missing;
}

function writeTerms(out: Output, { name, consentAt }: Account): void {
  const { t } = out;
  if (consentAt === undefined) out.line(t('cli.consent.notNeeded', { account: name }));
  else if (consentAt === null) out.line(t('cli.consent.none', { account: name }));
  else out.line(t('jobs.consent.since', { account: name, time: consentAt }));
  out.line(t('jobs.consent.words'));
}
