/** `fabdesk network`: whether the service of an account is reached, and by which way. */
import { invoke } from '../app/surroundings.ts';
import { accountEntry, withAccount } from '../app/with-app.ts';
import { type Commands, command } from '../declare.ts';
import { serviceOptions } from '../input/options.ts';
import { exitCodes } from '../output/exit-codes.ts';

export const networkCommands: Commands = {
  network: command(
    { options: serviceOptions, examples: ['fabdesk network', 'fabdesk network --account Workshop --json'] },
    (on, options) =>
      withAccount(on, options, async (client, account) => {
        const { out } = on;
        const report = await invoke(client, 'network.test', {});
        const { host, proxy, problem, issuer } = report;
        if (out.json) out.value({ account: accountEntry(account), ...report });
        else {
          const { t } = out;
          out.line(
            proxy === null
              ? t('settings.network.direct', { host })
              : t('settings.network.by', { host, proxy }),
          );
          if (problem === null) out.line(t('settings.network.works'));
          else out.line(problem.text ? out.say(problem.text) : problem.message);
          if (issuer !== null) out.line(t('settings.network.issuer', { issuer }));
        }
        return problem === null ? exitCodes.ok : exitCodes.network;
      }),
  ),
};
