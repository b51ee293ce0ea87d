/**
 * The whole interface between the application (src-main/app.ts) and its hosts (the window, the command line), as
 * data. `wire.ts` derives the types of both ends from it.
 */
import { z } from 'zod';
import { jobSchema } from '../jobs/job.ts';
import { statusSchema } from './app-status.ts';
import { accountsCalls } from './calls/accounts.ts';
import { appCalls } from './calls/app.ts';
import { libraryCalls } from './calls/library.ts';
import { ordersCalls } from './calls/orders.ts';
import { pricesCalls } from './calls/prices.ts';
import { queueCalls } from './calls/queue.ts';
import { quotesCalls } from './calls/quotes.ts';
import { id } from './ids.ts';
import { settingsSchema } from './settings.ts';
import type { Client, Contract } from './wire.ts';
import { workspaceOpSchema } from './workspace-ops.ts';

export const contract = {
  calls: {
    ...appCalls,
    ...accountsCalls,
    ...pricesCalls,
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
     * What brought the workspace to this revision. `windowId` and `sequence`: the window that changed it, and the last
     * of its changes in here; null: the application did.
     */
    workspace: z.object({
      revision: z.int(),
      windowId: id.nullable(),
      sequence: z.int().nullable(),
      ops: z.array(workspaceOpSchema),
    }),
    /** The accounts or their sign-ins have changed; `accounts.list` has them. */
    accounts: z.object({}),
    /** Files were opened from outside (command line, file manager); `app.takeOpened` hands them over. */
    opened: z.object({}),
  },
} as const satisfies Contract;

export type AppContract = typeof contract;

/** Calls about the service of one account; their input may name the account. */
export const accountCalls = [
  'accounts.rate',
  'catalog.get',
  'price.quote',
  'price.estimate',
  'library.list',
  'library.remove',
  'library.show',
  'library.versions',
  'library.edit',
  'library.addFile',
  'library.addPhoto',
  'library.addToCart',
  'library.cart',
  'library.customise',
  'library.download',
  'library.prepare',
  'queue.enqueueUpload',
  'queue.placeOrder',
  'orders.list',
  'orders.sinceCopy',
  'orders.shippingPrices',
  'orders.openReceipt',
  'orders.cancel',
  'orders.reprint',
] as const satisfies readonly (keyof AppContract['calls'])[];
export type AppClient = Client<AppContract>;
