/** Names and paths of Windows: names of files and folders, their places, and reserved names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type ServiceFacts, signIn } from '../support/announced-service.ts';
import { cubeStl } from '../support/cube-stl.ts';
import { uploadBody } from '../support/upload.ts';
import { Host } from './host.ts';
import { ask, orderArguments, ordersAtService } from './orders.ts';
import {
  describeWindows,
  fabdesk,
  freshFolder,
  launchService,
  sharedPath,
  windowsPath,
  writeModel,
} from './windows.ts';

describeWindows('Names and paths on Windows', () => {
  let folder: string;
  let data: string;
  beforeAll(async () => {
    folder = freshFolder('Größe & Maße 😀 (2026)');
    data = windowsPath(join(folder, 'Büro Daten'));
    await Host.start(data);
  });

  it('Files with everyday names are uploaded under their names.', async () => {
    const names = [
      'my part (final) 2',
      'Häuschen Ölkännchen',
      'rocket 🚀 part',
      '部品 №1',
      "it's 100% & more",
    ];
    const paths = names.map((name, at) => writeModel(folder, `${name}.stl`, cubeStl('part', 10 + at)));
    const uploaded: { state: string }[] = await ask(data, 'upload', ...paths, '--unit', 'mm');
    expect(uploaded.map(({ state }) => state)).toEqual(names.map(() => 'done'));
    const models: { title: string }[] = await ask(data, 'models');
    expect(models.map(({ title }) => title).sort()).toEqual([...names].sort());
  });

  it('An order line takes a drive letter, a material and a quantity.', async () => {
    const path = writeModel(folder, 'line.stl', cubeStl('line'));
    const { orderId } = await ask(data, ...orderArguments(`${path}:6:3`));
    expect(await ordersAtService(data)).toEqual([orderId]);
  });

  it('The case of letters does not matter.', async () => {
    const path = writeModel(folder, 'Case.STL', cubeStl('case'));
    expect(await ask(data, 'check', path.toLowerCase())).toMatchObject([{ triangles: 12 }]);
  });

  it('Paths longer than 260 characters are checked and uploaded, and refused for the data folder.', async () => {
    const deep = join(folder, ...Array.from({ length: 6 }, (_, level) => `${level}${'ö'.repeat(50)}`));
    const path = writeModel(deep, 'deep.stl', cubeStl('deep'));
    expect(path.length).toBeGreaterThan(300);
    expect(await ask(data, 'check', path)).toMatchObject([{ triangles: 12 }]);
    expect(await ask(data, 'upload', path, '--unit', 'mm')).toMatchObject([{ state: 'done' }]);
    const refused = await fabdesk(['queue', '--data', windowsPath(join(deep, 'data'))]);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toMatch(/The path of the data folder has more than 200 characters/);
  });

  it('Network paths and paths with the prefix for long ones work for files.', async () => {
    const path = writeModel(folder, 'shared.stl', cubeStl('shared'));
    const share = sharedPath(folder);
    expect(await ask(data, 'check', `${share}\\shared.stl`)).toMatchObject([{ triangles: 12 }]);
    expect(await ask(data, 'check', `\\\\?\\${path}`)).toMatchObject([{ triangles: 12 }]);
    expect(await ask(data, ...orderArguments(`${share}\\shared.stl:6`))).toMatchObject({
      orderId: expect.any(Number),
    });
  });
});

describeWindows('Names from the service on Windows', () => {
  let data: string;
  let upload: (fileName: string) => Promise<string>;
  beforeAll(async () => {
    const facts = await launchService(['--data', windowsPath(freshFolder('service'))]).said<ServiceFacts>();
    const call = await signIn(facts);
    upload = async (fileName) => {
      const { modelId } = await call('POST', '/models/v1', uploadBody(cubeStl('cube'), { fileName }));
      return String(modelId);
    };
    data = windowsPath(freshFolder('data'));
    const host = await Host.start(data);
    const { id } = await host.call('accounts.add', {
      name: 'Beside',
      baseUrl: facts.base_url,
      clientId: facts.client_id,
      clientSecret: facts.client_secret,
      paymentVerificationId: facts.payment_verification_id,
    });
    await host.call('accounts.select', { accountId: id });
  });

  it.each(['CON.stl', 'aux.stl', 'com1.stl', 'a:b.stl', 'C:evil.stl', 'a*b?.stl', '..\\..\\up.stl'])(
    '%s is fetched as one ordinary file into the folder.',
    async (name) => {
      const modelId = await upload(name);
      const into = freshFolder('fetched');
      const args = ['models', 'download', modelId, '--data', data, '--json'];
      const { code, stdout, stderr } = await fabdesk(args, { cwd: into });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const [saved = '', ...more] = readdirSync(into);
      expect(more).toEqual([]);
      expect(JSON.parse(stdout).file).toBe(windowsPath(join(into, saved)));
      expect(saved).toMatch(/^[^<>:"/\\|?*]*[^<>:"/\\|?*. ]$/);
      expect(saved).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
      expect(readFileSync(join(into, saved), 'utf8')).toBe(cubeStl('cube'));
    },
  );
});
