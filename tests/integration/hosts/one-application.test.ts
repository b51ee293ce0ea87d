/** The application as the owner of its data folder, seen by others that start on the same folder. */
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
import { connectToRunningApp, joinOrStart } from '../../../src-main/instance/control-client.ts';
import { temporaryFolder } from '../../support/folder.ts';

const start = async (dataDir: string): Promise<App> => {
  const app = await createApp({ dataDir, host: 'cli', version: '0.0.0-test' });
  onTestFinished(() => app.close());
  return app;
};

describe('a data folder', () => {
  it('A data folder has one application, which serves others and frees the folder when it closes.', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const app = await start(dataDir);
    await expect(createApp({ dataDir, host: 'cli', version: '0.0.0-test' })).rejects.toMatchObject({
      code: 'already-running',
    });
    const other = (await connectToRunningApp(dataDir))!;
    onTestFinished(() => other.close());
    const heard: unknown[] = [];
    other.on('settings', (payload) => heard.push(payload));
    const changed = await app.client.invoke('settings.set', { theme: 'dark' });
    expect(changed.ok).toBe(true);
    // An answer comes after the events that were sent before it.
    expect(await other.invoke('settings.get', {})).toMatchObject({ ok: true, value: { theme: 'dark' } });
    expect(heard).toEqual([expect.objectContaining({ theme: 'dark' })]);
    await app.close();
    await start(dataDir);
  });

  it('Several simultaneous starts become one application.', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const starts = await Promise.all([1, 2, 3].map(() => joinOrStart(dataDir, () => start(dataDir))));
    expect(starts.filter((one) => 'started' in one)).toHaveLength(1);
    const running = starts.flatMap((one) => ('running' in one ? [one.running] : []));
    expect(running).toHaveLength(2);
    for (const app of running) {
      expect((await app.invoke('settings.get', {})).ok).toBe(true);
      app.close();
    }
  });
});
