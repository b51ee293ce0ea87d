/**
 * The whole interface between the application (src-main/app.ts) and its hosts (the window, the command line),
 * as data. `wire.ts` derives the types of both ends from it.
 */
import { z } from 'zod';
import { jobSchema } from '../jobs/job.ts';
import { statusSchema } from './app-status.ts';
import { accountsCalls } from './calls/accounts.ts';
import { appCalls } from './calls/app.ts';
import { cadCalls } from './calls/cad.ts';
import { libraryCalls } from './calls/library.ts';
import { networkCalls } from './calls/network.ts';
import { ordersCalls } from './calls/orders.ts';
import { pricesCalls } from './calls/prices.ts';
import { queueCalls } from './calls/queue.ts';
import { quotesCalls } from './calls/quotes.ts';
import { accountId, id } from './ids.ts';
import { appErrorSchema } from './result-schema.ts';
import { settingsSchema } from './settings.ts';
import type { CallName, Client, Contract } from './wire.ts';
import { workspaceOpSchema } from './workspace-ops.ts';

export const contract = {
  calls: {
    ...appCalls,
    ...accountsCalls,
    ...networkCalls,
    ...pricesCalls,
    ...cadCalls,
    ...quotesCalls,
    ...libraryCalls,
    ...queueCalls,
    ...ordersCalls,
  },
  events: {
    status: statusSchema,
    /** The current state of a job, including new ones. */
    job: jobSchema,
    /** Bytes of a running upload. */
    progress: z.object({ jobId: id, sent: z.int(), total: z.int() }),
    settings: settingsSchema,
    /**
     * The cause of this revision of the workspace. `windowId` and `sequence`: the window that changed it, and
     * the last of its changes in here; null: the application did.
     */
    workspace: z.object({
      revision: z.int(),
      windowId: id.nullable(),
      sequence: z.int().nullable(),
      ops: z.array(workspaceOpSchema),
    }),
    /** The accounts or their sign-ins have changed; `accounts.list` has them. */
    accounts: z.object({}),
    /** There are notifications for the system; `app.takeNews` hands them over. */
    news: z.object({}),
    /**
     * Files were opened from outside; `app.takeOpened` hands them over. `failed`: why others could not be.
     */
    opened: z.object({ failed: z.array(appErrorSchema) }),
  },
} as const satisfies Contract;

export type AppContract = typeof contract;

export type AppClient = Client<AppContract>;

/** Whether the call concerns the service of one account, which its input may name. */
export function takesAccount(name: CallName<AppContract>): boolean {
  const { input } = contract.calls[name];
  const fields = input instanceof z.ZodPrefault ? input.unwrap() : input;
  return fields instanceof z.ZodObject && 'accountId' in fields.shape && fields.shape.accountId === accountId;
}
