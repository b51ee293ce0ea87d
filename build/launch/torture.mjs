/**
 * `npm run torture -- --kills N`: real processes are killed, lied to and damaged; tests/torture/main.ts lists the
 * options.
 */
import { becomeScript } from './script.mjs';

becomeScript('tests/torture/main.ts');
