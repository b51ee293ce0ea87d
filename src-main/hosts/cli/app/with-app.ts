/** Runs a command's work against the application and closes it whatever happens. */
import type { AppClient } from '../../../../src-shared/ipc/contract.ts';
import type { Output } from '../output/output.ts';
import type { ConnectOptions, Surroundings } from './surroundings.ts';

export async function withApp<T>(
  surroundings: Surroundings,
  dataDir: string,
  out: Output,
  work: (client: AppClient) => Promise<T>,
  options: Omit<ConnectOptions, 'dataDir'> = {},
): Promise<T> {
  out.progress(out.t('cli.starting'));
  const connection = await surroundings.connect({ dataDir, ...options });
  try {
    out.progress(null);
    return await work(connection.client);
  } finally {
    out.progress(null);
    await connection.close();
  }
}
