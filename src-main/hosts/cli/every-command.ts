/** All commands, in the order in which the help shows them. */

import { registerAccounts } from './commands/accounts.ts';
import { registerCatalog } from './commands/catalog.ts';
import { registerCheck } from './commands/check.ts';
import { registerCompare } from './commands/compare.ts';
import { registerDiagnostics } from './commands/diagnostics.ts';
import { registerHollow } from './commands/hollow.ts';
import { registerLicenses } from './commands/licenses.ts';
import { registerModels } from './commands/models.ts';
import { registerOpen } from './commands/open.ts';
import { registerOrder } from './commands/order.ts';
import { registerOrders } from './commands/orders.ts';
import { registerQueue } from './commands/queue.ts';
import { registerQuote } from './commands/quote.ts';
import { registerRepair } from './commands/repair.ts';
import { registerService } from './commands/service.ts';
import { registerStatus } from './commands/status.ts';
import { registerUpload } from './commands/upload.ts';
import { registerWatch } from './commands/watch.ts';
import type { Register } from './registrar.ts';

export const everyCommand: readonly Register[] = [
  registerCheck,
  registerRepair,
  registerCompare,
  registerHollow,
  registerOpen,
  registerCatalog,
  registerQuote,
  registerWatch,
  registerUpload,
  registerModels,
  registerOrder,
  registerOrders,
  registerQueue,
  registerStatus,
  registerAccounts,
  registerService,
  registerDiagnostics,
  registerLicenses,
];
