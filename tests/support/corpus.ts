/**
 * The shared corpus of real model files, beside the checkout. Tests that need it are shown as skipped if it
 * is missing.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const corpusDir = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
export const corpusPresent = existsSync(`${corpusDir}reference.json`);
