/** The version that package.json names; built in, so that no door reads files to know it. */
import packageJson from '../package.json' with { type: 'json' };

export const version: string = packageJson.version;
