/** `fabdesk accounts soap`: the SOAP credentials that an account holds besides its own. */
import type { Command } from 'commander';
import type { Account } from '../../../../src-shared/ipc/account.ts';
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import type { SoapAccess } from '../../../../src-shared/ipc/soap-access.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { findAccount } from '../app/find-account.ts';
import { readSecret } from '../app/read-secret.ts';
import { invoke } from '../app/surroundings.ts';
import { accountEntry } from '../app/with-account.ts';
import { withApp } from '../app/with-app.ts';
import { dataDirOf, usageError, withAppOptions } from '../input/options.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { labelled } from '../output/format.ts';
import { withHelp } from '../output/help.ts';
import type { Output } from '../output/output.ts';
import type { Registrar } from '../registrar.ts';

interface Options {
  readonly data?: string;
  readonly soapUser?: string;
  readonly soapAppId?: string;
  readonly soapUrl?: string;
  readonly remove?: true;
}

export function registerSoapAccess(accounts: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
  const command = accounts
    .command('soap')
    .description(t('cliHelp.accounts.soap.about'))
    .argument('[account]', t('cliHelp.accounts.accountOrSelected'))
    .option('--soap-user <name>', t('cliHelp.accounts.soap.user'))
    .option('--soap-app-id <id>', t('cliHelp.accounts.soap.appId'))
    .option('--soap-url <url>', t('cliHelp.accounts.soap.url'))
    .option('--remove', t('cliHelp.accounts.soap.remove'))
    .action(
      act(async (out, word: string | undefined, options: Options) => {
        const { soapUser, soapAppId, soapUrl, remove } = options;
        const isGiven = [soapUser, soapAppId, soapUrl].some((text) => text !== undefined);
        if (isGiven && (remove === true || soapUser === undefined)) throw usageError(ref('cli.soap.either'));
        const password = soapUser === undefined ? null : await readSecret('soapPassword', surroundings, out);
        return withApp(
          surroundings,
          dataDirOf(options, surroundings),
          out,
          async (client) => {
            const account = await accountOf(client, word);
            const given = { accountId: account.id };
            const credentials =
              soapUser === undefined || password === null
                ? null
                : {
                    username: soapUser,
                    password,
                    applicationId: soapAppId ?? '',
                    address: soapUrl ?? '',
                  };
            const access =
              credentials !== null || remove === true
                ? await invoke(client, 'accounts.setSoap', { ...given, credentials })
                : await invoke(client, 'accounts.soap', given);
            write(out, account, access);
            return exitCodes.ok;
          },
          { readOnly: true },
        );
      }),
    );
  withHelp(
    t,
    withAppOptions(t, command),
    [
      ['fabdesk accounts soap', t('cliHelp.accounts.soap.example')],
      [
        'fabdesk accounts soap Workshop --soap-user ada --soap-app-id desk',
        t('cliHelp.accounts.soap.exampleAdd'),
      ],
      ['fabdesk accounts soap Workshop --remove', t('cliHelp.accounts.soap.exampleRemove')],
    ],
    t('cliHelp.accounts.soap.more'),
  );
}

async function accountOf(client: AppClient, word: string | undefined): Promise<Account> {
  const name = word ?? (await invoke(client, 'app.status', {})).account.id;
  return findAccount(name, await invoke(client, 'accounts.list', {}));
}

function write(out: Output, account: Account, { credentials, usualAddress }: SoapAccess): void {
  const address = credentials?.address || usualAddress;
  if (out.json) {
    const { username = null, applicationId = null } = credentials ?? {};
    out.value({ account: accountEntry(account), username, applicationId, address });
    return;
  }
  const { t } = out;
  if (credentials === null) {
    out.line(t('cli.soap.none', { account: account.name }));
    return;
  }
  const rows: [string, string][] = [
    [t('cli.soap.account'), account.name],
    [t('cli.soap.user'), credentials.username],
    [t('cli.soap.appId'), credentials.applicationId],
    [t('cli.soap.address'), address],
  ];
  for (const line of labelled(rows)) out.line(line);
}
