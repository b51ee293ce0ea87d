import type { Settings } from './contract.ts';

/** The settings before anybody has changed one, and in the window until the stored ones are read. */
export const defaultSettings: Settings = {
  theme: 'system',
  displayUnit: 'mm',
  priceTolerance: 0.02,
  unitMemory: {},
};
