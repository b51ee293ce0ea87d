/** The version from package.json, built in so that no host has to read a file. */
import packageJson from '../package.json' with { type: 'json' };

export const version: string = packageJson.version;
