/** `fabdesk` as a Windows program: every command against the local print service. */
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { addressOptions, usAddress } from '../support/address.ts';
import { cubeStl } from '../support/cube-stl.ts';
import { openBoxStl } from '../support/model-files.ts';
import { describeWindows, type Ended, fabdesk, freshFolder, windowsPath, writeModel } from './windows.ts';

describeWindows('The command line on Windows', () => {
  let folder: string;
  let cube: string;
  beforeAll(() => {
    folder = freshFolder('parts');
    cube = writeModel(folder, 'cube.stl', cubeStl('cube', 20));
  });

  /** With the data folder that all tests of this file share. */
  const run = (...args: string[]): Promise<Ended> =>
    fabdesk(args, { cwd: folder, env: { FABDESK_DATA: windowsPath(join(folder, 'data')) } });
  async function json<T>(...args: string[]): Promise<T> {
    const { code, stdout, stderr } = await run(...args, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout) as T;
  }

  it('check reads a file by its full path, and by its name in the current folder.', async () => {
    expect(await json('check', cube)).toMatchObject([{ triangles: 12, volume: 8000 }]);
    expect(await json('check', 'cube.stl')).toMatchObject([{ triangles: 12, volume: 8000 }]);
  });

  it('check ends with 1 for an open part.', async () => {
    writeModel(folder, 'open.stl', openBoxStl(10, 10, 10));
    expect((await run('check', 'open.stl')).code).toBe(1);
  });

  it('check walks through a folder and shows Windows paths.', async () => {
    writeModel(join(folder, 'drawer', 'left'), 'a.stl', cubeStl('a'));
    writeModel(join(folder, 'drawer'), 'b.STL', cubeStl('b'));
    expect(await json('check', 'drawer')).toMatchObject([
      { file: 'drawer\\b.STL' },
      { file: 'drawer\\left\\a.stl' },
    ]);
  });

  it('quote shows the prices of the service.', async () => {
    const { code, stdout } = await run('quote', cube, '--unit', 'mm');
    expect(code).toBe(0);
    expect(stdout).toMatch(/White Strong & Flexible +\$6\.33 +Prints/);
  });

  it('upload puts a model into the account.', async () => {
    expect(await json('upload', cube, '--unit', 'mm')).toMatchObject([{ modelId: 1 }]);
  });

  it('order places an order, orders shows it and queue lists it.', async () => {
    const placed = await json<{ orderId: number }>(
      ...['order', `${cube}:6:2`, '--unit', 'mm', '--yes'],
      ...addressOptions(usAddress),
    );
    expect(placed.orderId).toEqual(expect.any(Number));
    expect(await json('orders')).toMatchObject([{ orderId: placed.orderId }]);
    const jobs = await json<{ kind: string; state: string }[]>('queue');
    expect(jobs.map(({ kind, state }) => `${kind} ${state}`)).toEqual(
      expect.arrayContaining(['order done', 'upload done']),
    );
  });

  it('Three simultaneous commands share one data folder.', async () => {
    const ended = await Promise.all([1, 2, 3].map(() => run('orders', '--json')));
    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      ended.map(() => ({ code: 0, stderr: '' })),
    );
  });
});
