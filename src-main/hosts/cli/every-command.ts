/** All commands, in the order in which the help shows them. */
import { accountCommands } from './commands/accounts.ts';
import { callCommands } from './commands/call.ts';
import { catalogCommands } from './commands/catalog.ts';
import { checkCommands } from './commands/check.ts';
import { compareCommands } from './commands/compare.ts';
import { connectCommands } from './commands/connect.ts';
import { diagnosticsCommands, licensesCommands } from './commands/diagnostics.ts';
import { hollowCommands } from './commands/hollow.ts';
import { mcpCommands } from './commands/mcp.ts';
import { modelCommands } from './commands/models.ts';
import { openCommands } from './commands/open.ts';
import { orderCommands } from './commands/order.ts';
import { ordersCommands } from './commands/orders.ts';
import { queueCommands } from './commands/queue.ts';
import { quoteCommands } from './commands/quote.ts';
import { repairCommands } from './commands/repair.ts';
import { serviceCommands } from './commands/service.ts';
import { networkCommands, statusCommands } from './commands/status.ts';
import { uploadCommands } from './commands/upload.ts';
import { watchCommands } from './commands/watch.ts';
import type { Commands } from './declare.ts';

export const everyCommand: Commands = {
  ...checkCommands,
  ...repairCommands,
  ...compareCommands,
  ...hollowCommands,
  ...openCommands,
  ...connectCommands,
  ...catalogCommands,
  ...quoteCommands,
  ...watchCommands,
  ...uploadCommands,
  ...modelCommands,
  ...orderCommands,
  ...ordersCommands,
  ...queueCommands,
  ...statusCommands,
  ...accountCommands,
  ...networkCommands,
  ...serviceCommands,
  ...callCommands,
  ...mcpCommands,
  ...diagnosticsCommands,
  ...licensesCommands,
};
