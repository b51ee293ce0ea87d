/**
 * Stores settings and the workspace (plate, cart, address) for the window. Every read is parsed, since an older version
 * or a flipped bit may have left something else. Invalid data is set aside, never overwritten silently.
 */
import type { z } from 'zod';
import {
  type Settings,
  settingsSchema,
  type Workspace,
  workspaceSchema,
} from '../src-shared/ipc/contract.ts';
import { defaultSettings } from '../src-shared/ipc/default-settings.ts';
import type { Documents } from './db/documents.ts';

const freshWorkspace: Workspace = {
  plate: [],
  selected: null,
  cart: [],
  address: {},
  shippingOption: 'Cheapest',
};

export interface Remembered {
  settings(): Settings;
  setSettings(change: { readonly [K in keyof Settings]?: Settings[K] | undefined }): Settings;
  workspace(): Workspace;
  setWorkspace(workspace: Workspace): void;
  /** Whether a cart line refers to this model. */
  namesModel(modelId: number): boolean;
  /** Hashes of the files on the plate and in the cart. */
  referencedFiles(): Set<string>;
}

export function createRemembered(documents: Documents): Remembered {
  const read = <S extends z.ZodType>(key: string, schema: S, fresh: z.output<S>): z.output<S> => {
    const kept = documents.get(key);
    if (kept === null) return fresh;
    const parsed = schema.safeParse(kept);
    if (parsed.success) return parsed.data;
    documents.set(`${key}/unreadable`, kept);
    documents.delete(key);
    return fresh;
  };
  const workspace = () => read('workspace', workspaceSchema, freshWorkspace);
  const settings = () => read('settings', settingsSchema, defaultSettings);

  return {
    settings,
    setSettings(change) {
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      const next = settingsSchema.parse({ ...settings(), ...Object.fromEntries(given) });
      documents.set('settings', next);
      return next;
    },
    workspace,
    setWorkspace: (next) => documents.set('workspace', next),
    namesModel: (modelId) =>
      workspace().cart.some(
        ({ source }) => source !== null && 'modelId' in source && source.modelId === modelId,
      ),
    referencedFiles() {
      const { plate, cart } = workspace();
      return new Set([...plate, ...cart].flatMap(({ file }) => (file === null ? [] : [file.sha256])));
    },
  };
}
