/** The entry of `npm start` without Electron (built as dist/main/browser.js). */
import { startAhead } from '../../secrets/keyring-ahead.ts';
import { startNodeKeyring } from '../../secrets/keyring-process.ts';
import { keepCompiled } from '../compile-cache.ts';

keepCompiled();
const keyring = startAhead(startNodeKeyring);
const { start } = await import('./start.ts');
await start(keyring);
