/**
 * `fabdesk status` and `fabdesk network`: whether the service answers, how many calls the account has left,
 * and what the queue does.
 */
import { invoke } from '../app/surroundings.ts';
import { accountEntry, withAccount } from '../app/with-app.ts';
import { type Commands, command } from '../declare.ts';
import { serviceOptions } from '../input/options.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { writeRecord } from '../output/format.ts';

export const statusCommands: Commands = {
  status: command(
    {
      options: ['--seen', ...serviceOptions],
      examples: ['fabdesk status', 'fabdesk status --seen', 'fabdesk status --json --account Workshop'],
    },
    async (host, options) =>
      withAccount(host, options, async (client, account) => {
        const { out } = host;
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
        const unknownOrders = orders.map(({ orderId }) => orderId);
        const about = folder && { ...folder, unknownOrders };
        out.report({ account: accountEntry(account), baseUrl, rate, paused, queue, folder: about });
        const { t } = out;
        const left = { remaining: rate.remaining, limit: rate.limit, minutes: rate.windowInSeconds / 60 };
        const renewal =
          rate.retryAt === null
            ? t('cli.status.renewed', { time: rate.renewedAt })
            : t('cli.status.retryAt', { time: rate.retryAt });
        writeRecord(out, [
          ['quote.service', baseUrl],
          ['cli.status.calls', t('cli.status.callsLeft', left)],
          ['', renewal],
          ['shell.screen.queue', t('cli.status.queueCounts', { ...queue })],
          ['', paused ? t('cli.status.paused') : ''],
          ['settings.copies', folder ? t(`settings.copies.${folder.keychain}`) : ''],
        ]);
        if (orders.length > 0) {
          const numbers = unknownOrders.join(', ');
          const unknown = { count: orders.length, account: account.name, orders: numbers };
          out.line(t('problems.ordersSinceCopy', unknown));
        }
      }),
  ),
};

/** Whether the service of an account is reached, and by which way. */
export const networkCommands: Commands = {
  network: command(
    { options: serviceOptions, examples: ['fabdesk network', 'fabdesk network --account Workshop --json'] },
    (on, options) =>
      withAccount(on, options, async (client, account) => {
        const { out } = on;
        const { t } = out;
        const report = await invoke(client, 'network.test', {});
        const { host, proxy, problem, issuer } = report;
        out.report({ account: accountEntry(account), ...report });
        out.line(
          proxy === null ? t('settings.network.direct', { host }) : t('settings.network.by', { host, proxy }),
        );
        if (problem === null) out.line(t('settings.network.works'));
        else out.line(problem.text ? out.say(problem.text) : problem.message);
        if (issuer !== null) out.line(t('settings.network.issuer', { issuer }));
        return problem === null ? exitCodes.ok : exitCodes.network;
      }),
  ),
};
