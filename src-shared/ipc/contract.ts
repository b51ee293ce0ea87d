/**
 * The whole interface between the application (src-main/app.ts) and its hosts (the window, the command line), as
 * data. `wire.ts` derives the types of both ends from it.
 */
import { z } from 'zod';
import { modelDetailsSchema } from '../api/model-details.ts';
import { modelListEntrySchema } from '../api/models.ts';
import { operatorActionSchema, operatorStateSchema } from '../api/operator.ts';
import { orderFiltersSchema } from '../api/order-filters.ts';
import { priceGeometrySchema } from '../api/price.ts';
import { shippingPriceSchema } from '../api/shipping-prices.ts';
import { jobSchema } from '../jobs/job.ts';
import { messageRefSchema } from '../messages/schema.ts';
import { accountSchema, newAccountSchema } from './account.ts';
import { appInfoSchema, statusSchema } from './app-status.ts';
import { catalogSchema } from './catalog.ts';
import { fileVersionSchema } from './file-version.ts';
import { accountId, id, requestDigest, requestKey } from './ids.ts';
import { modelViewSchema } from './model-view.ts';
import { orderCountsSchema, orderViewSchema } from './order-view.ts';
import { placeOrderSchema } from './place-order.ts';
import { estimatesSchema, quoteSchema } from './quote.ts';
import { rateSchema } from './rate.ts';
import { settingsSchema } from './settings.ts';
import { signInSchema, startedSignInSchema } from './sign-in.ts';
import { newSoapCredentialsSchema, soapAccessSchema } from './soap-access.ts';
import { spooledFileSchema } from './spooled-file.ts';
import { type Client, type Contract, call } from './wire.ts';
import { workspaceSchema } from './workspace.ts';
import { windowOpSchema, workspaceOpSchema } from './workspace-ops.ts';

const nothing = z.object({}).prefault({});
const done = z.object({});
const jobId = z.object({ jobId: id });
/** A model, and its title as it was shown. */
const modelNamed = { accountId, modelId: z.int().nonnegative(), title: z.string().max(255) };

export const contract = {
  calls: {
    'app.info': call(nothing, appInfoSchema),
    'app.status': call(nothing, statusSchema),
    /**
     * A second start asks this of the running application: import these files, keep them for the window as in
     * `app.takeOpened`, and come to the front.
     */
    'app.open': call(
      z.object({ paths: z.array(z.string().min(1).max(4096)).max(200).default([]) }).prefault({}),
      z.object({
        files: z.array(spooledFileSchema),
        /** Paths that could not be imported, and why. */
        failed: z.array(z.object({ path: z.string(), message: z.string() })),
        /** Address at which the browser host shows the app; null if the host has a window of its own. */
        address: z.string().nullable(),
      }),
    ),
    /** Files that were opened from outside and wait for a window. Each is handed over once. */
    'app.takeOpened': call(nothing, z.array(spooledFileSchema)),
    /** Stops or resumes everything that leaves this machine. */
    'app.setPaused': call(z.object({ paused: z.boolean() }), done),

    /** A person has read what the status says about the data folder. */
    'app.dismissFolderNotice': call(nothing, done),

    'settings.get': call(nothing, settingsSchema),
    'settings.set': call(settingsSchema.partial(), settingsSchema),

    'workspace.get': call(nothing, workspaceSchema),
    /**
     * Applies the changes of a window in their order, and answers when they are durable, with the revision that has
     * them. `windowId` names the window for as long as it is loaded, `sequence` counts its changes: one that was
     * applied before is skipped, so a window may send again whatever was not answered.
     */
    'workspace.apply': call(
      z.object({
        windowId: id,
        changes: z
          .array(z.object({ sequence: z.int().positive(), op: windowOpSchema }))
          .min(1)
          .max(1000),
      }),
      z.object({ revision: z.int() }),
    ),

    'accounts.list': call(nothing, z.array(accountSchema)),
    /** Tries the credentials at the service first. Fails with `credentials-refused` or `network`. */
    'accounts.add': call(newAccountSchema, accountSchema),
    /** Starts a user's sign-in, which `accounts.finishSignIn` ends. */
    'accounts.signIn': call(signInSchema, startedSignInSchema),
    /**
     * Answers when the user has signed in: immediately with the code of `oob`, or when the browser has returned.
     * Fails with `sign-in-denied`, `sign-in-refused`, `sign-in-timeout`, `code-refused` (another code may be
     * given), `credentials-refused`, `cancelled`, `not-found`.
     */
    'accounts.finishSignIn': call(
      z.object({ attemptId: id, code: z.string().trim().min(1).max(2048).optional() }),
      accountSchema,
    ),
    /** Stops waiting; does nothing if the sign-in is over. */
    'accounts.cancelSignIn': call(z.object({ attemptId: id }), done),
    /** Confirms rights and terms for the account, so that waiting jobs continue, or withdraws that. */
    'accounts.setConsent': call(z.object({ accountId: id, given: z.boolean() }), accountSchema),
    'accounts.select': call(z.object({ accountId: id }), done),
    /**
     * Deletes the secrets and tokens of the account. Fails with `account-busy` while it has jobs that are not
     * final.
     */
    'accounts.remove': call(z.object({ accountId: id }), done),

    /** The SOAP credentials that the account holds besides its own. */
    'accounts.soap': call(z.object({ accountId: id }), soapAccessSchema),
    /**
     * Logs in with the credentials first, then stores them. Null: removes them. Fails with `soap-refused`,
     * `bad-address`, `network`.
     */
    'accounts.setSoap': call(
      z.object({
        accountId: id,
        credentials: newSoapCredentialsSchema.nullable(),
      }),
      soapAccessSchema,
    ),

    /** Asks the service how many calls the account has left. */
    'accounts.rate': call(z.object({ accountId }).prefault({}), rateSchema),

    'catalog.get': call(
      z.object({ accountId, refresh: z.boolean().default(false) }).prefault({}),
      catalogSchema,
    ),
    'price.quote': call(
      z.object({ accountId, geometry: priceGeometrySchema, materials: z.array(z.int()).default([]) }),
      quoteSchema,
    ),
    /**
     * What a part that was never priced may cost, from the cached prices of other parts. Asks nobody: for where
     * `price.quote` cannot.
     */
    'price.estimate': call(
      z.object({ accountId, geometry: priceGeometrySchema, materials: z.array(z.int()).default([]) }),
      estimatesSchema,
    ),

    /** Copies a model or picture of this machine into the spool; fails with `file-not-importable` for other endings. */
    'files.importPath': call(z.object({ path: z.string().min(1).max(4096) }), spooledFileSchema),
    /** The sample part of the first start, as a spooled file. */
    'files.importSample': call(nothing, spooledFileSchema),

    /** Models that the service stores, 36 per page. */
    'library.list': call(
      z.object({ accountId, page: z.int().min(1).default(1) }).prefault({}),
      z.object({
        models: z.array(modelListEntrySchema),
        hasMore: z.boolean(),
        /**
         * Epoch ms: the service could not be reached, and this is what it reported then. Missing: the list is
         * current.
         */
        cachedFrom: z.int().optional(),
      }),
    ),
    /** Queues the removal; `title` as it was shown. */
    'library.remove': call(
      z.object({ accountId, modelId: z.int().nonnegative(), title: z.string().max(255).default('') }),
      jobSchema,
    ),
    'library.show': call(z.object({ accountId, modelId: z.int().nonnegative() }), modelViewSchema),
    /** The newest 20 versions of a model's file, newest first. */
    'library.versions': call(
      z.object({ accountId, modelId: z.int().nonnegative() }),
      z.array(fileVersionSchema),
    ),
    /** Queues a change. `before` has the values that the person saw, for the same fields as `after`. */
    'library.edit': call(
      z.object({ ...modelNamed, before: modelDetailsSchema, after: modelDetailsSchema }),
      jobSchema,
    ),
    /** Queues a new version of a model's file. */
    'library.addFile': call(
      z.object({ ...modelNamed, file: spooledFileSchema, uploadScale: z.number().positive() }),
      jobSchema,
    ),
    /** Queues a photo of a model. */
    'library.addPhoto': call(
      z.object({
        ...modelNamed,
        file: spooledFileSchema,
        photoTitle: z.string().max(200).default(''),
        description: z.string().max(20_000).default(''),
        materialId: z.int().nonnegative().nullable().default(null),
      }),
      jobSchema,
    ),
    /** Queues an addition to the cart at the service. */
    'library.addToCart': call(
      z.object({
        ...modelNamed,
        materialId: z.int().nonnegative(),
        materialTitle: z.string().max(255),
        quantity: z.int().min(1).max(10_000).default(1),
        requestKey,
      }),
      jobSchema,
    ),
    /** The cart at the service, which has nothing to do with the cart of the window. */
    'library.cart': call(
      z.object({ accountId }).prefault({}),
      z.array(z.object({ modelId: z.int(), materialId: z.int(), quantity: z.int() })),
    ),
    /** Queues a customised product, made from the one with this SPIN. */
    'library.customise': call(
      z.object({
        accountId,
        spin: z.string().trim().min(1).max(100),
        text: z.string().max(1000).default(''),
        picture: spooledFileSchema.nullable().default(null),
        requestKey,
      }),
      jobSchema,
    ),
    /** Downloads a version of a model's file into the spool; the newest if none is named. */
    'library.download': call(
      z.object({ accountId, modelId: z.int().nonnegative(), version: z.int().nonnegative().optional() }),
      spooledFileSchema,
    ),
    /** Downloads the newest version and hands it to a window for its plate, as `app.takeOpened` does. */
    'library.prepare': call(z.object({ accountId, modelId: z.int().nonnegative() }), spooledFileSchema),

    'queue.list': call(nothing, z.array(jobSchema)),
    /** Whether a check at the service runs or is due, of a lost answer or a placed order; also of jobs that have ended. */
    'queue.checking': call(nothing, z.object({ checking: z.boolean() })),
    'queue.enqueueUpload': call(
      z.object({
        accountId,
        file: spooledFileSchema,
        uploadScale: z.number().positive(),
        title: z.string().trim().min(1).max(255),
      }),
      jobSchema,
    ),
    /** Queues the missing uploads of the lines and then the order, in one transaction. */
    'queue.placeOrder': call(placeOrderSchema, z.object({ order: jobSchema })),
    /** The order that `queue.placeOrder` made with this key; null if there is none. Fails with `key-used`. */
    'queue.orderWithKey': call(
      z.object({ requestKey: z.string().min(1).max(100), requestDigest }),
      z.object({ order: jobSchema.nullable() }),
    ),
    /** Cancels a job that was certainly not sent. Fails with `too-late` for any other. */
    'queue.cancel': call(jobId, done),
    /** Tries a waiting job now. */
    'queue.retry': call(jobId, done),
    /**
     * The user's decision about a job whose outcome is unknown. Only `place-again` sends it again. It is possible
     * only in state `ask`, and for an order only with the amount that it will cost: fails with `total-differs`,
     * or with `found-meanwhile` if a last check finds the order.
     */
    'queue.resolve': call(
      z.object({
        jobId: id,
        verdict: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('it-is'), remoteId: z.int().nonnegative() }),
          z.object({ kind: z.literal('abandon') }),
          z.object({ kind: z.literal('place-again'), confirmedTotal: z.number().nonnegative().optional() }),
        ]),
      }),
      done,
    ),
    /** Moves a job before or behind all others that wait. An order takes its uploads with it. */
    'queue.prioritize': call(z.object({ jobId: id, place: z.enum(['first', 'last']) }), done),
    /** Holds a waiting job until `queue.retry`. */
    'queue.hold': call(jobId, done),
    /** Everything that is known about a job, without secrets: a document to keep, and a name for its file. */
    'queue.evidence': call(
      jobId,
      z.object({ fileName: z.string(), document: z.record(z.string(), z.unknown()) }),
    ),
    /** A person has seen the warning of a finished job (a duplicate order); paid work of its account continues. */
    'queue.acknowledge': call(jobId, done),
    /** A new consent for an order whose price rose or whose consent is too old. A reprint has no total. */
    'queue.confirm': call(z.object({ jobId: id, confirmedTotal: z.number().nonnegative().optional() }), done),
    /** What exists at the service and could be the outcome of an unknown job. */
    'queue.candidates': call(
      jobId,
      z.array(
        z.object({
          remoteId: z.int(),
          /** In English, unless it is its owner's own. */
          title: z.string(),
          titleText: messageRefSchema.optional(),
          detail: z.string(),
          detailText: messageRefSchema.optional(),
        }),
      ),
    ),

    /**
     * Without `filters`, all orders that the service shows. With them, only orders that fit all of them. Fails with
     * `filters-ignored` if the service does not filter.
     */
    'orders.list': call(
      z.object({ accountId, filters: orderFiltersSchema.optional() }).prefault({}),
      z.object({
        orders: z.array(orderViewSchema),
        fetchedAt: z.int(),
        source: z.enum(['live', 'cached']),
        /** As the service counts them, those beyond a limit included. Missing: a Fabdesk of an earlier version answers. */
        counts: orderCountsSchema.optional(),
      }),
    ),
    /**
     * Orders at the service that the data folder did not know when the status noticed that it is a copy; none without a
     * notice.
     */
    'orders.sinceCopy': call(
      z.object({ accountId }).prefault({}),
      z.object({ orders: z.array(orderViewSchema), source: z.enum(['live', 'cached']) }),
    ),
    /**
     * The cost of shipping by option; null if the service does not list it, so that it is known only after the order.
     */
    'orders.shippingPrices': call(
      z.object({ accountId, country: z.string().trim().min(1), zipCode: z.string().trim().default('') }),
      z.object({ prices: z.array(shippingPriceSchema).nullable() }),
    ),
    /**
     * Opens the page of an order, with its receipt, in the browser of the system. `opened` is false where the window has
     * to offer `address` as a link itself, and where it is no page of the account's service.
     */
    'orders.openReceipt': call(
      z.object({ accountId, orderId: z.int().nonnegative() }),
      z.object({ address: z.string(), opened: z.boolean() }),
    ),
    /** Queues the cancellation. */
    'orders.cancel': call(z.object({ accountId, orderId: z.int().nonnegative() }), jobSchema),
    /** Queues a reprint of a product of an order. The service reports no price for it. */
    'orders.reprint': call(
      z.object({
        accountId,
        orderId: z.int().nonnegative(),
        orderProductId: z.int().nonnegative(),
        productTitle: z.string().max(255),
        quantity: z.int().min(1).max(10_000),
        reasonId: z.int().nonnegative(),
        comment: z.string().trim().min(1).max(5000),
        requestKey,
      }),
      jobSchema,
    ),

    /**
     * Operates the local print service, for rehearsals. Never reaches another service. Fails with
     * `service-stopped` if the local service is not running.
     */
    'service.operate': call(operatorActionSchema, operatorStateSchema),
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
