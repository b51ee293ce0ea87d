/** `~` in a path, for the programs whose arguments no shell has expanded: `--data=~/x`, an environment, cmd. */
import { messageError } from './message-error.ts';
import { ref } from './messages/messages.ts';

/** `~` and `~/x` become the home folder of this user. Throws `bad-path` for the home of another one. */
export function expandHome(path: string, home: string): string {
  const tilde = /^~([^/\\]*)(.*)$/s.exec(path);
  if (tilde === null) return path;
  const [, user = '', rest = ''] = tilde;
  if (user === '') return home + rest;
  throw messageError('bad-path', ref('hosts.path.otherHome', { path, user }));
}
