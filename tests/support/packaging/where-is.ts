/** Files of this checkout. */
import { fileURLToPath } from 'node:url';

/** @param path from the root of the project */
export const whereIs = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
