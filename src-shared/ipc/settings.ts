import { z } from 'zod';
import { languages } from '../messages/languages.ts';
import { lengthUnits } from '../units/units.ts';
import { quoteOfferSchema, quoteSenderSchema } from './quote-document.ts';

/** A proxy's address as people write it: `proxy.example.com:8080`, perhaps after `http://`, `https://`. */
export const proxyAddress = /^(https?:\/\/)?([a-z\d_-]+(\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])(:\d{1,5})?\/?$/i;

const proxySchema = z.discriminatedUnion('use', [
  /** That of the environment (HTTPS_PROXY), or of the operating system where the host can ask for it. */
  z.object({ use: z.literal('system') }),
  z.object({ use: z.literal('none') }),
  z.object({
    use: z.literal('own'),
    address: z.string().max(300).regex(proxyAddress),
    /** The addresses that are reached directly, in the notation of NO_PROXY. */
    exceptions: z.string().max(2000),
  }),
]);
export type ProxySettings = z.infer<typeof proxySchema>;

const quoteDefaultsSchema = quoteSenderSchema.extend({
  note: quoteOfferSchema.shape.note,
  /** Share that is added to all amounts of a quote for a customer. */
  markup: z.number().min(0).max(10),
  /** Null: a quote names no last day. */
  validDays: z.int().min(1).max(3650).nullable(),
});
export type QuoteDefaults = z.infer<typeof quoteDefaultsSchema>;

/** Quotes for customers before anybody has changed their settings. */
export const noQuoteDefaults: QuoteDefaults = {
  name: '',
  logo: null,
  note: '',
  markup: 0,
  validDays: null,
};

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark', 'high-contrast']),
  /** Missing: the language of the system. */
  language: z.enum(['system', ...languages]).optional(),
  /** The unit in which sizes are shown and typed. */
  displayUnit: z.enum(['mm', 'cm', 'in']),
  /** The share (0.02 = 2 percent) by which a price may rise after consent without a new question or limit. */
  priceTolerance: z.number().min(0).max(1),
  /** The unit that was last chosen for files of a folder or, without a folder, of a format. */
  unitMemory: z.record(z.string(), z.enum(lengthUnits)),
  /** Shortcuts without Ctrl or Command. Off for people who type by accident (WCAG 2.1.4). Missing: on. */
  singleKeyShortcuts: z.boolean().optional(),
  /** Keys that a person gave to commands, by their ids, like `Mod+Shift+K`. Missing: the usual ones. */
  shortcuts: z.record(z.string().max(100), z.array(z.string().min(1).max(40)).max(4)).optional(),
  /** Orders carry a reference in an optional address line, which reconciles lost answers. Missing: on. */
  orderMarks: z.boolean().optional(),
  /** The sample part was put on the plate once and is not added again. Missing: not yet. */
  sampleShown: z.boolean().optional(),
  /** The thinnest wall that passes the thorough check, m. Missing or null: that of the material's printer. */
  wallLimit: z.number().positive().max(1).nullable().optional(),
  /** The title of the material that the person chose last for a part. Missing: none yet. */
  lastMaterial: z.string().max(1000).optional(),
  /** Titles of materials that are listed first. */
  favouriteMaterials: z.array(z.string().max(1000)).max(1000).optional(),
  /** Electron on Windows and Linux: a closed window leaves a tray icon while jobs run. Missing: on. */
  closeToTray: z.boolean().optional(),
  /** Notifications of the system. In a browser, the person has to allow them as well. Missing: on. */
  notifications: z.boolean().optional(),
  /** Asks once a day for a newer version, where the package names an address. Missing: on. */
  lookForUpdates: z.boolean().optional(),
  /** The version that the person does not want to see. */
  ignoredUpdate: z.string().max(40).optional(),
  /** Quotes for customers begin with this. */
  quotes: quoteDefaultsSchema.optional(),
  /** By which proxy services are reached. Missing: that of the system. */
  proxy: proxySchema.optional(),
  /** Orders of which the service rejected parts, by `keyOfOrder`, once they were announced. */
  rejections: z.record(z.string().max(300), z.enum(['announced', 'handled'])).optional(),
  /** The amount that the person was charged in the end for an order, by `keyOfOrder`, in its currency. */
  charges: z.record(z.string().max(300), z.number().nonnegative()).optional(),
  /** Sections of the window's panels that the user has opened or closed. */
  openSections: z.record(z.string(), z.boolean()).optional(),
});
export type Settings = z.infer<typeof settingsSchema>;

/** The settings before anybody has changed one, and in the window until the stored ones are read. */
export const defaultSettings: Settings = {
  theme: 'system',
  displayUnit: 'mm',
  priceTolerance: 0,
  unitMemory: {},
};
