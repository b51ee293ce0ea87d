/** Expands `~` in a path if no shell has done it: `--data=~/x`, an environment variable, cmd. */
import { messageError } from './message-error.ts';
import { ref } from './messages/messages.ts';

/** `~` and `~/x` become the home folder of this user. Throws `bad-path` for another user's. */
export function expandHome(path: string, home: string): string {
  const tilde = /^~([^/\\]*)(.*)$/s.exec(path);
  if (tilde === null) return path;
  const [, user = '', rest = ''] = tilde;
  if (user === '') return home + rest;
  throw messageError('bad-path', ref('hosts.path.otherHome', { path, user }));
}
