/** The folders of this checkout. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const dist = join(root, 'dist');
export const modules = join(root, 'node_modules');
