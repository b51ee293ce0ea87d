/** `npm run screenshots`: pictures of every screen of the built program, in docs/screenshots; see tests/screenshots/main.ts. */
import { ensureBuilt } from './built.mjs';
import { becomeScript } from './script.mjs';

becomeScript('tests/screenshots/main.ts', ensureBuilt);
