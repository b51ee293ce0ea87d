import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '../../../src-shared/ipc/settings.ts';
import type { Job, Problem } from '../../../src-shared/jobs/job.ts';
import { agreedSum } from '../../../src-shared/jobs/order-sum.ts';
import { type AppDouble, appDouble, failing } from '../../support/app-double.ts';
import { modelFolder, run } from '../../support/cli.ts';
import { changeJob, orderJob, orderView, uploadJob } from '../../support/samples.ts';

const withJobs = (jobs: Job[], overrides: Parameters<typeof appDouble>[0] = {}) => {
  const app = appDouble(overrides);
  app.jobs = jobs;
  return app;
};

const unknownOrder = orderJob({
  id: '0198aaaa',
  state: 'unknown',
  problem: { code: 'outcome-unknown', message: 'The answer was lost.' },
});

describe('upload', () => {
  it('upload sends every file and prints the model ids.', { tags: 'release' }, async () => {
    const app = appDouble();
    const cwd = modelFolder({ 'bad.stl': '' });
    const { code, json } = await run(['upload', '--json', '--unit', 'in', 'cube.stl', 'bad.stl'], {
      app,
      cwd,
    });
    expect(json()).toMatchObject([
      { file: 'cube.stl', unit: 'in', uploadScale: 0.0254, state: 'done', modelId: 1, printable: 'yes' },
      { file: 'bad.stl', error: { code: 'file-empty' } },
    ]);
    expect(code).toBe(1);
    expect(app.inputOf('queue.enqueueUpload')).toMatchObject({ title: 'cube', uploadScale: 0.0254 });
  });

  it('upload accepts a title for one file.', async () => {
    const app = appDouble();
    const { stdout } = await run(['upload', '--title', 'Left bracket', 'cube.stl'], {
      app,
      cwd: modelFolder(),
    });
    expect(app.inputOf('queue.enqueueUpload')).toMatchObject({ title: 'Left bracket' });
    expect(stdout).toContain('uploaded  model 1');
  });

  it('upload ends with 3 without a network and says that the file waits.', async () => {
    const app = appDouble({}, { upload: { state: 'queued', wait: 'network' } });
    const { code, stdout } = await run(['upload', 'cube.stl'], { app, cwd: modelFolder() });
    expect(code).toBe(3);
    expect(stdout).toContain('for the connection to the service');
  });
});

describe('queue', () => {
  it('queue shows what waits, why, and what to do about it.', async () => {
    const risen = orderJob({
      id: '0198bbbb',
      wait: 'consent',
      problem: { code: 'price-rose', message: 'The price rose.' },
      offer: {
        parts: 14,
        total: 14.7,
        currency: 'USD',
        unitPrices: [7],
        models: [],
        shippingPrice: null,
        quotedAt: 1,
      },
    });
    const app = withJobs([
      uploadJob({ state: 'done', result: { modelId: 41, modelVersion: 0, printable: 'yes' } }),
      risen,
    ]);
    const { code, stdout } = await run(['queue'], { app });
    expect(code).toBe(0);
    expect(stdout).toMatch(/upload-1 +Upload of bracket\.stl +Uploaded +model 41/);
    expect(stdout).toContain('The price rose.');
    expect(stdout).toContain('"fabdesk queue confirm 0198bbbb --total 14.7"');
  });

  it('A change behind another one says what it waits for and when that is checked.', async () => {
    const problem: Problem = { code: 'earlier-attempt', message: 'A copy may still arrive.' };
    const notBefore = Date.now() + 300_000;
    const { stdout } = await run(['queue'], { app: withJobs([changeJob({ notBefore, problem })]) });
    expect(stdout).toMatch(
      /Waiting[\s\S]*Continues when the earlier attempt can no longer arrive.* Next check at \S/,
    );
    expect(stdout).toContain('A copy may still arrive.');
    expect(stdout).not.toContain('tries again');
  });

  it('queue --json prints the jobs themselves.', async () => {
    const { json } = await run(['queue', '--json'], { app: withJobs([unknownOrder]) });
    expect(json()).toEqual([unknownOrder]);
  });

  it('queue finds a job by the first letters of its id, and refuses ambiguous ones.', async () => {
    const cancelled: string[] = [];
    const app = withJobs([uploadJob({ id: '0198aa' }), uploadJob({ id: '0198bb' })], {
      'queue.cancel': ({ jobId }) => {
        cancelled.push(jobId);
        return {};
      },
    });
    expect((await run(['queue', 'cancel', '0198b'], { app })).code).toBe(0);
    expect((await run(['queue', 'cancel', '0198'], { app })).code).toBe(2);
    expect((await run(['queue', 'cancel', '7'], { app })).code).toBe(1);
    expect(cancelled).toEqual(['0198bb']);
  });

  it('queue cancel says that it came too late.', async () => {
    const app = withJobs([unknownOrder], { 'queue.cancel': failing('too-late', 'It may have been sent.') });
    const { code, stderr } = await run(['queue', 'cancel', '0198'], { app });
    expect(code).toBe(1);
    expect(stderr).toBe('fabdesk: It may have been sent.\n');
  });

  it('queue resolve without a verdict lists candidates and decides nothing.', async () => {
    const app = withJobs([unknownOrder], {
      'queue.candidates': () => [{ remoteId: 1042, title: 'Order 1042', detail: '2 pieces' }],
    });
    const { code, stdout } = await run(['queue', 'resolve', '0198'], { app });
    expect(code).toBe(4);
    expect(stdout).toMatch(/1042 {2}Order 1042 {2}2 pieces/);
    expect(stdout).toContain('--found ID');
    expect(app.calls.map((call) => call.name)).not.toContain('queue.resolve');
  });

  it.each([
    [['--found', '1042'], { kind: 'it-is', remoteId: 1042 }],
    [['--abandon'], { kind: 'abandon' }],
    [['--again', '--total', '12,40'], { kind: 'place-again', confirmedTotal: 12.4 }],
    [['--again'], { kind: 'place-again' }],
  ])('queue resolve %j passes that verdict and no other.', async (words, verdict) => {
    const app = withJobs([unknownOrder], { 'queue.resolve': () => ({}) });
    expect((await run(['queue', 'resolve', '0198', ...words], { app })).code).toBe(0);
    expect(app.inputOf('queue.resolve')).toEqual({ jobId: '0198aaaa', verdict });
  });

  it('queue resolve refuses two verdicts at once.', async () => {
    const app = withJobs([unknownOrder]);
    expect((await run(['queue', 'resolve', '0198', '--found', '1', '--abandon'], { app })).code).toBe(2);
  });

  it('queue names an order that came late for a cancelled job, and queue seen confirms it.', async () => {
    const late = orderJob({
      id: '0198cccc',
      state: 'cancelled',
      problem: { code: 'late-order', message: 'The service has it as order 41.' },
      result: { orderId: 41, productionOrderIds: [] },
    });
    const app = withJobs([late], { 'queue.acknowledge': () => ({}) });
    const shown = await run(['queue'], { app });
    expect(shown.stdout).toMatch(/Placed after all +order 41/);
    expect(shown.stdout).toContain('The service has it as order 41.');
    expect(shown.stdout).toContain('"fabdesk queue seen 0198cccc"');
    expect((await run(['queue', 'run'], { app })).code).toBe(4);
    expect((await run(['queue', 'seen', '0198'], { app })).code).toBe(0);
    expect(app.inputOf('queue.acknowledge')).toEqual({ jobId: '0198cccc' });
    app.jobs = [{ ...late, problem: null }];
    expect((await run(['queue'], { app })).stdout).toMatch(/Placed after all +order 41/);
    expect((await run(['queue', 'run'], { app })).code).toBe(0);
  });

  it('queue holds a job, moves it first, and writes its evidence to a file.', async () => {
    const app = withJobs([orderJob({ id: 'o1' })], {
      'queue.hold': () => ({}),
      'queue.prioritize': () => ({}),
      'queue.evidence': () => ({ fileName: 'x.json', document: { format: 'fabdesk-evidence-1' } }),
    });
    const cwd = modelFolder();
    expect((await run(['queue', 'hold', 'o1'], { app, cwd })).stdout).toContain('is on hold until');
    expect((await run(['queue', 'first', 'o1'], { app, cwd })).code).toBe(0);
    expect(app.inputOf('queue.prioritize')).toEqual({ jobId: 'o1', place: 'first' });
    expect((await run(['queue', 'evidence', 'o1', '--json'], { app, cwd })).json()).toEqual({
      format: 'fabdesk-evidence-1',
    });
    await run(['queue', 'evidence', 'o1', '--out', 'evidence.json'], { app, cwd });
    expect(JSON.parse(readFileSync(join(cwd, 'evidence.json'), 'utf8'))).toEqual({
      format: 'fabdesk-evidence-1',
    });
  });

  it('queue run waits for open jobs, and a stuck job does not hide the others’ outcome.', async () => {
    const sent = uploadJob({ id: 'b', state: 'preparing' });
    let reads = 0;
    const app = withJobs([], {
      'queue.list': () => {
        reads++;
        const now = reads > 2 ? { ...sent, state: 'done' as const } : sent;
        return [unknownOrder, now, orderJob({ id: 'c', state: 'done' })];
      },
    });
    const { code, json } = await run(['queue', 'run', '--json'], { app });
    expect(json()).toMatchObject([
      { id: '0198aaaa', state: 'unknown' },
      { id: 'b', state: 'done' },
    ]);
    expect(code).toBe(4);
  });

  it('queue run ends behind a stuck order instead of waiting forever.', async () => {
    const behind = orderJob({ id: 'z', state: 'queued' });
    const { code } = await run(['queue', 'run'], { app: withJobs([unknownOrder, behind]) });
    expect(code).toBe(4);
    expect((await run(['queue', 'run'], { app: withJobs([]) })).code).toBe(0);
  });

  it('queue run --wait stays until everything is settled, and takes a duration.', {
    tags: 'release',
  }, async () => {
    let reads = 0;
    const app = withJobs([], {
      'queue.list': () => [reads++ < 4 ? unknownOrder : { ...unknownOrder, state: 'done', problem: null }],
    });
    const { code, json } = await run(['queue', 'run', '--wait', '--json'], { app });
    expect({ code, jobs: json() }).toMatchObject({ code: 0, jobs: [{ id: '0198aaaa', state: 'done' }] });
    reads = 0;
    expect((await run(['queue', 'run', '--wait', '1m', '--json'], { app })).code).toBe(0);
    expect((await run(['queue', 'run', '--wait', 'soon'], { app })).stderr).toContain('soon');
  });

  it('queue run shows a duplicate that a check of a placed order finds.', async () => {
    let isFound = false;
    const problem: Problem = { code: 'duplicate-order', message: 'The service has it twice.' };
    const placed = orderJob({ id: 'o1', state: 'done' });
    const app = withJobs([], {
      'queue.checking': () => {
        const checking = !isFound;
        isFound = true;
        return { checking };
      },
      'queue.list': () => [isFound ? { ...placed, problem } : placed],
    });
    const { code, stdout } = await run(['queue', 'run', '--wait'], { app });
    expect(code).toBe(4);
    expect(stdout).toContain('Ordered twice');
  });

  it('queue confirm passes the typed amount.', async () => {
    const app = withJobs([orderJob({ id: 'o1', state: 'done' })], { 'queue.confirm': () => ({}) });
    await run(['queue', 'confirm', 'o1', '--total', '14,50'], { app });
    expect(app.inputOf('queue.confirm')).toEqual({ jobId: 'o1', confirmedTotal: 14.5 });
  });
});

describe('orders', () => {
  it('orders lists orders, and shows one with its rejections, remarks and shipments.', async () => {
    const [item] = orderView().items;
    if (!item) throw new Error('the sample has an item');
    const doubts = [{ key: 'geometry.freeFormIgnored', params: { count: 1 } }];
    const shipped = orderView({
      orderId: 1042,
      status: 'in_production',
      sum: { amount: 18.01, currency: 'USD', isLimit: false, parts: 12.4, fee: 0.62, shipping: 4.99 },
      agreed: [{ modelId: 41, materialId: 6, version: 1, unitPrice: 6.2, doubts }],
      shipments: [{ shipmentId: 1, shipDate: '2026-12-01', carrier: 'UPS', trackingNumber: '1Z9' }],
      items: [
        {
          ...item,
          models: [
            { modelId: 41, materialId: 6, rejectionReasons: ['Wall too thin'], affectedMaterials: [] },
          ],
        },
      ],
    });
    const app = appDouble({
      'orders.list': () => ({ orders: [shipped, orderView()], fetchedAt: 1, source: 'live' }),
    });
    const list = await run(['orders'], { app });
    expect(list.stdout).toMatch(/1042 {2}in production .* 2 +\$18\.01 {2}1Z9/);
    expect(list.stdout).toMatch(/1001 {2}placed/);
    const one = await run(['orders', '1042'], { app });
    expect(one.stdout).toContain('Order 1042: in production');
    expect(one.stdout).toContain('rejected  Wall too thin');
    expect(one.stdout).toContain('Dec 1, 2026, UPS, tracking 1Z9');
    expect(list.stdout).toContain('Total before tax and duty');
    expect(one.stdout).toContain('$18.01, before tax and duty');
    expect(one.stdout).toContain('parts $12.40, fee $0.62, shipping $4.99');
    // As `orders reprint` takes it.
    expect(one.stdout).toMatch(/part 5001 +2 pieces of bracket/);
    expect(one.stdout).toMatch(/placed +Oct 9, 2025, /);
    expect(one.stdout).toMatch(/ships +Dec 1, 2026\n +arrives +Dec 4, 2026/);
    const inGerman = await run(['orders', '1042'], { app, env: { LANG: 'de_DE.UTF-8' } });
    expect(inGerman.stdout).toMatch(/Versand +01\.12\.2026\n +Ankunft +04\.12\.2026/);
    expect(one.stdout).toContain('note  One free-form surface was left out');
    const warnings = [expect.stringContaining('One free-form surface was left out')];
    expect((await run(['orders', '--json', '1042'], { app })).json()).toEqual({
      ...shipped,
      source: 'live',
      fetchedAt: '1970-01-01T00:00:00.001Z',
      agreed: [{ modelId: 41, materialId: 6, version: 1, unitPrice: 6.2, warnings }],
      receipt: null,
    });
    expect((await run(['orders', '77'], { app })).code).toBe(1);
  });

  it('What the service said before is called that, of one order as of all, and in the JSON.', async () => {
    const app = appDouble({
      'orders.list': () => ({ orders: [orderView()], fetchedAt: 1_760_000_000_000, source: 'cached' }),
      'library.list': () => ({ models: [], hasMore: false, cachedFrom: 1_760_000_000_000 }),
    });
    for (const argv of [['orders'], ['orders', '1001'], ['models']])
      expect((await run(argv, { app })).stdout).toMatch(/cannot be reached\. Updated Oct 9, 2025, /);
    const stale = { source: 'cached', fetchedAt: '2025-10-09T08:53:20.000Z' };
    expect((await run(['orders', '--json', '1001'], { app })).json()).toMatchObject(stale);
    expect((await run(['orders', '--json'], { app })).json()).toMatchObject([stale]);
  });

  it('An old answer never says that something is missing.', async () => {
    const app = appDouble({
      'orders.list': () => ({ orders: [], fetchedAt: 1_760_000_000_000, source: 'cached' }),
      'library.list': () => ({ models: [], hasMore: false, cachedFrom: 1_760_000_000_000 }),
    });
    for (const argv of [
      ['orders', '1001'],
      ['orders', '--json'],
      ['models', '--json'],
    ]) {
      const { code, stderr } = await run(argv, { app });
      expect([argv, code]).toEqual([argv, 3]);
      expect(stderr).toMatch(/cannot be reached\. Its last answer, of Oct 9, 2025, /);
    }
    expect((await run(['orders', '--json'], { app })).json()).toMatchObject({ error: { code: 'network' } });
    expect((await run(['orders'], { app })).code).toBe(0);
  });

  it('orders cancels by id through the queue, waits for it, and reports a refusal.', async () => {
    const payload = { op: 'cancel-order', orderId: 1042 } as const;
    const job = changeJob({ payload });
    const app = appDouble({ 'orders.cancel': () => job });
    app.jobs.push({ ...job, state: 'done', result: { remoteId: 1042 } });
    const { code, stdout } = await run(['orders', 'cancel', '1042'], { app });
    expect(code).toBe(0);
    expect(stdout).toContain('Order 1042 was cancelled.');
    expect(app.inputOf('orders.cancel')).toEqual({ accountId: 'local', orderId: 1042 });
    const json = await run(['orders', 'cancel', '--json', '1042'], { app });
    expect(json.json()).toMatchObject({ kind: 'change', state: 'done', payload });

    const problem: Problem = { code: 'refused', message: 'It is in production.' };
    app.jobs = [{ ...job, state: 'rejected', problem }];
    const late = await run(['orders', 'cancel', '1042'], { app });
    expect(late.code).toBe(1);
    expect(late.stdout).toContain('It is in production.');

    app.jobs = [{ ...job, wait: 'network' }];
    expect((await run(['orders', 'cancel', '--queue', '1042'], { app })).code).toBe(0);
  });

  it('orders reprints a part only after a yes, since it may cost something.', async () => {
    const done = changeJob({ state: 'done', result: { remoteId: 1050, made: 'order' } });
    const order = orderView({ orderId: 1042 });
    const [item] = order.items;
    const app = appDouble({
      'orders.list': () => ({ orders: [order], fetchedAt: 0, source: 'live' }),
      'orders.reprint': () => done,
    });
    app.jobs.push(done);
    const args = [
      'orders',
      'reprint',
      '1042',
      String(item?.orderProductId),
      '--comment',
      'One arm is broken',
    ];
    expect((await run(args, { app })).code).toBe(4);
    expect(app.calls.some(({ name }) => name === 'orders.reprint')).toBe(false);
    expect((await run([...args, '--yes'], { app })).code).toBe(0);
    expect(app.inputOf('orders.reprint')).toMatchObject({ orderId: 1042, quantity: 1, reasonId: 503 });
    const other = await run(['orders', 'reprint', '1042', '9', '--comment', 'x', '--yes'], { app });
    expect(other.stderr).toContain('has no part 9');
  });
});

describe('orders charged', () => {
  const settings = defaultSettings;
  const chargesOf = (app: AppDouble) => (app.inputOf('settings.set') as Settings).charges;
  const done = orderJob({ state: 'done', result: { orderId: 1042, productionOrderIds: [] } });
  const order = orderView({ orderId: 1042, sum: agreedSum(done.payload), currency: 'USD' });
  const listing = { 'orders.list': () => ({ orders: [order], fetchedAt: 0, source: 'live' as const }) };

  it('It keeps what an order cost in the end, and forgets it.', async () => {
    const app = withJobs([done], {
      ...listing,
      'settings.set': (change) => ({ ...settings, ...change }) as Settings,
    });
    const { code, stdout } = await run(['orders', 'charged', '1042', '61.30'], { app });
    expect(code).toBe(0);
    expect(stdout).toContain('Order 1042: $61.30 was charged in the end.\n');
    expect(Object.values(chargesOf(app) ?? {})).toEqual([61.3]);
    const again = withJobs([done], {
      ...listing,
      'settings.get': () => ({ ...settings, charges: chargesOf(app) }),
      'settings.set': (change) => ({ ...settings, ...change }) as Settings,
    });
    expect((await run(['orders', 'charged', '1042', 'none'], { app: again })).code).toBe(0);
    expect(chargesOf(again)).toEqual({});
  });

  it('An order from elsewhere has nothing to compare, and text is no amount.', async () => {
    const elsewhere = orderView({ orderId: 1042 });
    const app = withJobs([], { 'orders.list': () => ({ ...listing['orders.list'](), orders: [elsewhere] }) });
    const refused = await run(['orders', 'charged', '1042', '5'], { app });
    expect(refused.stderr).toContain('was not placed with Fabdesk');
    expect((await run(['orders', 'charged', '1042', 'much'], { app })).code).toBe(2);
  });

  it('A record goes to a PDF file of one order, which is not replaced unasked.', async () => {
    const app = withJobs([done], listing);
    const cwd = modelFolder();
    const args = ['orders', '1042', '--pdf', 'order.pdf'];
    expect((await run(args, { app, cwd })).stderr).toContain('saved as “order.pdf”');
    expect(readFileSync(join(cwd, 'order.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await run(args, { app, cwd })).stderr).toContain('already exists');
    expect((await run(['orders', '--pdf', 'order.pdf'], { app, cwd })).code).toBe(2);
  });
});
