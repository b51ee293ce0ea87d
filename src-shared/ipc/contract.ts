/**
 * The whole interface between the application (src-main/app.ts) and its hosts (the window, the command line), as
 * data. `wire.ts` derives the types of both ends from it.
 */
import { z } from 'zod';
import { categorySchema } from '../api/categories.ts';
import { catalogMaterialSchema } from '../api/materials.ts';
import { modelDetailsSchema } from '../api/model-details.ts';
import { modelListEntrySchema } from '../api/models.ts';
import { operatorActionSchema, operatorStateSchema } from '../api/operator.ts';
import { type ShippingAddress, shippingAddressSchema, shippingOptions } from '../api/orders.ts';
import { priceEntrySchema, priceGeometrySchema } from '../api/price.ts';
import { catalogPrinterSchema } from '../api/printers.ts';
import { jobSchema, orderLineSchema, problemSchema } from '../jobs/job.ts';
import { languages } from '../messages/languages.ts';
import { messageRefSchema } from '../messages/schema.ts';
import { partFactsSchema } from '../order-gate/part-facts.ts';
import { verdictLevels } from '../order-gate/verdict.ts';
import { lengthUnits } from '../units/units.ts';
import { modelViewSchema } from './model-view.ts';
import { orderViewSchema } from './order-view.ts';
import { type Client, type Contract, call } from './wire.ts';

const nothing = z.object({}).prefault({});
const done = z.object({});
const id = z.string().min(1).max(200);
const jobId = z.object({ jobId: id });
/** Whose service it concerns; the selected account if it is missing. `accountCalls` lists the calls that take it. */
const accountId = id.optional();
/** A model, and its title as it was shown. */
const modelNamed = { accountId, modelId: z.int().nonnegative(), title: z.string().max(255) };
/** The caller's key for this request: a repeated call with the same key returns the job of the first. */
const requestKey = z.string().min(1).max(100).optional();

/** A file in the spool. It is stored by content, never changes, and the window reads it at `/spool/<sha256>`. */
const spooledFileSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  md5: z.string().regex(/^[0-9a-f]{32}$/),
  /** Bytes. */
  size: z.int().nonnegative(),
  /** Name without folders. */
  name: z.string(),
  /** Where the file came from, if known; lets the user reload a file that CAD has exported again. */
  path: z.string().nullable(),
});
export type SpooledFile = z.infer<typeof spooledFileSchema>;

export const accountSchema = z.object({
  id,
  name: z.string(),
  baseUrl: z.string(),
  /** The print service that Fabdesk itself runs. */
  isLocal: z.boolean(),
  clientId: z.string(),
  /** Where the secret is stored. `session` lasts until Fabdesk closes, and the window says so. */
  secretStorage: z.enum(['keychain', 'session', 'missing']),
  hasPaymentId: z.boolean(),
  /**
   * Only of accounts whose users sign in with a browser; `secretStorage` then describes that sign-in. `ended`:
   * the user has to sign in again. Missing: the account of the application itself.
   */
  userSignIn: z.enum(['valid', 'ended']).optional(),
  /** How users sign in and calls are proven. Missing: OAuth 2.0. */
  protocol: z.literal('oauth1').optional(),
  /**
   * Epoch ms at which the person confirmed the rights to the models and the terms of the service; null: not confirmed,
   * so models and orders of this account wait. Missing: the account needs no consent.
   */
  consentAt: z.int().nullable().optional(),
});
export type Account = z.infer<typeof accountSchema>;

/** The SOAP access of an account, without its password. */
const soapAccessSchema = z.object({
  /** The address that follows from the account's own. */
  usualAddress: z.string(),
  /** Null: none. An empty `address` means the usual one. */
  credentials: z.object({ address: z.string(), username: z.string(), applicationId: z.string() }).nullable(),
});
export type SoapAccess = z.infer<typeof soapAccessSchema>;

const statusSchema = z.object({
  /** `offline`: the service cannot be reached. `refused`: it does not accept the credentials of this account. */
  connection: z.enum(['connecting', 'online', 'offline', 'refused']),
  /** What to do about it, when not online: in English, and as `text` in any language. */
  detail: z.string().nullable(),
  text: messageRefSchema.optional(),
  /** The user chose to work offline: nothing is sent until this is switched off. */
  paused: z.boolean(),
  account: accountSchema,
  /** Calls left in the service's rate window; null until known. */
  rate: z
    .object({ limit: z.int(), remaining: z.int(), windowInSeconds: z.int(), retryAt: z.int().nullable() })
    .nullable(),
  queue: z.object({ waiting: z.int(), running: z.int(), needsYou: z.int() }),
});
export type Status = z.infer<typeof statusSchema>;

export const catalogSchema = z.object({
  /** Where the account has SOAP credentials, both carry what only SOAP tells. */
  materials: z.array(catalogMaterialSchema),
  printers: z.array(catalogPrinterSchema),
  categories: z.record(z.string(), categorySchema),
  /** Epoch ms at which the service last sent the catalogue. Offline, that catalogue is shown. */
  fetchedAt: z.int(),
  /** Why SOAP told nothing this time; what it told earlier is still there. Missing: it did, or is not used. */
  soapProblem: problemSchema.optional(),
});
export type Catalog = z.infer<typeof catalogSchema>;

const fileVersionSchema = z.object({
  version: z.int().nonnegative(),
  fileName: z.string(),
  /** Bytes. */
  size: z.int().nonnegative(),
  md5: z.string(),
});
export type FileVersion = z.infer<typeof fileVersionSchema>;

export const quoteSchema = z.object({
  /** Keyed by material id. */
  prices: z.record(z.string(), priceEntrySchema),
  /** Epoch ms at which the service gave these prices. */
  quotedAt: z.int(),
  /** `cached`: the service could not be reached, and these are its last prices for exactly this geometry. */
  source: z.enum(['live', 'cached']),
  /** The account whose prices these are. */
  accountId: id.optional(),
});
export type Quote = z.infer<typeof quoteSchema>;

/**
 * A model on the plate. Only the window interprets it; the app stores it so that a crash loses nothing. New fields are
 * optional and have no default, here and in `cartLineSchema`: a default would overwrite in a partial change.
 */
export const plateItemSchema = z.object({
  id,
  file: spooledFileSchema,
  unit: z.enum(lengthUnits),
  /** In addition to the unit; 1 = as drawn. */
  scale: z.number().positive(),
  quantity: z.int().min(1).max(10_000),
  materialId: z.int().nullable(),
  /** The user has confirmed the unit; no other is offered. */
  unitConfirmed: z.boolean(),
  /** Who chose the material. Missing: an earlier version did not say; then it is nobody's choice for other parts. */
  materialBy: z.enum(['person', 'fabdesk']).optional(),
  /** Repaired and split files: under which key the unit of the original is remembered. */
  unitKey: z.string().max(4096).optional(),
});
export type PlateItem = z.infer<typeof plateItemSchema>;

/**
 * A line of the cart: an item of the plate, or a model that the service has, with its material and the price that was
 * shown.
 */
const cartLineFields = z.object({
  id,
  /** Null: no file of this machine, but the model that `source` names. */
  file: spooledFileSchema.nullable(),
  /** Metres per file unit, with unit and scale combined; null without a file. */
  uploadScale: z.number().positive().nullable(),
  title: z.string(),
  /** The measures with which the price is asked for; null: the model's own price in the material counts. */
  geometry: priceGeometrySchema.nullable(),
  materialId: z.int(),
  materialTitle: z.string(),
  quantity: z.int().min(1).max(10_000),
  unitPrice: z.number().nonnegative(),
  /** What the price of a model consists of, where the service names it; a file has no markup. */
  base: z.number().nonnegative().nullish(),
  markup: z.number().nonnegative().nullish(),
  currency: z.string().length(3),
  quotedAt: z.int(),
  /** The account whose price it is. Missing: the line is older than this field. */
  accountId: id.optional(),
  /** The model that is ordered, or the job that uploads it; null: the queue finds or makes it from the file. */
  source: orderLineSchema.shape.source.nullable(),
  /** What checks found out about the part. Missing: an earlier version, or no file of this machine. */
  facts: partFactsSchema.optional(),
  /** The verdict that the person knew when adding it or accepting it later. Missing: nothing was known. */
  acceptedVerdict: z.enum(verdictLevels).optional(),
});
const cartLineSchema = cartLineFields
  // Without a file, a line has to name a model.
  .refine(
    ({ file, uploadScale, source }) =>
      (file !== null && uploadScale !== null) || (source !== null && 'modelId' in source),
  );
export type CartLine = z.infer<typeof cartLineSchema>;

/** The steps of the checkout that can be left and come back to. */
export const checkoutSteps = ['cart', 'address', 'shipping', 'review'] as const;

/** An order from the cart that bought nothing; its lines are in the cart again. Stands until it is dismissed. */
const returnedOrderSchema = z.object({
  jobId: id,
  /** Epoch ms at which the lines came back. */
  at: z.int(),
  state: z.enum(['rejected', 'cancelled', 'poison']),
  problem: problemSchema.nullable(),
  /** The ids of the lines now. `problem`: what is said of exactly this line. */
  lines: z.array(z.object({ id, problem: problemSchema.nullable() })),
});
export type ReturnedOrder = z.infer<typeof returnedOrderSchema>;

/** As far as it is filled in; a field that was emptied is empty text. */
const draft = z.string().max(1000).optional();
const addressDraftSchema = z.object({
  firstName: draft,
  lastName: draft,
  country: draft,
  state: draft,
  city: draft,
  address1: draft,
  address2: draft,
  address3: draft,
  zipCode: draft,
  phoneNumber: draft,
} satisfies Record<keyof ShippingAddress, typeof draft>);

/** What all windows and the command line share. `workspace-ops.ts` changes it, in the application and in windows. */
export const workspaceSchema = z.object({
  plate: z.array(plateItemSchema).max(1000),
  /** Of the window that selected last; other open windows keep their own. */
  selected: z.string().nullable(),
  cart: z.array(cartLineSchema).max(1000),
  address: addressDraftSchema,
  shippingOption: z.enum(shippingOptions),
  /** As `selected`. Missing: the first. */
  step: z.enum(checkoutSteps).optional(),
  /** Missing: none. */
  returned: z.array(returnedOrderSchema).optional(),
  /** Grows by one with every event `workspace`. Missing: 0. */
  revision: z.int().nonnegative().optional(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

/** `before`: the id of what it stands before; null: at the end; missing: stays, or at the end. */
const before = id.nullable().optional();

/** What a window changes. What names something that is gone has no effect: a removal wins over any other change. */
const windowOpSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('put-item'), item: plateItemSchema, before }),
  z.object({ op: z.literal('change-item'), id, change: plateItemSchema.omit({ id: true }).partial() }),
  z.object({ op: z.literal('remove-item'), id }),
  /** Joins a line for the same thing: the quantities add up. */
  z.object({ op: z.literal('add-line'), line: cartLineSchema }),
  z.object({ op: z.literal('put-line'), line: cartLineSchema, before }),
  z.object({ op: z.literal('change-line'), id, change: cartLineFields.omit({ id: true }).partial() }),
  z.object({ op: z.literal('remove-line'), id }),
  /** Only the fields that changed. */
  z.object({ op: z.literal('set-address'), fields: addressDraftSchema }),
  z.object({ op: z.literal('set-shipping'), shippingOption: z.enum(shippingOptions) }),
  z.object({
    op: z.literal('view'),
    selected: z.string().nullable().optional(),
    step: z.enum(checkoutSteps).optional(),
  }),
  z.object({ op: z.literal('dismiss-return'), jobId: id }),
]);
export type WindowOp = z.infer<typeof windowOpSchema>;

const workspaceOpSchema = z.discriminatedUnion('op', [
  ...windowOpSchema.options,
  /** The lines became an order. */
  z.object({ op: z.literal('take-lines'), jobId: id, ids: z.array(id) }),
  /** An order bought nothing, and its lines come back. */
  z.object({ op: z.literal('return-lines'), order: returnedOrderSchema, lines: z.array(cartLineSchema) }),
]);
export type WorkspaceOp = z.infer<typeof workspaceOpSchema>;

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark', 'high-contrast']),
  /** Missing: the language of the system. */
  language: z.enum(['system', ...languages]).optional(),
  /** The unit in which sizes are shown and typed. */
  displayUnit: z.enum(['mm', 'cm', 'in']),
  /** A price may rise by this share (0.02 = 2 percent) between consent and sending without asking again. */
  priceTolerance: z.number().min(0).max(1),
  /** The unit that was last chosen for files of a folder or, without a folder, of a format. */
  unitMemory: z.record(z.string(), z.enum(lengthUnits)),
  /** Shortcuts without Ctrl or Command. Off for people who type by accident (WCAG 2.1.4). Missing: on. */
  singleKeyShortcuts: z.boolean().optional(),
  /** Orders carry a reference in an optional address line, so that a lost answer can be reconciled. Missing: on. */
  orderMarks: z.boolean().optional(),
  /** The sample part was put on the plate once and is not added again. Missing: not yet. */
  sampleShown: z.boolean().optional(),
  /** The thinnest wall that passes the thorough check, m. Missing or null: that of the material's printer. */
  wallLimit: z.number().positive().max(1).nullable().optional(),
  /** Sections of the window's panels that the user has opened or closed. */
  openSections: z.record(z.string(), z.boolean()).optional(),
});
export type Settings = z.infer<typeof settingsSchema>;

const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser', 'cli']),
  platform: z.string(),
  /** Whether passwords survive a restart. `detail` says where they are stored, or why not and what to do; `text` too. */
  keyring: z.object({
    kind: z.enum(['keychain', 'session']),
    detail: z.string(),
    text: messageRefSchema.optional(),
  }),
  dataFolder: z.string(),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

/** SHA-256 of what the caller asks for: another request with the same key fails with `key-used`. */
const requestDigest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .optional();

const placeOrderSchema = z.object({
  /** The account that orders. It must be the one whose prices the lines have: fails with `other-account`. */
  accountId,
  lines: z.array(cartLineSchema).min(1).max(200),
  address: shippingAddressSchema,
  shippingOption: z.enum(shippingOptions),
  incentives: z.array(z.string().min(1)).max(20).default([]),
  /** Sum of unit prices times quantities, as the user saw it on the button. */
  confirmedTotal: z.number().nonnegative(),
  /**
   * The caller's key for this order. A repeated call with the same key (a double click, a broken connection)
   * returns the first order instead of placing another.
   */
  requestKey: z.string().min(1).max(100).optional(),
  requestDigest,
  /** Consent to a reference in an optional address line. Missing: as `Settings.orderMarks` says. */
  referenceLine: z.boolean().optional(),
  /**
   * The lines are in the cart and leave it in the transaction that queues the order. Fails with `cart-changed` where the
   * cart has not exactly these lines, so that nothing is ordered twice from a window that shows an older cart.
   */
  fromCart: z.boolean().optional(),
});

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
     * Starts a user's sign-in. `accountId`: a known account signs in again, and missing fields stay as they were.
     * `loopback`: within five minutes, the browser returns by itself to `redirectUri`. `oob`: the service shows a
     * code, which `accounts.finishSignIn` takes. `opened`: the browser of the system was opened; otherwise the
     * window offers `authorizeUrl` as a link.
     */
    'accounts.signIn': call(
      z.object({
        accountId: id.optional(),
        name: z.string().trim().min(1).max(80),
        baseUrl: z.url({ protocol: /^https?$/ }),
        clientId: z.string().trim().min(1),
        clientSecret: z.string().min(1).optional(),
        paymentVerificationId: z.string().trim().optional(),
        /** For an application that has nothing but OAuth 1.0; it needs `clientSecret`. */
        protocol: z.literal('oauth1').optional(),
        redirect: z.enum(['loopback', 'oob']),
      }),
      z.object({ attemptId: id, authorizeUrl: z.string(), redirectUri: z.string(), opened: z.boolean() }),
    ),
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
    /** Confirms rights and terms for the account, so that what waited for it goes on, or withdraws that. */
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
     * Logs in with the credentials first, then stores them. `password` missing: the stored one, which only holds for
     * the same address and user name. Null: removes them. Fails with `soap-refused`, `bad-address`, `network`.
     */
    'accounts.setSoap': call(
      z.object({
        accountId: id,
        credentials: z
          .object({
            address: z.string().trim().max(2000).default(''),
            username: z.string().trim().min(1).max(200),
            password: z.string().min(1).optional(),
            applicationId: z.string().trim().max(200).default(''),
          })
          .nullable(),
      }),
      soapAccessSchema,
    ),

    'catalog.get': call(
      z.object({ accountId, refresh: z.boolean().default(false) }).prefault({}),
      catalogSchema,
    ),
    'price.quote': call(
      z.object({ accountId, geometry: priceGeometrySchema, materials: z.array(z.int()).default([]) }),
      quoteSchema,
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

    'orders.list': call(
      z.object({ accountId }).prefault({}),
      z.object({ orders: z.array(orderViewSchema), fetchedAt: z.int(), source: z.enum(['live', 'cached']) }),
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
  'catalog.get',
  'price.quote',
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
  'orders.cancel',
  'orders.reprint',
] as const satisfies readonly (keyof AppContract['calls'])[];
export type AppClient = Client<AppContract>;
