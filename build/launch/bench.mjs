/** `npm run bench -- geometry [--json]`: side-by-side measurements, on the built program. */
import { ensureBuilt } from './built.mjs';
import { becomeScript } from './script.mjs';

becomeScript('bench/main.ts', ensureBuilt);
