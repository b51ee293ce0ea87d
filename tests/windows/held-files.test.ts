/** Files that another program on Windows has open exclusively, and a full disk. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { cubeStl } from '../support/cube-stl.ts';
import { canMount, fillUp, mountDisk, unmountDisk } from '../support/small-disk.ts';
import { Host } from './host.ts';
import { ask, orderArguments, ordersAtService } from './orders.ts';
import {
  describeWindows,
  fabdesk,
  freshFolder,
  launchScript,
  type Program,
  windowsPath,
  writeModel,
} from './windows.ts';

/** Another program that holds the file until it is killed. */
async function hold(path: string, program = 'hold-file.ts'): Promise<Program> {
  const holder = launchScript(`programs/${program}`, windowsPath(path));
  await holder.said();
  return holder;
}

describeWindows('Held files on Windows', () => {
  let folder: string;
  let data: string;
  beforeAll(() => {
    folder = freshFolder('parts');
    data = join(folder, 'data');
  });

  it('A model that another program holds is named, and nothing of its order is queued.', async () => {
    const cube = writeModel(folder, 'held.stl', cubeStl('held'));
    const holder = await hold(join(folder, 'held.stl'));
    const env = { FABDESK_DATA: windowsPath(data) };
    const check = await fabdesk(['check', cube], { env });
    expect(check).toMatchObject({ code: 1, stdout: expect.stringContaining('held.stl') });
    expect(check.stdout).toMatch(/cannot be read/);
    const order = await fabdesk(orderArguments(`${cube}:6`), { env });
    expect(order.code).toBe(1);
    expect(order.stderr).toMatch(/held\.stl.* cannot be read/);
    await holder.kill();
    expect(await ask(windowsPath(data), 'queue')).toEqual([]);
    expect(await ask(windowsPath(data), 'check', cube)).toMatchObject([{ triangles: 12 }]);
  });

  describe('of the data folder', () => {
    let ordered: string;
    let orderId: number;
    beforeAll(async () => {
      ordered = join(folder, 'ordered');
      const cube = writeModel(folder, 'cube.stl', cubeStl('cube'));
      ({ orderId } = await ask(windowsPath(ordered), ...orderArguments(`${cube}:6`)));
    });

    it.each([
      ['fabdesk.db', 'shares it with nobody', 'hold-file.ts'],
      ['fabdesk.db', 'writes to it', 'lock-database.ts'],
      ['sent.log', 'shares it with nobody', 'hold-file.ts'],
      ['instance.lock', 'shares it with nobody', 'hold-file.ts'],
      ['ballast', 'shares it with nobody', 'hold-file.ts'],
    ])(
      '%s: while another program %s a start says so or does without, and the next one has everything.',
      async (name, _, program) => {
        const holder = await hold(join(ordered, name), program);
        const during = await fabdesk(['queue', '--data', windowsPath(ordered)]);
        await holder.kill();
        if (during.code !== 0) {
          expect(during.code).toBe(5);
          expect(during.stderr).toMatch(
            /^fabdesk: Fabdesk cannot use (the data folder|its database) .*\.\n$/,
          );
        }
        expect(existsSync(join(ordered, 'quarantine'))).toBe(false);
        expect(await ask(windowsPath(ordered), 'queue')).toContainEqual(
          expect.objectContaining({
            kind: 'order',
            state: 'done',
            result: expect.objectContaining({ orderId }),
          }),
        );
      },
    );
  });
});

const mounts = canMount();

describeWindows('A full disk on Windows', () => {
  let disk: string;
  beforeEach(() => {
    if (!mounts) return;
    disk = freshFolder('disk');
    if (!mountDisk(disk, 128)) throw new Error('nothing can be mounted here');
    onTestFinished(() => unmountDisk(disk));
  });
  const withoutMount = mounts ? '' : ' (skipped: only root may mount a small disk)';

  it.skipIf(!mounts)(
    `An order without enough disk space is refused, and placed once there is space${withoutMount}.`,
    async () => {
      const data = windowsPath(join(disk, 'data'));
      const host = await Host.start(data);
      // The local service starts in the background and needs space for its own data.
      await host.call('catalog.get');
      const cube = writeModel(freshFolder('parts'), 'cube.stl', cubeStl('cube'));
      const filler = fillUp(disk, 512);
      const refused = await fabdesk(orderArguments(`${cube}:6`), { env: { FABDESK_DATA: data } });
      expect(refused.code).toBe(5);
      expect(refused.stderr).toMatch(/Not enough disk space/);
      expect(await host.call('queue.list')).toEqual([]);
      rmSync(filler);
      const { orderId } = await ask(data, ...orderArguments(`${cube}:6`));
      expect(await ordersAtService(data)).toEqual([orderId]);
      await host.program.kill();
    },
  );

  it.skipIf(!mounts)(`A start on a full disk says so and loses nothing${withoutMount}.`, async () => {
    const data = windowsPath(join(disk, 'data'));
    const cube = writeModel(freshFolder('parts'), 'cube.stl', cubeStl('cube'));
    const { orderId } = await ask(data, ...orderArguments(`${cube}:6`));
    const filler = fillUp(disk, 0);
    const during = await fabdesk(['queue'], { env: { FABDESK_DATA: data } });
    if (during.code !== 0) expect(during.stderr).toMatch(/disk is full/i);
    rmSync(filler);
    expect(await ordersAtService(data)).toEqual([orderId]);
    expect(await ask(data, 'queue')).toContainEqual(
      expect.objectContaining({ kind: 'order', state: 'done' }),
    );
  });
});
