import type { Settings } from './contract.ts';

/** Before anybody has changed a setting, and in the window until the stored ones are read. */
export const defaultSettings: Settings = {
  theme: 'system',
  displayUnit: 'mm',
  priceTolerance: 0.02,
  unitMemory: {},
};
