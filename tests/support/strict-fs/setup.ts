/** Makes this thread look like the other system, before any module of the application is loaded. */
import { homedir, tmpdir } from 'node:os';
import Sqlite from 'better-sqlite3';
import { rules } from './face.ts';

// Its native code is chosen by the system on first use, and must stay that of Linux.
new Sqlite(':memory:').close();
// Node reads these by the system's name; the folders stay.
const env = { TEMP: tmpdir(), USERPROFILE: homedir() };
if (rules.platform === 'win32') Object.assign(process.env, env);
Object.defineProperty(process, 'platform', { value: rules.platform });
if (rules.platform === 'win32') Object.assign(process, { getuid: undefined });
