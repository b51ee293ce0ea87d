/** Runs a command's work against the application and closes it whatever happens. */
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import { folderNoticeText } from '../../../../src-shared/ipc/folder-notice-text.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import type { Output } from '../output/output.ts';
import { type Connection, type ConnectOptions, invoke, type Surroundings } from './surroundings.ts';

export async function withApp<T>(
  surroundings: Surroundings,
  dataDir: string,
  out: Output,
  work: (client: AppClient, connection: Pick<Connection, 'hasStarted'>) => Promise<T>,
  options: Omit<ConnectOptions, 'dataDir'> = {},
): Promise<T> {
  out.progress(() => out.t('cli.starting'));
  const connection = await surroundings.connect({ dataDir, ...options });
  try {
    out.progress(null);
    await noteCopy(connection.client, out);
    for (const what of connection.setAside ?? []) out.note(out.say(ref(`hosts.setAside.${what}`)));
    return await work(connection.client, connection);
  } finally {
    out.progress(null);
    await connection.close();
  }
}

/**
 * Every command says so until a person has read it: whatever it does may be about orders that were sent long
 * ago.
 */
async function noteCopy(client: AppClient, out: Output): Promise<void> {
  const { folder } = await invoke(client, 'app.status', {});
  if (!folder?.notice) return;
  out.note(`${out.noteStyle.warn('fabdesk:')} ${out.say(folderNoticeText(folder.notice))}`);
  out.note(out.t('cli.status.seen'));
}
