/** The settings, as they are stored. */
import { defaultSettings, type Settings, settingsSchema } from '../src-shared/ipc/settings.ts';
import { type Documents, readDocument } from './db/documents.ts';

export interface StoredSettings {
  read(): Settings;
  change(change: { readonly [K in keyof Settings]?: Settings[K] | undefined }): Settings;
}

export function createStoredSettings(documents: Documents): StoredSettings {
  const read = () => readDocument(documents, 'settings', settingsSchema, defaultSettings);
  return {
    read,
    change(change) {
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      const next = settingsSchema.parse({ ...read(), ...Object.fromEntries(given) });
      documents.set('settings', next);
      return next;
    },
  };
}
