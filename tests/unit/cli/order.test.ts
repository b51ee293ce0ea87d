import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { parseOrderLine } from '../../../src-main/hosts/cli/input/order-lines.ts';
import type { Problem } from '../../../src-shared/jobs/job.ts';
import { noExtras } from '../../../src-shared/jobs/order-extras.ts';
import { centimetres } from '../../../src-shared/units/units.ts';
import { joinMeshes, makeBox, makeCube, moveMesh } from '../../fixtures/geometry/solids.ts';
import { addressOptions, nlAddress, usAddress } from '../../support/address.ts';
import { type AppDouble, appDouble, doubleCatalog, type Ending, failing } from '../../support/app-double.ts';
import { sampleStatus } from '../../support/bridge-double.ts';
import { modelFolder, opened, type RunOptions, run } from '../../support/cli.ts';
import { objWithSurface } from '../../support/model-files.ts';
import { patience } from '../../support/patience.ts';
import { changeJob } from '../../support/samples.ts';

const placed = (app: AppDouble): boolean => app.calls.some((call) => call.name === 'queue.placeOrder');

const order = (args: readonly string[], options: RunOptions & { app: AppDouble }) =>
  run(['order', '--unit', 'mm', ...args], { cwd: modelFolder(), ...options });

// 9 mm fit one of these printers and 238 mm both, which outweighs that millimetres are more common; and
// the side is round in neither.
const bounds = (least: number) => ({
  xBoundMin: centimetres(least),
  xBoundMax: centimetres(60),
  yBoundMin: centimetres(least),
  yBoundMax: centimetres(60),
  zBoundMin: centimetres(least),
  zBoundMax: centimetres(60),
});
const doubtful = [
  { printerId: 1, title: 'Fine', ...bounds(0.1) },
  { printerId: 2, title: 'Coarse', ...bounds(3) },
];

describe('an order line', () => {
  const lineFolder = () => modelFolder({ 'odd:6.stl': 'x', odd: 'x' });

  it.each([
    ['cube.stl:6', { file: 'cube.stl', material: '6', quantity: 1 }],
    ['cube.stl:6:12', { file: 'cube.stl', material: '6', quantity: 12 }],
    ['cube.stl:Polished Silver:2', { file: 'cube.stl', material: 'Polished Silver', quantity: 2 }],
    ['odd:6.stl:25', { file: 'odd:6.stl', material: '25', quantity: 1 }],
    ['odd:6', { file: 'odd', material: '6', quantity: 1 }],
  ])('An order line is parsed: %s', async (text, line) => {
    expect(await parseOrderLine(text, lineFolder(), {})).toEqual(line);
  });

  it('An order line takes missing values from --material and --quantity.', async () => {
    const cwd = lineFolder();
    const defaults = { material: '81', quantity: '3' };
    expect(await parseOrderLine('cube.stl', cwd, defaults)).toEqual({
      file: 'cube.stl',
      material: '81',
      quantity: 3,
    });
    expect(await parseOrderLine('cube.stl:6:1', cwd, defaults)).toMatchObject({ material: '6', quantity: 1 });
  });

  it.each([
    ['missing.stl:6', 'There is no file for "missing.stl:6"'],
    ['cube.stl', 'Choose the material of cube.stl'],
    ['cube.stl:', 'Choose the material of cube.stl'],
    ['cube.stl:6:0', '"0" is not a quantity'],
    ['cube.stl:6:2.5', '"2.5" is not a quantity'],
  ])('The order line %s is refused.', async (text, message) => {
    await expect(parseOrderLine(text, lineFolder(), {})).rejects.toThrow(message);
  });
});

describe('placing an order', () => {
  it('order --yes places exactly what was priced and prints the order id.', async () => {
    const app = appDouble();
    const { code, json, questions } = await order(['--json', '--yes', 'cube.stl:6:3'], { app });
    expect(code).toBe(0);
    expect(questions).toEqual([]);
    expect(json()).toMatchObject({
      state: 'done',
      orderId: 1042,
      productionOrderIds: [7],
      parts: 240,
      total: 252,
      currency: 'USD',
      lines: [
        { file: 'cube.stl', unit: 'mm', unitFrom: 'option', materialId: 6, quantity: 3, unitPrice: 80 },
      ],
    });
    expect(app.inputOf('queue.placeOrder')).toMatchObject({
      confirmedParts: 240,
      shippingOption: 'Cheapest',
      address: usAddress,
      lines: [{ materialId: 6, quantity: 3, unitPrice: 80, uploadScale: 0.001, title: 'cube', source: null }],
    });
    expect(app.closes).toBe(1);
  });

  it('order shows the address line by line as it is sent, with the reference unless --no-reference is given.', async () => {
    const app = appDouble();
    const shown = await order(['--yes', 'cube.stl:6', '--state', 'ny', '--phone', '(212) 555-1234'], { app });
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/ Ref ········\n/);
    expect(shown.stdout).toContain(', NY, US');
    expect(app.inputOf('queue.placeOrder')).toMatchObject({
      address: { state: 'NY', phoneNumber: '2125551234', address3: '' },
      referenceLine: true,
    });
    const without = appDouble();
    const { stdout } = await order(['--yes', '--no-reference', 'cube.stl:6'], { app: without });
    expect(stdout).not.toContain('Ref ');
    expect(without.inputOf('queue.placeOrder')).toMatchObject({ referenceLine: false });
  });

  it('A ZIP code of another state is a question before the order is placed.', async () => {
    const doubtful = ['cube.stl:6', '--unit', 'mm', ...addressOptions({ ...usAddress, state: 'NE' })];
    const shown = await order(doubtful, { app: appDouble(), terminal: true, answer: 'n' });
    expect(shown.code).not.toBe(0);
    expect(shown.stderr).toMatch(/ZIP code \d+ belongs to New York, but the state is Nebraska/);
    // A script cannot answer it.
    const app = appDouble();
    const refused = await order(['--yes', ...doubtful], { app });
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('Correct the address, or add --anyway.');
    expect(placed(app)).toBe(false);
    expect((await order(['--yes', '--anyway', ...doubtful], { app })).code).toBe(0);
  });

  it('order without consent ends with 4, and on a terminal asks for the consent.', async () => {
    const account = { ...sampleStatus().account, consentAt: null };
    const handlers = {
      'app.status': () => sampleStatus({ account }),
      'accounts.setConsent': () => ({ ...account, consentAt: 1 }),
    };
    const refused = appDouble(handlers);
    const { code, stderr } = await order(['--yes', 'cube.stl:6'], { app: refused });
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining('--accept-terms') });
    expect(placed(refused)).toBe(false);
    const asked = appDouble(handlers);
    const { questions } = await order(['cube.stl:6'], { app: asked, terminal: true, answer: 'y' });
    expect(questions[0]).toContain('I have the rights to have my models made, and I accept');
    expect(asked.inputOf('accounts.setConsent')).toEqual({ accountId: 'local', given: true });
    expect(placed(asked)).toBe(true);
    const declined = appDouble(handlers);
    expect((await order(['cube.stl:6'], { app: declined, terminal: true, answer: 'n' })).code).toBe(4);
    expect(
      declined.calls.some(({ name }) => name === 'accounts.setConsent' || name === 'queue.placeOrder'),
    ).toBe(false);
  });

  it('order on a terminal shows everything, asks for the total, and continues after a yes.', async () => {
    const app = appDouble();
    const { code, stdout, questions } = await order(['cube.stl:6:3'], { app, terminal: true, answer: 'y' });
    expect(questions).toEqual(['Place this order for $252.00, fee included, plus shipping and tax? [y/N] ']);
    for (const shown of [
      '20 × 20 × 20 mm',
      'White Strong & Flexible',
      'Ada Lovelace',
      '1 Main Street',
      '$12.00, 5% of the parts',
    ]) {
      expect(stdout).toContain(shown);
    }
    expect(stdout).toMatch(/Total +\S*\$252\.00\S* with fee, before shipping, tax and duty/);
    expect(stdout).toContain('Order 1042');
    expect(code).toBe(0);
  });

  it.each([
    ['y', 0],
    ['YES', 0],
    ['Ja', 0],
    [' j ', 0],
    ['', 1],
    ['yeah', 1],
    ['y ja', 1],
    [null, 1],
  ] as const)('The answer %j to an English question ends with %i.', async (answer, code) => {
    const app = appDouble();
    expect(await order(['cube.stl:6:3'], { app, terminal: true, answer })).toMatchObject({ code });
  });

  it('order asks in German and accepts a German yes.', async () => {
    const german = { app: appDouble(), terminal: true, env: { LANG: 'de_DE.UTF-8' } };
    const { code, stdout, questions } = await order(['cube.stl:6:3'], { ...german, answer: 'ja' });
    expect(questions.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      'Für 252,00 $ mit Gebühr, zuzüglich Versand und Steuern, bestellen? [j/N] ',
    ]);
    expect(stdout).toContain('mit Gebühr, ohne Versand, Steuern und Zoll');
    expect(stdout).toContain('Bestellung 1042.');
    expect(code).toBe(0);
  });

  it.each([['n'], [''], ['yes please'], [null]])(
    'order places nothing if the answer is %j.',
    async (answer) => {
      const app = appDouble();
      const { code, stderr } = await order(['cube.stl:6'], { app, terminal: true, answer });
      expect(code).toBe(1);
      expect(stderr).toContain('was not placed');
      expect(placed(app)).toBe(false);
    },
  );

  it('order without a terminal and without --yes places nothing and ends with 4.', async () => {
    const app = appDouble();
    const { code, json } = await order(['--json', 'cube.stl:6'], { app });
    expect(code).toBe(4);
    expect(json()).toMatchObject({ error: { code: 'confirmation-needed' } });
    expect(placed(app)).toBe(false);
  });

  it('order never exceeds --max-total.', async () => {
    const over = appDouble();
    const refused = await order(['--yes', '--max-total', '251,99', 'cube.stl:6:3'], { app: over });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('The total is $252.00');
    expect(placed(over)).toBe(false);
    // With shipping for 6.50.
    const option = {
      option: 'Cheapest',
      carrier: 'UPS',
      transitDays: null,
      price: 6.5,
      currency: 'USD',
    } as const;
    const app = appDouble({ 'orders.shippingPrices': () => ({ prices: [option] }) });
    const within = ['--yes', '--max-total', '258.50', 'cube.stl:6:3'];
    expect((await order(within, { app })).code).toBe(0);
    expect(app.inputOf('queue.placeOrder')).toMatchObject({ hasLimit: true, maxTotal: 258.5 });
    // Nobody can promise it where the service does not say what shipping costs.
    const unknown = appDouble();
    const promised = await order(within, { app: unknown });
    expect(promised).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--max-total 258.5 cannot be'),
    });
    expect(placed(unknown)).toBe(false);
  });

  it('order adds money in cents.', async () => {
    const app = appDouble({
      'price.quote': ({ materials }) => ({
        prices: Object.fromEntries(materials.map((id) => [String(id), { price: 2.9, currency: 'USD' }])),
        quotedAt: 1_760_000_000_000,
        source: 'live',
      }),
    });
    await order(['--yes', 'cube.stl:6:3'], { app });
    expect(app.inputOf('queue.placeOrder')).toMatchObject({ confirmedParts: 8.7 });
  });

  it('order waits while the service measures the model, and says so.', async () => {
    const measuring: Problem = { code: 'still-measuring', message: 'The service is still measuring “cube”.' };
    const app = appDouble({}, { order: { state: 'queued', notBefore: 1, problem: measuring } });
    const stop = new AbortController();
    const waiting = order(['--yes', 'cube.stl:6'], { app, signal: stop.signal, terminal: true, answer: 'y' });
    const asked = () => app.calls.filter(({ name }) => name === 'queue.list').length;
    await expect.poll(asked, { timeout: patience.test }).toBeGreaterThan(1);
    app.jobs = app.jobs.map((job) =>
      job.kind === 'order'
        ? { ...job, state: 'done', problem: null, result: { orderId: 1042, productionOrderIds: [7] } }
        : job,
    );
    const { code, stdout, stderr } = await waiting;
    expect(code).toBe(0);
    expect(stdout).toContain('1042');
    expect(stderr).toContain('The service is still measuring');
  });

  it.each([
    [undefined, 'fabdesk accounts add --url https://print.example --client-id abc'],
    ['valid' as const, 'fabdesk accounts sign-in "Studio"'],
  ])('An account that cannot pay is told how before anything is uploaded.', async (userSignIn, command) => {
    const status = sampleStatus();
    const account = {
      ...status.account,
      name: 'Studio',
      baseUrl: 'https://print.example',
      clientId: 'abc',
      secretStorage: 'keychain' as const,
      hasPaymentId: false,
      ...(userSignIn && { userSignIn }),
    };
    const app = appDouble({ 'app.status': () => ({ ...status, account }) });
    const { code, stderr } = await order(['--yes', 'cube.stl:6'], { app });
    expect(code).toBe(4);
    expect(stderr).toContain('cannot pay: it has no payment verification ID. Nothing was uploaded');
    expect(stderr).toContain(`set FABDESK_PAYMENT_ID and run: ${command}`);
    expect(app.calls.map(({ name }) => name)).not.toContain('files.importPath');
  });

  it('order --queue returns at once.', async () => {
    const app = appDouble({}, { order: { state: 'queued', wait: 'network' } });
    const { code, json } = await order(['--json', '--yes', '--queue', 'cube.stl:6'], { app });
    expect(code).toBe(0);
    expect(json()).toMatchObject({ jobId: 'order-1', state: 'queued', orderId: null });
    expect(app.calls.map((call) => call.name)).not.toContain('queue.list');
  });
});

describe('an order that should not go', () => {
  it('order refuses a part that is not printable, unless --anyway is given.', async () => {
    const cwd = modelFolder({ 'open.stl': opened(makeCube(20)) });
    const app = appDouble();
    const refused = await order(['--yes', 'open.stl:6'], { app, cwd });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      'open.stl will be refused in White Strong & Flexible. The surface has holes',
    );
    expect(placed(app)).toBe(false);
    expect((await order(['--yes', '--anyway', 'open.stl:6'], { app: appDouble(), cwd })).code).toBe(0);
  });

  it('order refuses a part that does not fit the printer or has no price.', async () => {
    const app = appDouble();
    const tooLarge = await order(['--yes', 'cube.stl:Polished Silver'], { app });
    expect(tooLarge).toMatchObject({ code: 1 });
    expect(tooLarge.stderr).toContain(
      'cube.stl will be refused in Polished Silver. Too large: X may be at most 10 mm.',
    );
    const priceless = await order(['--yes', 'cube.stl:25'], { app });
    expect(priceless.stderr).toContain('no price for cube.stl in Black Strong & Flexible');
    expect(placed(app)).toBe(false);
  });

  it('What was left out of a file is said before the order is placed.', async () => {
    const app = appDouble();
    const cwd = modelFolder({ 'part.obj': objWithSurface() });
    const { stdout, stderr } = await order(['part.obj:6'], { app, cwd, terminal: true, answer: 'n' });
    expect(`${stdout}${stderr}`).toContain('One free-form surface was left out; check the shape');
    expect(placed(app)).toBe(false);
    await order(['--yes', 'part.obj:6'], { app, cwd });
    expect(app.inputOf('queue.placeOrder')).toMatchObject({
      lines: [{ facts: { doubts: [{ key: 'geometry.freeFormIgnored' }] } }],
    });
  });

  it('order needs --unit if the unit is doubtful and nobody can be asked.', async () => {
    const app = appDouble({ 'catalog.get': () => ({ ...doubleCatalog, printers: doubtful }) });
    const cwd = modelFolder({ 'part.stl': makeCube(9.3713) });
    for (const args of [['--yes'], ['--yes', '--anyway'], ['--json'], []]) {
      const unknown = await run(['order', ...args, 'part.stl:6'], { app, cwd });
      expect(unknown).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('is not certain: mm, cm, or in'),
      });
    }
    // Programs see no question, so a person at the terminal is not asked either.
    const hidden = await run(['order', '--json', 'part.stl:6'], { app, cwd, terminal: true, answer: 'y' });
    expect(hidden.questions).toEqual([]);
    // A person who sees the question confirms the unit, and then the total.
    const denied = await run(['order', 'part.stl:6'], { app, cwd, terminal: true, answer: 'n' });
    expect(denied.questions).toEqual([
      'The unit is not certain. Is part.stl drawn in millimetres, 9.3713 × 9.3713 × 9.3713 mm? [y/N] ',
    ]);
    expect(denied.code).toBe(2);
    expect(placed(app)).toBe(false);
    const agreed = await run(['order', 'part.stl:6'], { app, cwd, terminal: true, answer: 'y' });
    expect(agreed.questions).toHaveLength(2);
    expect(placed(app)).toBe(true);
  });

  it.each([
    ['upload', ['upload', 'part.stl'], 'queue.enqueueUpload'],
    ['models add-file', ['models', 'add-file', '3', 'part.stl'], 'library.addFile'],
  ] as const)('A doubtful unit never becomes a model by a guess: %s.', async (_name, args, sends) => {
    const app = appDouble({
      'catalog.get': () => ({ ...doubleCatalog, printers: doubtful }),
      'library.show': failing('network'),
      'library.addFile': () => changeJob({ state: 'done' }),
    });
    app.jobs = [changeJob({ state: 'done' })];
    const cwd = modelFolder({ 'part.stl': makeCube(9.3713) });
    const sent = () => app.calls.some(({ name }) => name === sends);
    for (const more of [{}, { terminal: true, answer: 'n' }]) {
      const refused = await run(args, { app, cwd, ...more });
      expect(refused.code).toBe(2);
      expect(`${refused.stdout}${refused.stderr}`).toContain('is not certain: mm, cm, or in');
    }
    expect(sent()).toBe(false);
    const agreed = await run(args, { app, cwd, terminal: true, answer: 'y' });
    expect(agreed.questions).toHaveLength(1);
    expect(sent()).toBe(true);
    expect(agreed.stdout).toContain('9.3713 × 9.3713 × 9.3713 mm');
    expect(await run([...args, '--unit', 'mm'], { app, cwd })).toMatchObject({ code: 0 });
  });

  it('order takes a part in millimetres whose name mentions the inch of a tool.', async () => {
    const app = appDouble();
    const cwd = modelFolder({ 'Half_Inch_Drive_Ring.stl': makeCube(39) });
    const { code } = await run(['order', '--yes', 'Half_Inch_Drive_Ring.stl:6'], { app, cwd });
    expect(code).toBe(0);
    expect(app.inputOf('queue.placeOrder')).toMatchObject({ lines: [{ uploadScale: 0.001 }] });
  });

  it.each([
    ['a US state in words', ['--state', 'New York'], '2-letter abbreviation', '--state'],
    ['a phone number that is too short', ['--phone', '12345'], '10 digits', '--phone'],
    ['an empty city', ['--city', ' '], 'Enter a city', '--city'],
  ])('order is refused for %s, before anything is read or sent.', async (_, args, message, option) => {
    const app = appDouble();
    const { code, stderr } = await order(['--yes', ...args, 'cube.stl:6'], { app });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(`(${option})`);
    expect(app.calls.map((call) => call.name)).toEqual(['app.status', 'app.status', 'workspace.get']);
  });
});

describe('the order gate', () => {
  const restricted = (restrictionName: string) => {
    const restrictions = { 1: { restrictionId: 1, restrictionName, restrictionEntityIds: [] } };
    const materials = doubleCatalog.materials.map((material) => ({ ...material, restrictions }));
    return appDouble({ 'catalog.get': () => ({ ...doubleCatalog, materials }) });
  };
  const pair = joinMeshes([makeCube(20), moveMesh(makeCube(20), [40, 0, 0])]);

  it('order refuses several parts in a material of one connected part, unless --anyway is given.', async () => {
    const cwd = modelFolder({ 'pair.stl': pair });
    const app = restricted('The model must be one connected part');
    const refused = await order(['--yes', 'pair.stl:6'], { app, cwd });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('must be one connected part; this model has 2.');
    expect(placed(app)).toBe(false);
    const forced = await order(['--json', '--yes', '--anyway', 'pair.stl:6'], { app, cwd });
    expect(forced.json()).toMatchObject({ lines: [{ verdict: { level: 'refused' } }] });
    expect(app.inputOf('queue.placeOrder')).toMatchObject({
      lines: [{ acceptedVerdict: 'refused', facts: { shells: 2 } }],
    });
  });

  it('A risk is shown in the summary and in the JSON, and does not stop the order.', async () => {
    const app = restricted('Bring your own hammer');
    const shown = await order(['--yes', 'cube.stl:6'], { app });
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain('cube.stl in White Strong & Flexible:');
    expect(shown.stdout).toContain('At risk  The service says: “Bring your own hammer”.');
    const { json } = await order(['--json', '--yes', 'cube.stl:6'], { app: restricted('Hammer') });
    expect(json()).toMatchObject({
      lines: [
        {
          verdict: {
            level: 'at-risk',
            reasons: [{ level: 'at-risk', message: 'The service says: “Hammer”.' }],
          },
        },
      ],
    });
  });

  it('Walls are measured at the ordered size.', async () => {
    const cwd = modelFolder({ 'lid.stl': makeBox([0, 0, 0], [40, 30, 2.4]) });
    const limit = () => {
      const settings = { theme: 'light', displayUnit: 'mm', priceTolerance: 0, unitMemory: {} } as const;
      return appDouble({ 'settings.get': () => ({ ...settings, wallLimit: 1.5e-3 }) });
    };
    const thin = await order(['--json', '--yes', '--scale', '0.5', 'lid.stl:6'], { app: limit(), cwd });
    expect(thin.json()).toMatchObject({
      lines: [
        {
          verdict: {
            level: 'at-risk',
            reasons: [
              {
                message: expect.stringMatching(/of the surface is thinner than 1\.5 mm \(thinnest 1\.2 mm\)/),
              },
            ],
          },
        },
      ],
    });
    const fine = await order(['--json', '--yes', 'lid.stl:6'], { app: limit(), cwd });
    expect(fine.json()).toMatchObject({ lines: [{ verdict: { level: 'prints', reasons: [] } }] });
  });
});

describe('a part without a price, while the service cannot be reached', () => {
  const offline = () =>
    appDouble({
      'price.quote': failing('network', 'No connection.'),
      'price.estimate': () => ({ estimates: {}, currency: 'USD' }),
    });
  const limited = (...args: string[]) => ['--yes', '--max-price', '12.50', ...args];

  it('The order has the limit instead of a price, and its total is what it may cost at most.', async () => {
    const app = offline();
    const { code } = await order(limited('cube.stl:6:3'), { app });
    expect(code).toBe(0);
    expect(app.inputOf('queue.placeOrder')).toMatchObject({
      confirmedParts: 37.5,
      lines: [{ unitPrice: null, limit: 12.5, estimate: null, currency: 'USD', acceptedVerdict: 'prints' }],
    });
  });

  it('The gate, the unit, the consent and --max-total count as for any other order.', async () => {
    const cwd = modelFolder({ 'open.stl': opened(makeCube(20)) });
    const refused = await order(limited('open.stl:6'), { app: offline(), cwd });
    expect(refused.stderr).toContain('open.stl will be refused in White Strong & Flexible.');
    const account = { ...sampleStatus().account, consentAt: null };
    const unconfirmed = appDouble({
      'app.status': () => ({ ...sampleStatus(), account }),
      'price.quote': failing('network'),
      'price.estimate': () => ({ estimates: {}, currency: 'USD' }),
    });
    expect((await order(limited('cube.stl:6'), { app: unconfirmed })).code).toBe(4);
    expect(placed(unconfirmed)).toBe(false);
    const app = offline();
    const over = await order(limited('--max-total', '13', 'cube.stl:6'), { app });
    expect(over.stderr).toContain('may cost up to $13.13, more than --max-total 13');
    const asked = await order(['--max-price', '12.50', 'cube.stl:6'], { app, terminal: true, answer: 'n' });
    expect(asked.questions).toEqual([
      'Queue this order for at most $13.13, fee included, plus shipping and tax? [y/N] ',
    ]);
    const unasked = await order(['--max-price', '12.50', 'cube.stl:6'], { app });
    expect(unasked).toMatchObject({ code: 4, stderr: expect.stringContaining('may cost up to $13.13') });
    expect(placed(app)).toBe(false);
  });

  it('A sign-in that failed says nothing about prices, so no limit is asked for.', async () => {
    const app = appDouble({
      'price.quote': failing('token-expired', 'Sign in again.'),
      'price.estimate': () => ({ estimates: {}, currency: 'USD' }),
    });
    const { code, stderr } = await order(['--yes', 'cube.stl:6'], { app });
    expect({ code, stderr }).toEqual({ code: 4, stderr: 'fabdesk: Sign in again.\n' });
    expect(placed(app)).toBe(false);
    // With a limit it waits in the queue for the sign-in, as in the window.
    await order(limited('cube.stl:6'), { app });
    expect(placed(app)).toBe(true);
  });

  it.each([
    [['0'], 'is not a limit'],
    [['12kg'], 'is not an amount'],
    [['12XYZ'], 'is not a limit'],
    [['=12'], 'is not a limit'],
    [['12', '13'], 'given twice'],
    [['6=12', 'White Strong & Flexible=13'], 'given twice'],
    [['81=12'], 'No part of the order is in Polished Silver'],
    [['82=12'], 'There is no material "82"'],
  ])('--max-price %j is a mistake, and nothing is ordered.', async (limits, message) => {
    const app = appDouble();
    const options = limits.flatMap((limit) => ['--max-price', limit]);
    const { code, stderr } = await order(['--yes', ...options, 'cube.stl:6'], { app });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect(placed(app)).toBe(false);
  });

  it.each([['1 EUR'], ['1eur'], ['6=1,00 EUR'], ['White Strong & Flexible=1EUR']])(
    '--max-price %s names amount and currency.',
    async (limit) => {
      const { stderr } = await order(['--yes', '--max-price', limit, 'cube.stl:6'], { app: appDouble() });
      expect(stderr).toContain('cannot be compared with --max-price €1.00');
    },
  );
});

describe('the address', () => {
  const saved = { ...nlAddress, address2: 'c/o Firma Meier, Hinterhaus', address3: 'Rear building' };
  const withSaved = () => {
    const workspace = { plate: [], selected: null, cart: [], address: saved, extras: noExtras };
    return appDouble({ 'workspace.get': () => ({ ...workspace, shippingOption: 'Fastest' }) });
  };
  const { address2: _, address3: __, ...complete } = usAddress;

  it.each<[string, string[], object]>([
    ['no option', [], saved],
    ['a name', ['--first-name', 'Alan'], { ...saved, firstName: 'Alan' }],
    ['a second line', ['--address2', 'Apt 3'], { ...saved, address2: 'Apt 3' }],
    ['a file', ['--address-file', 'me.json'], usAddress],
    [
      'a file and a city',
      ['--address-file', 'me.json', '--city', 'Brooklyn'],
      { ...usAddress, city: 'Brooklyn' },
    ],
    ['all options', addressOptions(usAddress), usAddress],
  ])('Given %s, an order goes to one address, never to parts of two.', async (_name, options, address) => {
    const cwd = modelFolder({ 'me.json': JSON.stringify(complete) });
    const app = withSaved();
    await order(['--yes', ...options, 'cube.stl:6'], { app, cwd });
    expect(app.inputOf('queue.placeOrder')).toMatchObject({ address });
  });

  it.each<[string[], string]>([
    [['--country', 'US'], '--first-name'],
    [['--city', 'Albany'], '--first-name'],
    [['--address1', '1 Main Street'], '--zip'],
    [['--zip', '10001'], '--city'],
    [['--address-file', 'part.json'], '--last-name'],
  ])('Of an address that begins with %j, missing fields are named and not taken.', async (given, missing) => {
    const cwd = modelFolder({ 'part.json': '{"firstName": "Ada"}' });
    const app = withSaved();
    const { code, stderr } = await order(['--yes', ...given, 'cube.stl:6'], { app, cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('the address saved in Fabdesk is not added to it');
    expect(stderr).toContain(`(${missing})`);
    expect(app.calls.map(({ name }) => name)).not.toContain('queue.placeOrder');
  });

  it('An order ships the cheapest way unless it says otherwise, whatever a window chose last.', async () => {
    const app = appDouble();
    await order(['--yes', 'cube.stl:6'], { app });
    expect(app.inputOf('queue.placeOrder')).toMatchObject({ shippingOption: 'Cheapest' });
  });

  it.each([
    ['{"town": "Albany"}', 'unknown field "town"'],
    ['[1]', 'one JSON object'],
    ['{', 'is not JSON'],
    ['{"city": {}}', '"city" must be a text'],
    ['{"firstName": 1}', '"firstName" must be a text'],
  ])('order refuses the address file %s.', async (content, message) => {
    const cwd = modelFolder({ 'me.json': content });
    const { code, stderr } = await order(['--yes', '--address-file', 'me.json', 'cube.stl:6'], {
      app: appDouble(),
      cwd,
    });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('what became of an order decides the exit code', () => {
  const problem: Problem = { code: 'refused', message: 'Because of this.' };
  it.each<[string, Ending, number, string]>([
    ['refused by the service', { order: { state: 'rejected', problem } }, 1, 'refused. Because of this.'],
    ['without network', { order: { state: 'queued', wait: 'network', problem } }, 3, 'stays in the queue'],
    [
      'the service had trouble with',
      { order: { state: 'queued', notBefore: 4e12 } },
      3,
      'tries again at Oct 2, 2096',
    ],
    ['offline by choice', { order: { state: 'queued', wait: 'paused' } }, 3, 'working offline'],
    ['without sign-in', { order: { state: 'queued', wait: 'sign-in' } }, 4, 'for a valid sign-in'],
    ['at a higher price', { order: { state: 'queued', wait: 'consent' } }, 4, 'confirm the price'],
    ['with a lost answer', { order: { state: 'unknown', problem } }, 4, 'Do not order again.'],
    ['that asks', { order: { state: 'ask', problem } }, 4, 'fabdesk queue resolve order-1'],
    ['that is damaged', { order: { state: 'poison', problem } }, 5, 'cannot continue. Because of this.'],
    [
      'whose upload has no network',
      { upload: { state: 'queued', wait: 'network' }, order: { state: 'queued', wait: 'dependency' } },
      3,
      'for the connection to the service',
    ],
  ])('The exit code of an order follows its outcome: %s', async (_, ending, code, text) => {
    const result = await order(['--yes', 'cube.stl:6'], { app: appDouble({}, ending) });
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(text);
    expect(result.stdout).not.toContain('Placed.');
    const asJson = await order(['--json', '--yes', 'cube.stl:6'], { app: appDouble({}, ending) });
    expect(asJson.code).toBe(code);
    expect(asJson.json()).toMatchObject({ state: ending.order?.state, orderId: null });
  });

  it('The exit code is 130 if waiting is interrupted, and the order stays.', async () => {
    const stop = new AbortController();
    const app = appDouble({}, { order: { state: 'preparing' } });
    void vi.waitUntil(() => placed(app), { timeout: patience.test }).then(() => stop.abort());
    const { code, stderr } = await order(['--yes', 'cube.stl:6'], { app, signal: stop.signal });
    expect(code).toBe(130);
    expect(stderr).toContain('is being sent');
    expect(stderr).toContain('order-1');
  });

  it('An interrupt says that a waiting order will still be sent, and how to cancel it.', async () => {
    const stop = new AbortController();
    const app = appDouble({}, { order: { state: 'queued', wait: 'rate' } });
    void vi.waitUntil(() => placed(app), { timeout: patience.test }).then(() => stop.abort());
    const { code, stderr } = await order(['--yes', 'cube.stl:6'], { app, signal: stop.signal });
    expect(code).toBe(130);
    expect(stderr).toContain('when it next runs');
    expect(stderr).toContain('fabdesk queue cancel order-1');
  });

  it('A refusal of the queue is reported unchanged.', async () => {
    const app = appDouble({ 'queue.placeOrder': failing('disk-full', 'The disk is full.') });
    const { code, stderr } = await order(['--yes', 'cube.stl:6'], { app });
    expect(code).toBe(5);
    expect(stderr).toBe('fabdesk: The disk is full.\n');
  });
});

it('order names a folder if a file is needed.', async () => {
  const cwd = modelFolder();
  mkdirSync(join(cwd, 'parts'));
  const { code } = await order(['--yes', 'parts:6'], { app: appDouble(), cwd });
  expect(code).toBe(2);
});
