/**
 * The whole interface between the application (src-main/app.ts) and its doors (the window, the command line),
 * as data. Types of both ends are derived from it by `wire.ts`.
 */
import { z } from 'zod';
import { categorySchema } from '../api/categories.ts';
import { materialSchema } from '../api/materials.ts';
import { modelDetailsSchema } from '../api/model-details.ts';
import { modelListEntrySchema } from '../api/models.ts';
import { operatorActionSchema, operatorStateSchema } from '../api/operator.ts';
import { shippingAddressSchema, shippingOptions } from '../api/orders.ts';
import { priceEntrySchema, priceGeometrySchema } from '../api/price.ts';
import { printerSchema } from '../api/printers.ts';
import { jobSchema, orderLineSchema } from '../jobs/job.ts';
import { languages } from '../messages/languages.ts';
import { lengthUnits } from '../units/units.ts';
import { modelViewSchema } from './model-view.ts';
import { orderViewSchema } from './order-view.ts';
import { type Client, type Contract, call } from './wire.ts';

const nothing = z.object({}).prefault({});
const done = z.object({});
const id = z.string().min(1).max(200);
const jobId = z.object({ jobId: id });
/** A model, and its title as it was shown. */
const modelNamed = { modelId: z.int().nonnegative(), title: z.string().max(255) };
/** The caller's name for this act: repeated with it, a call returns the job of the first one. */
const requestKey = z.string().min(1).max(100).optional();

/** A file in the spool: content-addressed, never changed, readable by the window at `/spool/<sha256>`. */
const spooledFileSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  md5: z.string().regex(/^[0-9a-f]{32}$/),
  /** Bytes. */
  size: z.int().nonnegative(),
  /** Name without folders. */
  name: z.string(),
  /** Where it came from, when the app knows it; lets the user reload what CAD exported again. */
  path: z.string().nullable(),
});
export type SpooledFile = z.infer<typeof spooledFileSchema>;

export const accountSchema = z.object({
  id,
  name: z.string(),
  baseUrl: z.string(),
  /** The service that Fabdesk carries and runs itself. */
  isLocal: z.boolean(),
  clientId: z.string(),
  /** Where the secret is kept. `session` is gone when Fabdesk closes, and the window says so. */
  secretStorage: z.enum(['keychain', 'session', 'missing']),
  hasPaymentId: z.boolean(),
  /**
   * Only of accounts in which a user signs in with a browser; then `secretStorage` tells of that sign-in. `ended`: the
   * service wants the user again. Absent: the application's own account.
   */
  userSignIn: z.enum(['valid', 'ended']).optional(),
});
export type Account = z.infer<typeof accountSchema>;

const statusSchema = z.object({
  /** `offline`: the service cannot be reached; `refused`: it does not take this account's credentials. */
  connection: z.enum(['connecting', 'online', 'offline', 'refused']),
  /** What to do about it, in words, when not online. */
  detail: z.string().nullable(),
  /** The user chose to work offline; nothing leaves until this is switched off. */
  paused: z.boolean(),
  account: accountSchema,
  /** Calls left in the service's window; null until it was told. */
  rate: z
    .object({ limit: z.int(), remaining: z.int(), windowInSeconds: z.int(), retryAt: z.int().nullable() })
    .nullable(),
  queue: z.object({ waiting: z.int(), running: z.int(), needsYou: z.int() }),
});
export type Status = z.infer<typeof statusSchema>;

export const catalogSchema = z.object({
  materials: z.array(materialSchema),
  printers: z.array(printerSchema),
  categories: z.record(z.string(), categorySchema),
  /** Epoch ms; the last time the service told it. Offline the last known catalogue is shown. */
  fetchedAt: z.int(),
});
export type Catalog = z.infer<typeof catalogSchema>;

export const quoteSchema = z.object({
  /** Keyed by material id. */
  prices: z.record(z.string(), priceEntrySchema),
  /** Epoch ms at which the service gave these prices. */
  quotedAt: z.int(),
  /** `kept`: the service could not be reached and these are its last prices for exactly this geometry. */
  source: z.enum(['live', 'cached']),
});
export type Quote = z.infer<typeof quoteSchema>;

/** A model on the plate. The window owns its meaning; the app keeps it so that a crash loses nothing. */
const plateItemSchema = z.object({
  id,
  file: spooledFileSchema,
  unit: z.enum(lengthUnits),
  /** On top of the unit; 1 = as drawn. */
  scale: z.number().positive(),
  quantity: z.int().min(1).max(10_000),
  materialId: z.int().nullable(),
  /** The user looked at the unit and took it; offers are not repeated. */
  unitConfirmed: z.boolean(),
});
export type PlateItem = z.infer<typeof plateItemSchema>;

/** A line of the cart: a plate item with material and the price that was seen. */
const cartLineSchema = z.object({
  id,
  file: spooledFileSchema,
  /** Metres per file unit, unit and scale together. */
  uploadScale: z.number().positive(),
  title: z.string(),
  /** What the price is asked with. */
  geometry: priceGeometrySchema,
  materialId: z.int(),
  materialTitle: z.string(),
  quantity: z.int().min(1).max(10_000),
  unitPrice: z.number().nonnegative(),
  currency: z.string().length(3),
  quotedAt: z.int(),
  /** The model the service already has for this file and scale, or the job that uploads it. */
  source: orderLineSchema.shape.source.nullable(),
});
export type CartLine = z.infer<typeof cartLineSchema>;

export const workspaceSchema = z.object({
  plate: z.array(plateItemSchema).max(200),
  selected: z.string().nullable(),
  cart: z.array(cartLineSchema).max(200),
  address: shippingAddressSchema.partial(),
  shippingOption: z.enum(shippingOptions),
});
export type Workspace = z.infer<typeof workspaceSchema>;

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark', 'high-contrast']),
  /** Absent: the system's. */
  language: z.enum(['system', ...languages]).optional(),
  /** The unit in which sizes are shown and typed. */
  displayUnit: z.enum(['mm', 'cm', 'in']),
  /** A price rise up to this share (0.02 = 2 percent) between consent and sending needs no new question. */
  priceTolerance: z.number().min(0).max(1),
  /** The unit last chosen for files of a folder or, without a folder, of a format. */
  unitMemory: z.record(z.string(), z.enum(lengthUnits)),
  /** Shortcuts without Ctrl or Command; off for people whose input types by accident (WCAG 2.1.4). Absent: on. */
  singleKeyShortcuts: z.boolean().optional(),
  /** Orders carry a reference in an optional address line, so that a lost answer can be settled. Absent: on. */
  orderMarks: z.boolean().optional(),
  /** The sample part was put on the plate once and does not come back by itself. Absent: not yet. */
  sampleShown: z.boolean().optional(),
  /** Thinnest wall that the thorough check lets pass, m. Absent: the window's own. */
  wallLimit: z.number().positive().max(1).optional(),
  /** Sections of the window's panels that someone opened or closed. */
  openSections: z.record(z.string(), z.boolean()).optional(),
});
export type Settings = z.infer<typeof settingsSchema>;

const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser', 'cli']),
  platform: z.string(),
  /** Whether secrets survive a restart, and where; a sentence for people. */
  keyring: z.object({ kind: z.enum(['keychain', 'session']), detail: z.string() }),
  dataFolder: z.string(),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

const placeOrderSchema = z.object({
  lines: z.array(cartLineSchema).min(1).max(200),
  address: shippingAddressSchema,
  shippingOption: z.enum(shippingOptions),
  incentives: z.array(z.string().min(1)).max(20).default([]),
  /** Sum of unit prices times quantities that the user saw on the button. */
  confirmedTotal: z.number().nonnegative(),
  /**
   * The caller's name for this act of ordering. A call repeated with it (a double click, a connection that broke
   * before the answer) returns the order of the first call instead of placing another.
   */
  requestKey: z.string().min(1).max(100).optional(),
  /** Consent to a reference in an optional address line. Absent: as `Settings.orderMarks` has it. */
  referenceLine: z.boolean().optional(),
});

export const contract = {
  calls: {
    'app.info': call(nothing, appInfoSchema),
    'app.status': call(nothing, statusSchema),
    /**
     * What a second start asks of the running one: take these files (each is imported and waits for the window
     * as in `app.takeOpened`) and come to the front.
     */
    'app.open': call(
      z.object({ paths: z.array(z.string().min(1).max(4096)).max(200).default([]) }).prefault({}),
      z.object({
        files: z.array(spooledFileSchema),
        /** Paths that could not be imported, and why in words. */
        failed: z.array(z.object({ path: z.string(), message: z.string() })),
        /** Where the browser host shows the app; null where the running host has a window of its own. */
        address: z.string().nullable(),
      }),
    ),
    /** Files that were opened from outside and wait for a window; each is handed over once. */
    'app.takeOpened': call(nothing, z.array(spooledFileSchema)),
    /** Stops (or starts again) everything that leaves this machine. */
    'app.setPaused': call(z.object({ paused: z.boolean() }), done),

    'settings.get': call(nothing, settingsSchema),
    'settings.set': call(settingsSchema.partial(), settingsSchema),

    'workspace.get': call(nothing, workspaceSchema),
    'workspace.set': call(workspaceSchema, done),

    'accounts.list': call(nothing, z.array(accountSchema)),
    /** Tries the credentials at the service first; fails with `credentials-refused` or `network`. */
    'accounts.add': call(
      z.object({
        name: z.string().trim().min(1).max(80),
        baseUrl: z.url({ protocol: /^https?$/ }),
        clientId: z.string().trim().min(1),
        clientSecret: z.string().min(1),
        paymentVerificationId: z.string().trim(),
      }),
      accountSchema,
    ),
    /**
     * Begins a user's sign-in. `accountId`: a known account signs in again, and what is absent stays as it was.
     * `loopback`: the browser comes back by itself within five minutes, to `redirectUri`; `oob`: the service shows a
     * code, which `accounts.finishSignIn` takes. `opened`: the system's browser was opened; else the window offers
     * `authorizeUrl` as a link.
     */
    'accounts.signIn': call(
      z.object({
        accountId: id.optional(),
        name: z.string().trim().min(1).max(80),
        baseUrl: z.url({ protocol: /^https?$/ }),
        clientId: z.string().trim().min(1),
        clientSecret: z.string().min(1).optional(),
        paymentVerificationId: z.string().trim().optional(),
        redirect: z.enum(['loopback', 'oob']),
      }),
      z.object({ attemptId: id, authorizeUrl: z.string(), redirectUri: z.string(), opened: z.boolean() }),
    ),
    /**
     * Answers when the user has signed in: with the code of `oob` at once, without one when the browser has come
     * back. Fails with `sign-in-denied`, `sign-in-refused`, `sign-in-timeout`, `code-refused` (another code may be
     * given), `credentials-refused`, `cancelled`, `not-found`.
     */
    'accounts.finishSignIn': call(
      z.object({ attemptId: id, code: z.string().trim().min(1).max(2048).optional() }),
      accountSchema,
    ),
    /** Stops waiting; harmless when it is over. */
    'accounts.cancelSignIn': call(z.object({ attemptId: id }), done),
    'accounts.select': call(z.object({ accountId: id }), done),
    /** Forgets its secrets and tokens. Fails with `account-busy` while jobs of it are not final. */
    'accounts.remove': call(z.object({ accountId: id }), done),

    'catalog.get': call(z.object({ refresh: z.boolean().default(false) }).prefault({}), catalogSchema),
    'price.quote': call(
      z.object({ geometry: priceGeometrySchema, materials: z.array(z.int()).default([]) }),
      quoteSchema,
    ),

    /** Copies a model or picture of this machine into the spool; fails with `file-not-importable` for other endings. */
    'files.importPath': call(z.object({ path: z.string().min(1).max(4096) }), spooledFileSchema),
    /** The sample part of the first start, as a spooled file. */
    'files.importSample': call(nothing, spooledFileSchema),

    /** Models that the service holds, a page of 36. */
    'library.list': call(
      z.object({ page: z.int().min(1).default(1) }).prefault({}),
      z.object({
        models: z.array(modelListEntrySchema),
        hasMore: z.boolean(),
        /** Epoch ms: the service could not be reached, and this is what it said then. Absent: just now. */
        cachedFrom: z.int().optional(),
      }),
    ),
    /** Puts the removal into the queue; `title` as it was shown. */
    'library.remove': call(
      z.object({ modelId: z.int().nonnegative(), title: z.string().max(255).default('') }),
      jobSchema,
    ),
    'library.show': call(z.object({ modelId: z.int().nonnegative() }), modelViewSchema),
    /** Puts a change into the queue: `before` as the person saw it, of the same fields as `after`. */
    'library.edit': call(
      z.object({ ...modelNamed, before: modelDetailsSchema, after: modelDetailsSchema }),
      jobSchema,
    ),
    /** Puts a new version of a model's file into the queue. */
    'library.addFile': call(
      z.object({ ...modelNamed, file: spooledFileSchema, uploadScale: z.number().positive() }),
      jobSchema,
    ),
    /** Puts a photo of a model into the queue. */
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
    /** Puts a wish for the cart that the service keeps into the queue. */
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
    /** What stands in the cart that the service keeps; nothing to do with the window's own. */
    'library.cart': call(
      nothing,
      z.array(z.object({ modelId: z.int(), materialId: z.int(), quantity: z.int() })),
    ),
    /** Puts a product of one's own, made from the one with this SPIN, into the queue. */
    'library.customise': call(
      z.object({
        spin: z.string().trim().min(1).max(100),
        text: z.string().max(1000).default(''),
        picture: spooledFileSchema.nullable().default(null),
        requestKey,
      }),
      jobSchema,
    ),
    /** Fetches a version of a model's file (the newest where none is named) into the spool. */
    'library.download': call(
      z.object({ modelId: z.int().nonnegative(), version: z.int().nonnegative().optional() }),
      spooledFileSchema,
    ),

    'queue.list': call(nothing, z.array(jobSchema)),
    'queue.enqueueUpload': call(
      z.object({
        file: spooledFileSchema,
        uploadScale: z.number().positive(),
        title: z.string().trim().min(1).max(255),
      }),
      jobSchema,
    ),
    /** Enqueues the uploads that the lines still need and the order behind them, in one transaction. */
    'queue.placeOrder': call(placeOrderSchema, z.object({ order: jobSchema })),
    /** Only what was certainly not sent can be cancelled; otherwise fails with `too-late`. */
    'queue.cancel': call(jobId, done),
    /** Tries a waiting job now instead of at its time. */
    'queue.retry': call(jobId, done),
    /**
     * The user's word on a job whose outcome is unknown. Only `place-again` sends it again, only from state `ask`,
     * and for an order only with the amount that it will cost: fails with `total-differs`, or with `found-meanwhile`
     * where a last look finds it.
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
    /** Before or behind everything else that waits; an order takes its uploads with it. */
    'queue.prioritize': call(z.object({ jobId: id, place: z.enum(['first', 'last']) }), done),
    /** Leaves a waiting job alone until `queue.retry`. */
    'queue.hold': call(jobId, done),
    /** All that is known about a job, without secrets, as a document to keep and a name for its file. */
    'queue.evidence': call(
      jobId,
      z.object({ fileName: z.string(), document: z.record(z.string(), z.unknown()) }),
    ),
    /** A person has seen what a done job shows (a double order); paid work of its account goes on. */
    'queue.acknowledge': call(jobId, done),
    /** New consent for an order whose price rose or whose consent is too old; a reprint has no total. */
    'queue.confirm': call(z.object({ jobId: id, confirmedTotal: z.number().nonnegative().optional() }), done),
    /** What the service holds that could be the outcome of an unknown job. */
    'queue.candidates': call(
      jobId,
      z.array(z.object({ remoteId: z.int(), title: z.string(), detail: z.string() })),
    ),

    'orders.list': call(
      nothing,
      z.object({ orders: z.array(orderViewSchema), fetchedAt: z.int(), source: z.enum(['live', 'cached']) }),
    ),
    /** Puts the cancellation into the queue. */
    'orders.cancel': call(z.object({ orderId: z.int().nonnegative() }), jobSchema),
    /** Puts a reprint of a product of an order into the queue. The service says no price for it. */
    'orders.reprint': call(
      z.object({
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
     * Rehearsals in the sandbox: works the local print service as its operator. Never reaches another service.
     * Fails with `service-stopped` where the local service does not run.
     */
    'service.operate': call(operatorActionSchema, operatorStateSchema),
  },
  events: {
    status: statusSchema,
    /** The job as it is now; also for new jobs. */
    job: jobSchema,
    /** Bytes of a running upload. */
    progress: z.object({ jobId: id, sent: z.int(), total: z.int() }),
    settings: settingsSchema,
    /** The accounts, or how their users are signed in, have changed; `accounts.list` tells. */
    accounts: z.object({}),
    /** Files were opened from outside (command line, file manager); `app.takeOpened` hands them over. */
    opened: z.object({}),
  },
} as const satisfies Contract;

export type AppContract = typeof contract;
export type AppClient = Client<AppContract>;
