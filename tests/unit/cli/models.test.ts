import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ModelView } from '../../../src-shared/ipc/model-view.ts';
import { appDouble, failing } from '../../support/app-double.ts';
import { modelFolder, run } from '../../support/cli.ts';
import { changeJob } from '../../support/samples.ts';

const view: ModelView = {
  accountId: 'local',
  modelId: 71,
  modelVersion: 2,
  printable: 'yes',
  spin: '9XK2P',
  isLocal: false,
  pages: ['https://prints.example/model/71'],
  materials: {
    '6': { title: 'White Strong & Flexible', basePrice: 10, price: 11, isPrintable: true, restrictions: [] },
    '81': { title: '', basePrice: null, price: null, isPrintable: false, restrictions: ['One part only'] },
  },
  currency: 'USD',
  secretKey: 's3',
  secretPage: 'https://prints.example/model/71?key=s3',
  claimKey: '',
  claimPage: null,
  details: {
    title: 'Halter',
    description: 'Holds a shelf.',
    tags: ['shelf'],
    isPublic: false,
    isClaimable: false,
    isForSale: false,
    isDownloadable: false,
    defaultMaterialId: 6,
    categories: [],
    materials: { '6': { markup: 1, isActive: true } },
  },
};
const file = { sha256: 'a'.repeat(64), md5: 'b'.repeat(32), size: 684, name: 'halter.stl', path: null };

/** An application whose changes are done at once. */
function doing(overrides: Parameters<typeof appDouble>[0] = {}) {
  const done = changeJob({ state: 'done', result: { remoteId: 71 } });
  const job = () => done;
  const app = appDouble({
    'library.show': () => view,
    'library.edit': job,
    'library.remove': job,
    'library.addFile': job,
    'library.addPhoto': job,
    'library.addToCart': job,
    'library.customise': job,
    'orders.reprint': job,
    ...overrides,
  });
  app.jobs.push(done);
  return app;
}

describe('models', () => {
  it('models lists models, and shows one as text and as JSON.', async () => {
    const models = [{ modelId: 71, modelVersion: 2, title: 'Halter' }];
    const app = doing({ 'library.list': () => ({ models, hasMore: true }) });
    const list = await run(['models'], { app });
    expect(list.stdout).toMatch(/71 +2 {2}Halter/);
    expect(list.stdout).toContain('fabdesk models --page 2');
    const shown = await run(['models', 'show', '71'], { app });
    expect(shown.stdout).toContain('Model 71: Halter');
    expect(shown.stdout).toContain('private, not for sale');
    expect(shown.stdout).toContain('White Strong & Flexible');
    expect((await run(['models', 'show', '--json', '71'], { app })).json()).toEqual(view);
  });

  it('models edit sends the named fields with their earlier values.', async () => {
    const app = doing();
    const { code } = await run(
      ['models', 'edit', '71', '--title', ' Left ', '--tags', 'a, b,a', '--public', '--markup', '6=2.50'],
      { app },
    );
    expect(code).toBe(0);
    expect(app.inputOf('library.edit')).toEqual({
      accountId: 'local',
      modelId: 71,
      title: 'Halter',
      before: { title: 'Halter', tags: ['shelf'], isPublic: false, materials: view.details.materials },
      after: {
        title: 'Left',
        tags: ['a', 'b'],
        isPublic: true,
        materials: { '6': { markup: 2.5, isActive: true } },
      },
    });
  });

  it.each([
    [['edit', '71'], 'Nothing to change'],
    [['edit', '71', '--title', ' '], 'needs a title'],
    [['edit', '71', '--public', '--claimable'], 'neither public nor for sale'],
    [['edit', '71', '--markup', '6'], 'is not a markup'],
    [['edit', '71', '--default-material', 'Unobtainium'], 'There is no material'],
  ])('models edit refuses %j.', async (args, words) => {
    const { code, stderr } = await run(['models', ...args], { app: doing() });
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });

  it('models edit is queued while the service is away, and says that waiting is no failure.', async () => {
    const waiting = changeJob({ wait: 'network' });
    const app = doing({
      'library.show': failing('network', 'Nothing answers.'),
      'library.edit': () => waiting,
    });
    app.jobs = [waiting];
    const { code } = await run(['models', 'edit', '--queue', '71', '--title', 'Left'], { app });
    expect(code).toBe(0);
    expect(app.inputOf('library.edit')).toMatchObject({ before: {}, after: { title: 'Left' } });
  });

  it('models delete asks first.', async () => {
    const app = doing();
    expect((await run(['models', 'delete', '71'], { app })).code).toBe(4);
    expect(app.calls.some(({ name }) => name === 'library.remove')).toBe(false);
    expect((await run(['models', 'delete', '--yes', '71'], { app })).code).toBe(0);
    expect(app.inputOf('library.remove')).toEqual({ accountId: 'local', modelId: 71, title: 'Halter' });
  });

  it('models download copies the fetched file, and replaces a file only on request.', async () => {
    const folder = modelFolder();
    mkdirSync(join(folder, 'data', 'spool'), { recursive: true });
    writeFileSync(join(folder, 'data', 'spool', file.sha256), 'solid halter');
    const app = doing({ 'library.download': () => file });
    const args = [
      'models',
      'download',
      '71',
      '--data',
      join(folder, 'data'),
      '--out',
      join(folder, 'mine.stl'),
    ];
    expect(await run([...args, '--file-version', '0'], { app })).toMatchObject({ code: 0, stderr: '' });
    expect(app.inputOf('library.download')).toEqual({ accountId: 'local', modelId: 71, version: 0 });
    expect(readFileSync(join(folder, 'mine.stl'), 'utf8')).toBe('solid halter');
    expect((await run(args, { app })).code).toBe(2);
    expect((await run([...args, '--force'], { app })).code).toBe(0);
    expect(existsSync(join(folder, 'mine.stl'))).toBe(true);
  });

  it.each([0, 1])('The data folder may be given %i words before its command.', async (words) => {
    const folder = modelFolder();
    mkdirSync(join(folder, 'data', 'spool'), { recursive: true });
    writeFileSync(join(folder, 'data', 'spool', file.sha256), 'solid halter');
    const app = doing({ 'library.download': () => file });
    const args = ['models', 'download', '71', '--out', join(folder, 'mine.stl')];
    const named = [...args.slice(0, words), '--data', join(folder, 'data'), ...args.slice(words)];
    expect(await run(named, { app })).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(folder, 'mine.stl'), 'utf8')).toBe('solid halter');
  });

  it('Photo, cart and customised product are requested as given.', async () => {
    const app = doing({ 'files.importPath': ({ path }) => ({ ...file, name: 'front.png', path }) });
    await run(['models', 'add-photo', '71', 'front.png', '--title', 'Front', '--material', '6'], { app });
    expect(app.inputOf('library.addPhoto')).toMatchObject({
      modelId: 71,
      photoTitle: 'Front',
      materialId: 6,
    });
    await run(['models', 'add-to-cart', '71', '--material', '6', '--quantity', '3'], { app });
    expect(app.inputOf('library.addToCart')).toMatchObject({ modelId: 71, materialId: 6, quantity: 3 });
    await run(['models', 'customise', '9XK2P', '--text', 'Ada'], { app });
    expect(app.inputOf('library.customise')).toMatchObject({ spin: '9XK2P', text: 'Ada', picture: null });
  });
});

describe('What a model costs and who may have it', () => {
  it('Pages with keys are shown, and prices in every material on request.', async () => {
    const claimed = { ...view, claimKey: 'c1', claimPage: 'https://prints.example/model/claim/71?key=c1' };
    const app = doing({ 'library.show': () => claimed });
    const { stdout } = await run(['models', 'show', '71', '--prices'], { app });
    expect(stdout).toMatch(/private page +https:\/\/prints\.example\/model\/71\?key=s3/);
    expect(stdout).toMatch(/claim page +https:\/\/prints\.example\/model\/claim\/71\?key=c1/);
    expect(stdout).toMatch(/6 +White Strong & Flexible +\$10\.00 +\$1\.00 +\$11\.00/);
    expect(stdout).toMatch(/81 +Polished Silver .*not printable, One part only/);
  });

  it('A price becomes a markup on the base price of the service.', async () => {
    const app = doing();
    expect((await run(['models', 'edit', '71', '--price', '6=12.50'], { app })).code).toBe(0);
    expect(app.inputOf('library.edit')).toMatchObject({
      before: { materials: { '6': { markup: 1, isActive: true } } },
      after: { materials: { '6': { markup: 2.5, isActive: true } } },
    });
    const below = await run(['models', 'edit', '71', '--price', '6=9'], { app: doing() });
    expect(below).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('below the base price of 10.00'),
    });
    const unknown = await run(['models', 'edit', '71', '--price', '81=9'], { app: doing() });
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('Use --markup instead') });
  });

  it('The versions of a file are listed.', async () => {
    const listed = [{ version: 2, fileName: 'halter.stl', size: 684, md5: 'ab' }];
    const app = doing({ 'library.versions': () => listed });
    expect((await run(['models', 'versions', '71'], { app })).stdout).toMatch(/2 +halter\.stl +\S+ .* +ab/);
    expect((await run(['models', 'versions', '71', '--json'], { app })).json()).toEqual(listed);
  });
});
