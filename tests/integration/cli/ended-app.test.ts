/**
 * A command whose answer is lost because the Fabdesk that was to give it ends, as another command of a script
 * does.
 * @release
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApp } from '../../../src-main/app.ts';
import { startControlServer } from '../../../src-main/instance/control-server.ts';
import { callApp } from '../../support/app-calls.ts';
import { modelFolder } from '../../support/cli.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';

/** A folder with one uploaded model, whose application ends in the middle of the first call of this name. */
async function endsDuring(name: string) {
  const cwd = modelFolder();
  const dataDir = join(cwd, 'data');
  const fabdesk = (...argv: string[]) => runFabdesk(argv, { cwd, env: { FABDESK_DATA: dataDir } });
  const app = await createApp({ dataDir, host: 'cli', version: '0.0.0-test' });
  expect(await fabdesk('upload', '--unit', 'mm', 'cube.stl')).toMatchObject({ code: 0 });
  const ended = Promise.withResolvers<void>();
  const server = await startControlServer(dataDir, async (called, input) => {
    if (called !== name) return app.call(called, input);
    await Promise.all([server.close(), app.close()]);
    ended.resolve();
    return new Promise(() => {});
  });
  return { dataDir, fabdesk, ended: ended.promise };
}

it('A read whose answer is lost is made again.', async () => {
  const { fabdesk } = await endsDuring('library.show');
  const ran = await fabdesk('models', 'show', '1', '--json');
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.json()).toMatchObject({ modelId: 1 });
});

it('A write whose answer is lost is not made again.', async () => {
  const { dataDir, fabdesk, ended } = await endsDuring('library.remove');
  const ran = await fabdesk('models', 'delete', '--yes', '1');
  expect(ran).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('Fabdesk ended before it answered.'),
  });
  await ended;
  const next = await createApp({ dataDir, host: 'cli', version: '0.0.0-test' });
  const jobs = await callApp(next, 'queue.list', {});
  await next.close();
  expect(jobs.map(({ kind }) => kind)).toEqual(['upload']);
});
