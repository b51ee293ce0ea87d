/** The version from package.json, built in so that no host has to read a file. */
import packageJson from '../package.json' with { type: 'json' };

export const version: string = packageJson.version;

/**
 * The address of a JSON file about the newest version, from `updateFeed` in package.json; whoever publishes
 * packages puts it there. `FABDESK_UPDATE_FEED` replaces it. Undefined: nobody is asked, and the window
 * offers nothing.
 */
export const updateFeed = (
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined => (env['FABDESK_UPDATE_FEED'] ?? packageJson.updateFeed) || undefined;
