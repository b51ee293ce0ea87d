/** `fabdesk status`: whether the service answers, how many calls the account has left, and what the queue does. */
import type { Command } from 'commander';
import { invoke } from '../app/surroundings.ts';
import { accountEntry, withAccount } from '../app/with-account.ts';
import { withServiceOptions } from '../input/options.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { labelled } from '../output/format.ts';
import { withHelp } from '../output/help.ts';
import type { Registrar } from '../registrar.ts';

interface Options {
  readonly data?: string;
  readonly account?: string;
  readonly seen?: true;
}

export function registerStatus(program: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
  const command = program
    .command('status')
    .description(t('cliHelp.status.about'))
    .option('--seen', t('cliHelp.status.seen'))
    .action(
      act(async (out, options: Options) =>
        withAccount(surroundings, options, out, async (client, account) => {
          const before = await invoke(client, 'app.status', {});
          const isRestarting = before.account.id === account.id && before.connection === 'connecting';
          if (isRestarting && before.text) out.note(out.say(before.text));
          // Fails where the service cannot be reached, which is the answer then.
          const rate = await invoke(client, 'accounts.rate', {});
          const { paused, queue, folder } = await invoke(client, 'app.status', {});
          // The local service has an address once it listens.
          const accounts = await invoke(client, 'accounts.list', {});
          const { baseUrl } = accounts.find(({ id }) => id === account.id) ?? account;
          const { orders } = folder?.notice ? await invoke(client, 'orders.sinceCopy', {}) : { orders: [] };
          if (options.seen) await invoke(client, 'app.dismissFolderNotice', {});
          if (out.json) {
            const unknownOrders = orders.map(({ orderId }) => orderId);
            const about = folder && { ...folder, unknownOrders };
            const facts = { account: accountEntry(account), baseUrl, rate, paused, queue };
            out.value({ ...facts, folder: about });
            return exitCodes.ok;
          }
          const { t: say } = out;
          const left = { remaining: rate.remaining, limit: rate.limit, minutes: rate.windowInSeconds / 60 };
          const rows: [string, string][] = [
            [say('cli.status.service'), baseUrl],
            [say('cli.status.calls'), say('cli.status.callsLeft', left)],
            [
              '',
              rate.retryAt === null
                ? say('cli.status.renewed', { time: rate.renewedAt })
                : say('cli.status.retryAt', { time: rate.retryAt }),
            ],
            [say('cli.status.queue'), say('cli.status.queueCounts', { ...queue })],
            ['', paused ? say('cli.status.paused') : ''],
            [say('settings.copies'), folder ? say(`settings.copies.${folder.keychain}`) : ''],
          ];
          for (const line of labelled(rows)) out.line(line);
          if (orders.length > 0) {
            const numbers = orders.map(({ orderId }) => orderId).join(', ');
            out.line(
              say('problems.ordersSinceCopy', {
                count: orders.length,
                account: account.name,
                orders: numbers,
              }),
            );
          }
          return exitCodes.ok;
        }),
      ),
    );
  withHelp(t, withServiceOptions(t, command), [
    ['fabdesk status', t('cliHelp.status.example')],
    ['fabdesk status --seen', t('cliHelp.status.exampleSeen')],
    ['fabdesk status --json --account Workshop', t('cliHelp.status.exampleJson')],
  ]);
}
