/** `npm run torture -- --kills N`: real processes killed, lied to and damaged; tests/torture/main.ts says what it takes. */
import { becomeScript } from './script.mjs';

becomeScript('tests/torture/main.ts');
