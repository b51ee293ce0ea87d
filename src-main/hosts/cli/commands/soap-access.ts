/** `fabdesk accounts soap`: the SOAP credentials that an account holds besides its own. */
import type { Account } from '../../../../src-shared/ipc/account.ts';
import type { SoapAccess } from '../../../../src-shared/ipc/soap-access.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { namedOrSelected } from '../app/find-account.ts';
import { readSecret } from '../app/read-secret.ts';
import { invoke } from '../app/surroundings.ts';
import { accountEntry, withApp } from '../app/with-app.ts';
import { type Commands, command } from '../declare.ts';
import { appOptions, usageError } from '../input/options.ts';
import { writeRecord } from '../output/format.ts';
import type { Output } from '../output/output.ts';

export const soapCommands: Commands = {
  'accounts soap': command(
    {
      takes: ['[account]'],
      options: ['--soap-user <name>', '--soap-app-id <id>', '--soap-url <url>', '--remove', ...appOptions],
      examples: [
        'fabdesk accounts soap',
        'fabdesk accounts soap Workshop --soap-user ada --soap-app-id desk',
        'fabdesk accounts soap Workshop --remove',
      ],
      texts: { account: 'cliHelp.accounts.accountOrSelected' },
    },
    async (host, options, word) => {
      const { soapUser: username, soapAppId, soapUrl, remove } = options;
      const isGiven = [username, soapAppId, soapUrl].some((text) => text !== undefined);
      if (isGiven && (remove === true || username === undefined)) throw usageError(ref('cli.soap.either'));
      const credentials = username !== undefined && {
        username,
        password: await readSecret('soapPassword', host),
        applicationId: soapAppId ?? '',
        address: soapUrl ?? '',
      };
      return withApp(
        host,
        options,
        async (client) => {
          const account = await namedOrSelected(client, word);
          const accountId = account.id;
          const access =
            credentials || remove === true
              ? await invoke(client, 'accounts.setSoap', { accountId, credentials: credentials || null })
              : await invoke(client, 'accounts.soap', { accountId });
          write(host.out, account, access);
        },
        { readOnly: true },
      );
    },
  ),
};

function write(out: Output, account: Account, { credentials, usualAddress }: SoapAccess): void {
  const address = credentials?.address || usualAddress;
  const { username = null, applicationId = null } = credentials ?? {};
  out.report({ account: accountEntry(account), username, applicationId, address });
  if (credentials === null) out.line(out.t('cli.soap.none', { account: account.name }));
  else
    writeRecord(out, [
      ['cli.soap.account', account.name],
      ['cli.soap.user', credentials.username],
      ['cli.soap.appId', credentials.applicationId],
      ['cli.soap.address', address],
    ]);
}
