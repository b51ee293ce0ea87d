/**
 * The version that all processes of a database must share: that of the program and of its last migration, so
 * that versions under development differ too.
 */
import packageJson from '../../package.json' with { type: 'json' };
import { migrations } from './migrations.ts';

export const schemaVersion = `${packageJson.version}/${Object.keys(migrations).at(-1)?.slice(0, 3)}`;
