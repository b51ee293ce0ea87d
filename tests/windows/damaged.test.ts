/**
 * A damaged database on Windows: moved away, replaced by the newest backup, and nothing sent twice for it.
 */
import { closeSync, existsSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { cubeStl } from '../support/cube-stl.ts';
import { ask, orderArguments, ordersAtService } from './orders.ts';
import { describeWindows, fabdesk, freshFolder, launchScript, windowsPath, writeModel } from './windows.ts';

describeWindows('Damaged database on Windows', () => {
  let folder: string;
  let cube: string;
  beforeAll(() => {
    folder = freshFolder('parts');
    cube = writeModel(folder, 'cube.stl', cubeStl('cube'));
  });

  /** Overwrites what SQLite reads first. */
  function damage(data: string): void {
    const handle = openSync(join(data, 'fabdesk.db'), 'r+');
    writeSync(handle, Buffer.alloc(8192, 0x5a), 0, 8192, 0);
    closeSync(handle);
  }

  /** The first command after the damage: says that the data is an older copy, and shows the queue. */
  async function queueAfterDamage(onWindows: string) {
    const env = { FABDESK_DATA: onWindows };
    const { code, stdout, stderr } = await fabdesk(['queue', '--json'], { env });
    expect(code).toBe(0);
    expect(stderr).toContain('This is an older copy of Fabdesk’s data');
    expect(await fabdesk(['status', '--seen'], { env })).toMatchObject({ code: 0 });
    return JSON.parse(stdout);
  }

  it('The newest backup replaces a damaged database, and an order from after the backup is not sent again.', async () => {
    const data = join(folder, 'data');
    const onWindows = windowsPath(data);
    const before = await ask(onWindows, ...orderArguments(`${cube}:6:1`));
    expect(await launchScript('programs/back-up.ts', onWindows).end()).toMatchObject({ code: 0, stderr: '' });
    const backups = readdirSync(join(data, 'backups'));
    expect(backups.length).toBeGreaterThan(0);
    const after = await ask(onWindows, ...orderArguments(`${cube}:6:2`));
    // Commands back up when they end; here the newest backup has to be older than the order.
    for (const name of readdirSync(join(data, 'backups')))
      if (!backups.includes(name)) rmSync(join(data, 'backups', name), { recursive: true });
    damage(data);

    const jobs: { kind: string; state: string; result?: { orderId: number } }[] =
      await queueAfterDamage(onWindows);
    expect(jobs).toContainEqual(
      expect.objectContaining({
        kind: 'order',
        state: 'done',
        result: expect.objectContaining({ orderId: before.orderId }),
      }),
    );
    expect(readdirSync(join(data, 'quarantine'))).toHaveLength(1);
    await fabdesk(['queue', 'run', '--data', onWindows]);
    expect(await ordersAtService(onWindows)).toEqual([before.orderId, after.orderId].sort());
  });

  it('Without a backup Fabdesk starts empty, keeps the damaged file and shows what sent.log knows.', async () => {
    const data = join(folder, 'no backup');
    const onWindows = windowsPath(data);
    const { orderId } = await ask(onWindows, ...orderArguments(`${cube}:6:1`));
    rmSync(join(data, 'backups'), { recursive: true });
    damage(data);
    await queueAfterDamage(onWindows);
    const [quarantine = ''] = readdirSync(join(data, 'quarantine'));
    expect(existsSync(join(data, 'quarantine', quarantine, 'fabdesk.db'))).toBe(true);
    await fabdesk(['queue', 'run', '--data', onWindows]);
    expect(await ordersAtService(onWindows)).toEqual([orderId]);
  });
});
