/** `fabdesk mcp`: the application for agents (hosts/mcp), whose packages only this command loads. */
import { ref } from '../../../../src-shared/messages/messages.ts';
import { type Commands, command } from '../declare.ts';
import { serviceOptions, usageError } from '../input/options.ts';

export const mcpCommands: Commands = {
  mcp: command(
    {
      options: ['--folder <dir>*', ...serviceOptions],
      examples: ['fabdesk mcp --folder ~/parts', 'fabdesk mcp --folder ~/parts --account Workshop'],
    },
    async (host, { folder, data, account }) => {
      if (host.isTerminal.stdin) throw usageError(ref('cli.mcp.noAgent'));
      const { serveMcp } = await import('../../mcp/serve.ts');
      const options = { ...(data !== undefined && { data }), ...(account !== undefined && { account }) };
      await serveMcp(host, { options, ...(folder && { folder }) });
    },
  ),
};
