/**
 * `fabdesk diagnostics`: what support needs is in the file, and nothing that is private, in a real folder
 * with real orders.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
import { ZipArchive } from '../../../src-shared/geometry/readers/zip.ts';
import { TaskProgress } from '../../../src-shared/geometry/runtime/task-progress.ts';
import { addressOptions, usAddress } from '../../support/address.ts';
import { callApp } from '../../support/app-calls.ts';
import { modelFolder } from '../../support/cli.ts';
import { boxStl } from '../../support/models.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let app: App | null;
let cwd: string;
let dataDir: string;
beforeEach(async () => {
  cwd = modelFolder();
  dataDir = join(cwd, 'data');
  service = await startService();
  app = await createApp({ dataDir, host: 'browser', version: '0.0.0-test' });
});
afterEach(async () => {
  await app?.close();
  await service.close();
});

const fabdesk = (argv: readonly string[], env: Record<string, string> = {}) =>
  runFabdesk(argv, { cwd, env: { FABDESK_DATA: dataDir, ...env } });

/** Text of each file in the ZIP, by name. */
async function unzip(name: string): Promise<Record<string, string>> {
  const archive = new ZipArchive(new Uint8Array(readFileSync(join(cwd, name))));
  const read = async (part: string) =>
    [part, Buffer.from(await archive.read(part, new TaskProgress({}))).toString()] as const;
  return Object.fromEntries(await Promise.all(archive.names.map(read)));
}

const fileName = 'Zephyr Zwölfkant v7.stl';
const model = boxStl(20, 20, 20);
const size = model.length;
const person = {
  ...usAddress,
  firstName: 'Wilhelmina',
  lastName: 'Quackenbush',
  address1: '4711 Butterscotch Alley',
  city: 'Xanadutown',
  state: 'CA',
  zipCode: '90210',
  phoneNumber: '5550199424',
};
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJlLW9mLWEtdG9rZW4';

/**
 * An account with secrets, an order that was sent, an upload that waits, a cart, and a log that quotes all of
 * it.
 */
async function liveThroughMuch() {
  const { client_id, client_secret, payment_verification_id } = service.credentials;
  const secrets = { FABDESK_CLIENT_SECRET: client_secret, FABDESK_PAYMENT_ID: payment_verification_id };
  const studio = ['accounts', 'add', '--url', service.baseUrl, '--name', 'Quackenbush Atelier'];
  expect((await fabdesk([...studio, '--client-id', client_id], secrets)).code).toBe(0);
  writeFileSync(join(cwd, fileName), model);
  const ordered = await fabdesk([
    'order',
    '--yes',
    '--unit',
    'mm',
    ...addressOptions(person),
    `${fileName}:6:2`,
  ]);
  expect({ code: ordered.code, stderr: ordered.stderr }).toMatchObject({ code: 0 });
  const sender = { name: 'Moonbeam Workshop', logo: null, note: 'Pay in Pumpkins' };
  await callApp(app!, 'settings.set', { quotes: { ...sender, markup: 0.42, validDays: 30 } });
  await callApp(app!, 'app.setPaused', { paused: true });
  const file = await callApp(app!, 'files.importPath', { path: join(cwd, fileName) });
  await callApp(app!, 'queue.enqueueUpload', { file, uploadScale: 0.002, title: 'Surprise for Grandma' });
  await callApp(app!, 'settings.set', { theme: 'dark', unitMemory: { [join(cwd, 'Hush Project')]: 'mm' } });
  await callApp(app!, 'app.open', { paths: [join(cwd, fileName)], unit: 'mm' });
  const { log } = app!;
  log.info(`imported ${join(cwd, fileName)} for wilhelmina.q@quackenbush.example`);
  log.error('queue', new Error(`“${fileName}” to ${person.address1}, ${person.city} ${person.zipCode}`));
  log.error('queue', new Error(`GET ${service.baseUrl}/models/v1?who=ada: Authorization: Bearer ${token}`));
  log.error('unseen', new Error(`cannot read "Never Imported Part.step" in ${homedir()}/Elsewhere/x.obj`));
  log.error(
    'keys',
    new Error(`id ${client_id} secret=${client_secret} pay ${payment_verification_id} ${token}`),
  );
  log.info(`on ${hostname()}: Surprise for Grandma, call ${person.phoneNumber}`);
}

const isPrivate = () => [
  ...['Zephyr', 'Zwölfkant', 'Never Imported', 'x.obj', 'Elsewhere', 'Surprise', 'Grandma', 'Hush Project'],
  ...['Moonbeam', 'Pumpkins'],
  ...['Wilhelmina', 'Quackenbush', 'Butterscotch', '4711', 'Xanadutown', '90210', '0199', 'wilhelmina.q'],
  ...[cwd, dataDir, homedir(), token, 'c2lnbmF0dXJl', 'who=ada'],
  // A short name is part of other words.
  ...(hostname().length < 6 || hostname() === 'localhost' ? [] : [hostname()]),
  service.credentials.client_id,
  service.credentials.client_secret,
  service.credentials.payment_verification_id,
];

describe('fabdesk diagnostics', () => {
  it('The file has what support needs, and nothing private of a folder with orders, uploads and a full log.', {
    tags: 'release',
  }, async () => {
    await liveThroughMuch();
    const { code, stdout, stderr } = await fabdesk(['diagnostics', 'report.zip']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'The diagnostics are in report.zip.\n' });
    expect(stderr).toContain('Not in it: models, file names');
    const files = await unzip('report.zip');
    const all = Object.entries(files).join('\n').toLowerCase();
    expect(isPrivate().filter((text) => all.includes(text.toLowerCase()))).toEqual([]);

    expect(Object.keys(files)).toEqual([
      'readme.txt',
      'program.json',
      'state.json',
      'queue.json',
      'accounts.json',
      'settings.json',
      'logs/fabdesk.log',
    ]);
    for (const name of Object.keys(files).slice(1)) expect(files['readme.txt']).toContain(`${name}: `);
    expect(JSON.parse(files['program.json']!)).toMatchObject({
      fabdesk: '0.0.0-test',
      host: 'browser',
      node: process.versions.node,
      platform: process.platform,
      architecture: { program: process.arch },
    });
    expect(JSON.parse(files['state.json']!)).toMatchObject({
      paused: true,
      queue: { waiting: 1 },
      keychain: { kind: expect.stringMatching(/^(keychain|session)$/) },
      database: { journal: 'wal', synchronous: 2, restoredFrom: null, schema: expect.any(Number) },
      files: { 'fabdesk.db': expect.any(Number), 'sent.log': expect.any(Number) },
      folders: { spool: { count: 1, bytes: size }, quarantine: null },
      unreadable: [],
    });
    expect(JSON.parse(files['queue.json']!)).toMatchObject([
      { kind: 'upload', account: 'local', state: 'done', attempt: 1, file: { ending: 'stl', size } },
      {
        kind: 'order',
        state: 'done',
        lines: [{ materialId: 6, quantity: 2 }],
        currency: 'USD',
        orderId: expect.any(Number),
      },
      { kind: 'upload', state: 'queued', wait: 'paused', problem: null },
    ]);
    expect(JSON.parse(files['accounts.json']!)).toMatchObject([
      { account: 'local', isLocal: true },
      { account: 'account-1', service: `${service.baseUrl}/`, hasPaymentId: true, signIn: 'application' },
    ]);
    expect(JSON.parse(files['settings.json']!)).toMatchObject({ theme: 'dark', unitMemory: 1, plate: 1 });
    const log = files['logs/fabdesk.log']!;
    // What happened and where in the program is still there, for example the host of the service.
    expect(log).toContain(`GET ${service.baseUrl}/…`);
    expect(log).toMatch(/Error: .*<private>.*at .*diagnostics\.test\.ts:\d+/);
  });

  it('With another Fabdesk closed, the command opens the folder itself; a log that is missing is said to be.', async () => {
    await app!.close();
    app = null;
    rmSync(join(dataDir, 'logs'), { recursive: true });
    const { code, json } = await fabdesk(['diagnostics', '--json']);
    expect(code).toBe(0);
    const { file } = json();
    expect(file).toMatch(/^fabdesk-diagnostics-\d{4}-\d\d-\d\d\.zip$/);
    const files = await unzip(file);
    expect(JSON.parse(files['program.json']!)).toMatchObject({ host: 'cli' });
    expect(files['readme.txt']).toContain('There is no log yet.');
    expect(Object.keys(files).filter((name) => name.startsWith('logs/'))).toEqual([]);
  });

  it('An older log is in it too, and a line that was cut off is not passed on.', async () => {
    app!.log.info('begun');
    const folder = join(dataDir, 'logs');
    writeFileSync(join(folder, 'fabdesk.log.1'), '{"what":"earlier"}\n{"what":"to Wilhelmina Qua');
    await fabdesk(['diagnostics', 'report.zip']);
    const files = await unzip('report.zip');
    expect(files['logs/fabdesk.log.1']).toBe('{"what":"earlier"}\n{"unreadable":26}\n');
    expect(files['logs/fabdesk.log']).toContain('begun');
  });

  it('The readme speaks German, as its person does.', async () => {
    await fabdesk(['diagnostics', 'report.zip'], { LANG: 'de_DE.UTF-8' });
    expect((await unzip('report.zip'))['readme.txt']).toMatch(/Nicht enthalten: Modelle, Dateinamen/);
  });

  it('An existing file is replaced only with --force, and another ending is refused.', async () => {
    writeFileSync(join(cwd, 'report.zip'), 'mine');
    expect(await fabdesk(['diagnostics', 'report.zip'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('report.zip already exists'),
    });
    expect(readFileSync(join(cwd, 'report.zip'), 'utf8')).toBe('mine');
    expect((await fabdesk(['diagnostics', 'report.zip', '--force'])).code).toBe(0);
    expect(await unzip('report.zip')).toHaveProperty(['readme.txt']);
    expect((await fabdesk(['diagnostics', 'report.txt'])).code).toBe(2);
  });

  it.each(['nowhere/report.zip', 'cube.stl/report.zip'])(
    'A place where nothing can be written, %s, is named.',
    async (place) => {
      const { code, stderr } = await fabdesk(['diagnostics', place]);
      expect({ code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`${place} cannot be written`),
      });
    },
  );
});
