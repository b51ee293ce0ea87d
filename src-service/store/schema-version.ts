/**
 * What processes that share a database must have in common: the version of the program, and how far its migrations go, so
 * that versions under development differ too.
 */
import packageJson from '../../package.json' with { type: 'json' };
import { migrations } from './migrations.ts';

export const schemaVersion = `${packageJson.version}/${Object.keys(migrations).at(-1)?.slice(0, 3)}`;
