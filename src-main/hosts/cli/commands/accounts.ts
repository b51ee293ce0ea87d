/** `fabdesk accounts`: the print services and applications through which orders can be placed. */
import type { Command } from 'commander';
import type { Account } from '../../../../src-shared/ipc/account.ts';
import type { AppClient, AppContract } from '../../../../src-shared/ipc/contract.ts';
import type { CallInput } from '../../../../src-shared/ipc/wire.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { mainError } from '../../../main-error.ts';
import { findAccount } from '../app/find-account.ts';
import { clientSecretName, paymentIdName, readClientSecret } from '../app/read-secret.ts';
import { invoke, type Surroundings } from '../app/surroundings.ts';
import { withApp } from '../app/with-app.ts';
import { agrees } from '../input/agree.ts';
import { dataDirOf, usageError, withAppOptions } from '../input/options.ts';
import { accountReport, writeAccounts, writeTerms } from '../output/accounts-report.ts';
import { type ExitCode, exitCodes } from '../output/exit-codes.ts';
import { withHelp } from '../output/help.ts';
import type { Output } from '../output/output.ts';
import type { Registrar } from '../registrar.ts';
import { registerSoapAccess } from './soap-access.ts';

interface Options {
  readonly data?: string;
}
interface NewOptions extends Options {
  readonly url?: string;
  readonly clientId?: string;
  readonly name?: string;
}
interface SignInOptions extends NewOptions {
  readonly oob?: true;
}
interface AddOptions extends SignInOptions {
  readonly url: string;
  readonly clientId: string;
  readonly oauth1?: true;
}
interface TermsOptions extends Options {
  readonly accept?: true;
  readonly withdraw?: true;
}

export function registerAccounts(program: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
  /** An application that is started only for these commands sends nothing of the queue. */
  const withClient = <T>(
    options: Options,
    out: Output,
    work: (client: AppClient) => Promise<T>,
  ): Promise<T> => withApp(surroundings, dataDirOf(options, surroundings), out, work, { readOnly: true });
  const onAccount = <O extends Options>(
    work: (client: AppClient, account: Account, options: O, out: Output) => Promise<ExitCode>,
  ) =>
    act(async (out, word: string, options: O) =>
      withClient(options, out, async (client) =>
        work(client, findAccount(word, await invoke(client, 'accounts.list', {})), options, out),
      ),
    );
  /** Shows the page of the service and waits for the browser, or for the code that is typed. */
  async function letUserSignIn(
    client: AppClient,
    whose: Omit<CallInput<AppContract, 'accounts.signIn'>, 'redirect'>,
    { oob }: SignInOptions,
    out: Output,
  ): Promise<ExitCode> {
    const { signal } = surroundings;
    const redirect = oob === true ? 'oob' : 'loopback';
    const { attemptId, opened, authorizeUrl } = await invoke(client, 'accounts.signIn', {
      ...whose,
      redirect,
    });
    const stop = () => void invoke(client, 'accounts.cancelSignIn', { attemptId }).catch(() => {});
    signal.addEventListener('abort', stop);
    try {
      out.note(out.t(opened ? 'cli.account.openedPage' : 'cli.account.openPage'));
      out.note(authorizeUrl);
      const code = oob === true ? { code: await readCode(surroundings, out) } : {};
      const account = await invoke(client, 'accounts.finishSignIn', { attemptId, ...code });
      return await done(client, account, 'signedIn', out);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
  const list = act(async (out, options: Options) =>
    withClient(options, out, async (client) => {
      const accounts = await invoke(client, 'accounts.list', {});
      const selected = await selectedId(client);
      if (out.json) out.value(accounts.map((account) => accountReport(account, selected)));
      else writeAccounts(out, accounts, selected);
      return exitCodes.ok;
    }),
  );

  const accounts = program
    .command('accounts')
    .description(t('cliHelp.accounts.about'))
    .enablePositionalOptions()
    .action(list);
  withHelp(t, withAppOptions(t, accounts), [
    ['fabdesk accounts', t('cliHelp.accounts.example')],
    ['fabdesk accounts use Workshop', t('cliHelp.accounts.exampleUse')],
  ]);

  const listing = accounts.command('list').description(t('cliHelp.accounts.about')).action(list);
  withHelp(t, withAppOptions(t, listing), [['fabdesk accounts list --json', t('cliHelp.accounts.example')]]);

  const add = accounts
    .command('add')
    .description(t('cliHelp.accounts.add.about'))
    .requiredOption('--url <url>', t('cliHelp.accounts.url'))
    .requiredOption('--client-id <id>', t('cliHelp.accounts.clientId'))
    .option('--name <name>', t('cliHelp.accounts.name'))
    .option('--oauth1', t('cliHelp.accounts.add.oauth1'))
    .option('--oob', t('cliHelp.accounts.add.oob'))
    .action(
      act(async (out, options: AddOptions) => {
        const { url: baseUrl, clientId, oauth1, oob } = options;
        const { env, isTerminal } = surroundings;
        if (oob && !oauth1) throw usageError(ref('cli.account.oobAlone'));
        if (oob && !isTerminal.stdin && !env[clientSecretName])
          throw usageError(ref('cli.account.oobSecret'));
        const name = options.name ?? hostOf(baseUrl);
        const clientSecret = await readClientSecret(surroundings, out);
        const paymentVerificationId = env[paymentIdName] ?? '';
        return withClient(options, out, async (client) => {
          const input = { name, baseUrl, clientId, clientSecret, paymentVerificationId };
          if (oauth1) return letUserSignIn(client, { ...input, protocol: 'oauth1' }, options, out);
          const account = await invoke(client, 'accounts.add', input);
          return done(client, account, 'added', out);
        });
      }),
    );
  withHelp(
    t,
    withAppOptions(t, add),
    [
      [
        'fabdesk accounts add --url https://api.example.com --client-id ID --name Workshop',
        t('cliHelp.accounts.add.example'),
      ],
      [
        'fabdesk accounts add --oauth1 --url https://api.example.com --client-id KEY',
        t('cliHelp.accounts.add.exampleOAuth1'),
      ],
    ],
    t('cliHelp.accounts.add.more'),
  );

  const use = accounts
    .command('use')
    .description(t('cliHelp.accounts.use.about'))
    .argument('<account>', t('cliHelp.accounts.account'))
    .action(
      onAccount(async (client, account, _options, out) => {
        await invoke(client, 'accounts.select', { accountId: account.id });
        return done(client, account, 'used', out);
      }),
    );
  withHelp(t, withAppOptions(t, use), [['fabdesk accounts use Workshop', t('cliHelp.accounts.exampleUse')]]);

  const signIn = accounts
    .command('sign-in')
    .description(t('cliHelp.accounts.signIn.about'))
    .argument('[account]', t('cliHelp.accounts.account'))
    .option('--url <url>', t('cliHelp.accounts.url'))
    .option('--client-id <id>', t('cliHelp.accounts.clientId'))
    .option('--name <name>', t('cliHelp.accounts.name'))
    .option('--oob', t('cliHelp.accounts.signIn.oob'))
    .action(
      act(async (out, word: string | undefined, options: SignInOptions) =>
        withClient(options, out, async (client) => {
          const whose =
            word === undefined
              ? newUser(options)
              : knownUser(findAccount(word, await invoke(client, 'accounts.list', {})));
          const { env } = surroundings;
          const secrets = {
            ...(env[clientSecretName] && { clientSecret: env[clientSecretName] }),
            ...(env[paymentIdName] && { paymentVerificationId: env[paymentIdName] }),
          };
          return letUserSignIn(client, { ...whose, ...secrets }, options, out);
        }),
      ),
    );
  withHelp(
    t,
    withAppOptions(t, signIn),
    [
      ['fabdesk accounts sign-in Workshop', t('cliHelp.accounts.signIn.example')],
      [
        'fabdesk accounts sign-in --url https://api.example.com --client-id ID --oob',
        t('cliHelp.accounts.signIn.exampleNew'),
      ],
    ],
    t('cliHelp.accounts.signIn.more'),
  );

  const terms = accounts
    .command('terms')
    .description(t('cliHelp.accounts.terms.about'))
    .argument('[account]', t('cliHelp.accounts.accountOrSelected'))
    .option('--accept', t('cliHelp.accounts.terms.accept'))
    .option('--withdraw', t('cliHelp.accounts.terms.withdraw'))
    .action(
      act(async (out, word: string | undefined, { accept, withdraw, ...options }: TermsOptions) => {
        if (accept === true && withdraw === true) throw usageError(ref('cli.consent.either'));
        return withClient(options, out, async (client) => {
          const all = await invoke(client, 'accounts.list', {});
          const found = findAccount(word ?? (await selectedId(client)), all);
          const account =
            accept === true || withdraw === true
              ? await invoke(client, 'accounts.setConsent', {
                  accountId: found.id,
                  given: accept === true,
                })
              : found;
          if (out.json) out.value(accountReport(account, await selectedId(client)));
          else writeTerms(out, account);
          return exitCodes.ok;
        });
      }),
    );
  withHelp(t, withAppOptions(t, terms), [
    ['fabdesk accounts terms', t('cliHelp.accounts.terms.example')],
    ['fabdesk accounts terms Workshop --accept', t('cliHelp.accounts.terms.exampleAccept')],
  ]);

  registerSoapAccess(accounts, registrar);

  const remove = accounts
    .command('remove')
    .description(t('cliHelp.accounts.remove.about'))
    .argument('<account>', t('cliHelp.accounts.account'))
    .option('--yes', t('cliHelp.any.yes'))
    .action(
      onAccount(async (client, account, options: Options & { yes?: true }, out) => {
        const question = ref('cli.account.removeQuestion', { account: account.name });
        const agreed =
          options.yes === true ||
          (surroundings.isTerminal.stdin && (await agrees(surroundings, out, question)));
        if (!agreed) throw mainError('confirmation-needed', ref('cli.account.notRemoved'));
        await invoke(client, 'accounts.remove', { accountId: account.id });
        if (out.json) out.value({ removed: { id: account.id, name: account.name } });
        else out.line(out.t('cli.account.removed', { account: account.name }));
        return exitCodes.ok;
      }),
    );
  withHelp(t, withAppOptions(t, remove), [
    ['fabdesk accounts remove Workshop', t('cliHelp.accounts.remove.example')],
  ]);
}

const selectedId = async (client: AppClient): Promise<string> =>
  (await invoke(client, 'app.status', {})).account.id;

async function done(
  client: AppClient,
  account: Account,
  what: 'added' | 'used' | 'signedIn',
  out: Output,
): Promise<ExitCode> {
  const selected = await selectedId(client);
  if (out.json) out.value(accountReport(account, selected));
  else {
    out.line(out.t(`cli.account.${what}`, { account: account.name }));
    if (account.secretStorage === 'session' && !account.isLocal)
      out.line(out.t(`settings.${account.userSignIn ? 'signIn' : 'secret'}.session`));
    if (what !== 'used' && account.id !== selected)
      out.line(out.t('cli.account.useNext', { account: account.name }));
  }
  return exitCodes.ok;
}

function newUser({ url, clientId, name }: NewOptions) {
  if (url === undefined || clientId === undefined) throw usageError(ref('cli.account.signInWhere'));
  return { baseUrl: url, clientId, name: name ?? hostOf(url) };
}

/** Only an account in which a user signs in; an application's account is added again. */
function knownUser({ id, name, baseUrl, clientId, userSignIn, protocol }: Account) {
  if (userSignIn === undefined) throw usageError(ref('cli.account.noSignIn', { account: name }));
  return { accountId: id, name, baseUrl, clientId, ...(protocol && { protocol }) };
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url).slice(0, 80);

async function readCode(surroundings: Surroundings, out: Output): Promise<string> {
  const typed = surroundings.isTerminal.stdin
    ? await surroundings.ask(`${out.t('cli.account.codeQuestion')} `)
    : await surroundings.readInput?.();
  const code = (typed ?? '').trim();
  if (code === '') throw usageError(ref('cli.account.codeNeeded'));
  return code;
}
