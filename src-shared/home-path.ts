/** `~` in a path, for the programs whose arguments no shell has expanded: `--data=~/x`, an environment, cmd. */
import { CodedError } from './result.ts';

/** `~` and `~/x` become the home folder of this user. Throws `bad-path` for the home of another one. */
export function expandHome(path: string, home: string): string {
  const tilde = /^~([^/\\]*)(.*)$/s.exec(path);
  if (tilde === null) return path;
  const [, user, rest = ''] = tilde;
  if (user === '') return home + rest;
  throw new CodedError(
    'bad-path',
    `The path ${path} begins with the home folder of "${user}", which Fabdesk does not look up. Write the whole path, or ./${path} for a folder of that name.`,
  );
}
