/**
 * `fabdesk order` and `orders`, against a print service that runs alone, whose books say what was made and
 * charged.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { addressOptions, usAddress } from '../../support/address.ts';
import { modelFolder } from '../../support/cli.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';
import { startService, type TestService } from '../../support/service.ts';
import { vessel } from '../../support/vessel.ts';

let service: TestService;
let app: App;
let cwd: string;
/** The last rows of the books before a test. All tests share a service and an account. */
let before: { product: number; order: number; ledger: number };
beforeAll(async () => {
  cwd = modelFolder({}, mkdtempSync(join(tmpdir(), 'fabdesk-order-')));
  service = await startService();
  app = await createApp({ dataDir: join(cwd, 'data'), host: 'cli', version: '0.0.0-test' });
  const added = await fabdesk(
    [
      'accounts',
      'add',
      '--url',
      service.baseUrl,
      '--name',
      'Studio',
      '--client-id',
      service.credentials.client_id,
    ],
    {
      FABDESK_CLIENT_SECRET: service.credentials.client_secret,
      FABDESK_PAYMENT_ID: service.credentials.payment_verification_id,
    },
  );
  expect(added).toMatchObject({ code: 0, stderr: '' });
  await fabdesk(['accounts', 'use', 'Studio']);
  await fabdesk(['accounts', 'terms', '--accept']);
});
beforeEach(() => {
  const database = new Sqlite(join(service.dataDir, 'service.sqlite'), { readonly: true });
  const lastOf = (table: string) =>
    database.prepare(`SELECT coalesce(max(rowid), 0) FROM ${table}`).pluck().get() as number;
  before = { product: lastOf('order_product'), order: lastOf('print_order'), ledger: lastOf('ledger') };
  database.close();
});
afterAll(async () => {
  await app.close();
  await service.close();
  removeFolder(cwd);
});

const fabdesk = (argv: readonly string[], env: Record<string, string> = {}) =>
  runFabdesk(argv, { cwd, env: { FABDESK_DATA: join(cwd, 'data'), ...env } });

const order = (...more: string[]) =>
  fabdesk(['order', '--json', '--yes', ...addressOptions(usAddress), ...more]);

/** Uploads the cube and returns its model, once the service has measured it. */
async function uploaded(): Promise<number> {
  const [{ modelId }] = (await fabdesk(['upload', '--json', '--unit', 'mm', 'cube.stl'])).json();
  await expect
    .poll(
      async () => (await fabdesk(['models', 'show', '--json', String(modelId)])).json().materials['6'].price,
    )
    .toBeGreaterThan(0);
  return modelId;
}

/** What was ordered and charged in this test. */
function books() {
  const database = new Sqlite(join(service.dataDir, 'service.sqlite'), { readonly: true });
  const products = database
    .prepare(
      'SELECT model_id, material_id, quantity, unit_price_cents FROM order_product WHERE rowid > ? ORDER BY order_product_id',
    )
    .all(before.product);
  const orders = database
    .prepare('SELECT metadata_json, shipping_cents FROM print_order WHERE rowid > ?')
    .all(before.order);
  const [{ charged }] = database
    .prepare('SELECT SUM(cents) AS charged FROM ledger WHERE cents > 0 AND rowid > ?')
    .all(before.ledger) as [{ charged: number }];
  database.close();
  return { products, orders, charged } as {
    products: { model_id: number; material_id: number; quantity: number; unit_price_cents: number }[];
    orders: { metadata_json: string; shipping_cents: number }[];
    charged: number;
  };
}

describe('status', () => {
  it('says how many calls are left and when they are renewed, of any account', async () => {
    const { stdout } = await fabdesk(['status']);
    expect(stdout).toMatch(/Calls +[0-9,]+ of 1,000,000 left, in a window of 5 minutes\n +all of them by /);
    const { rate, account, queue } = (await fabdesk(['status', '--json', '--account', 'local'])).json();
    expect(account).toMatchObject({ id: 'local' });
    expect(rate).toMatchObject({ limit: 3000, retryAt: null });
    expect(rate.renewedAt).toBeGreaterThan(0);
    expect(queue).toEqual({ waiting: 0, running: 0, needsYou: 0 });
  });
});

describe('a parts list', () => {
  const write = (...lines: string[]) => writeFileSync(join(cwd, 'parts.csv'), lines.join('\r\n'));

  it('An order takes every row of a list, with the files beside it.', { tags: 'release' }, async () => {
    mkdirSync(join(cwd, 'models'));
    copyFileSync(join(cwd, 'cube.stl'), join(cwd, 'models', 'lid, small.stl'));
    write(
      'Anzahl;Notiz;Material;Datei',
      '2;oben;Black Strong & Flexible;cube.stl',
      ';;;"models/lid, small.stl"',
    );
    const placed = await order('--unit', 'mm', '--material', '6', 'parts.csv', 'cube.stl:25:3');
    expect(placed).toMatchObject({ code: 0, stderr: '' });
    const { products } = books();
    expect(products.map(({ material_id, quantity }) => [material_id, quantity])).toEqual([
      [25, 2],
      [6, 1],
      [25, 3],
    ]);
  });

  it('A row may name its unit and its finish; the unit counts before --unit.', {
    tags: 'release',
  }, async () => {
    write('file,material,finish,unit', 'cube.stl,Strong & Flexible,Black,mm');
    const placed = await order('--unit', 'cm', 'parts.csv');
    expect(placed).toMatchObject({ code: 0, stderr: '' });
    await order('--unit', 'mm', 'cube.stl:25');
    const [listed, typed] = books().products;
    expect(listed).toMatchObject({ material_id: 25, unit_price_cents: typed!.unit_price_cents });
  });

  it('A list takes no file from outside of its folder, by a path or by a link.', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'fabdesk-outside-'));
    copyFileSync(join(cwd, 'cube.stl'), join(outside, 'secret.stl'));
    symlinkSync(join(outside, 'secret.stl'), join(cwd, 'linked.stl'));
    const up = relative(cwd, join(outside, 'secret.stl'));
    const share = '\\\\server\\share\\part.stl';
    write('file,material', `${join(outside, 'secret.stl')},6`, `${up},6`, 'linked.stl,6', `${share},6`);
    const refused = await order('--unit', 'mm', 'parts.csv');
    expect(refused.code).toBe(2);
    expect(refused.stderr.match(/is not in the folder of the list/g)).toHaveLength(4);
    rmSync(outside, { recursive: true });
  });

  it('A file in two units is two parts, each in the size of its row.', async () => {
    write('file,material,unit', 'cube.stl,6,mm', 'cube.stl,6,cm');
    expect(await order('parts.csv')).toMatchObject({ code: 0 });
    const [small, large] = books().products;
    expect(large!.unit_price_cents).toBeGreaterThan(10 * small!.unit_price_cents);
  });

  it('The files of a list are checked, each once.', async () => {
    write('file,material', 'cube.stl,6', 'cube.stl,25');
    const checked = await fabdesk(['check', '--json', 'parts.csv']);
    expect(checked).toMatchObject({ code: 0 });
    expect(checked.json()).toMatchObject([{ file: 'cube.stl' }]);
    write('file', 'gone.stl');
    const refused = await fabdesk(['check', 'parts.csv']);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('parts.csv: line 2: There is no file gone.stl beside the list.');
  });

  it('Faults of a list are told row by row, and nothing is ordered.', async () => {
    write(
      'file,material,quantity',
      'cube.stl,6,1',
      'cube.stl,White Strong & Flexibel,1',
      'gone.stl,6,1',
      'cube.stl,6,two',
      ',6,1',
      'cube.stl,,1',
    );
    const refused = await order('--unit', 'mm', 'parts.csv');
    expect(refused.code).toBe(2);
    expect(refused.json().error.message).toBe(
      'parts.csv has 5 rows that cannot be ordered. Nothing was ordered.',
    );
    const [unknown, ...others] = refused.stderr.trimEnd().split('\n').slice(0, 5);
    expect(unknown).toMatch(/^parts\.csv: line 3: .*White Strong & Flexible/);
    expect(others).toEqual([
      'parts.csv: line 4: There is no file gone.stl beside the list.',
      'parts.csv: line 5: "two" is no quantity. Write a whole number from 1 to 10,000.',
      'parts.csv: line 6: No file is named.',
      'parts.csv: line 7: No material is named. Fill in the column Material, or give --material for all rows.',
    ]);
    expect(books().orders).toEqual([]);
    const none = await order('missing.csv');
    expect(none.json().error.message).toBe('There is no list missing.csv.');
  });
});

describe('an order of models that the service has', () => {
  it('An order names a model at its own price with markup, beside files, without uploading it.', async () => {
    const modelId = await uploaded();
    await fabdesk(['models', 'edit', String(modelId), '--markup', '6=100']);
    const placed = await order(
      '--unit',
      'mm',
      '--model',
      `${modelId}:White Strong & Flexible:2`,
      'cube.stl:25',
    );
    expect(placed).toMatchObject({ code: 0, stderr: '' });
    const { lines, total, parts, fee, shipping } = placed.json();
    expect(lines).toMatchObject([
      { file: 'cube.stl', materialId: 25 },
      { modelId, modelVersion: 0, modelTitle: 'cube', materialId: 6, quantity: 2, markup: 100 },
    ]);
    const { products, charged } = books();
    expect(products[1]).toEqual({
      model_id: modelId,
      material_id: 6,
      quantity: 2,
      unit_price_cents: Math.round(lines[1].unitPrice * 100),
    });
    expect(lines[1].unitPrice).toBeGreaterThan(100);
    // What was agreed is what is booked, to the cent: parts, fee and shipping.
    expect(Math.round(total * 100)).toBe(charged);
    expect(total).toBeCloseTo(parts + fee + shipping.price, 6);
  });

  it('An order is refused with the reason if the material is withheld, or the model is missing or not visible.', async () => {
    const modelId = await uploaded();
    await fabdesk(['models', 'edit', String(modelId), '--withhold', '6']);
    const withheld = await order('--model', `${modelId}:6`);
    expect(withheld.code).toBe(1);
    expect(withheld.json().error).toMatchObject({
      code: 'will-be-refused',
      message: expect.stringMatching(
        /^“cube” \(model \d+\) cannot be ordered in White.*does not offer.*--prices/,
      ),
    });
    const gone = await order('--model', '999:6');
    expect(gone.json().error).toEqual({
      code: 'not-found',
      message: expect.stringContaining('Model 999: This model no longer exists at the service'),
    });
    expect((await order('--model', String(modelId))).json().error.message).toContain(
      'Choose the material of model',
    );
    expect((await order('--model', 'cube:6')).code).toBe(2);
    expect((await order()).json().error.message).toContain('Nothing to order');
    expect(books().products).toEqual([]);
  });

  it('The same key gives the same order, and another model another one.', async () => {
    const modelId = await uploaded();
    const first = await order('--key', 'k', '--model', `${modelId}:6`);
    const again = await order('--key', 'k', '--model', `${modelId}:6`);
    expect(again.json().orderId).toBe(first.json().orderId);
    expect((await order('--key', 'k', '--model', `${modelId}:25`)).json().error.code).toBe('key-used');
    expect((await order('--key', 'k', '--metadata', 'a=b', '--model', `${modelId}:6`)).code).toBe(2);
    expect(books().products).toHaveLength(1);
  });
});

describe('equal parts', () => {
  it('Each keeps its name in Orders, also beside an earlier upload of the same bytes.', {
    tags: 'release',
  }, async () => {
    for (const name of ['A-100 left.stl', 'B-200 right.stl'])
      copyFileSync(join(cwd, 'cube.stl'), join(cwd, name));
    await fabdesk(['upload', '--unit', 'mm', 'A-100 left.stl']);
    const placed = await order('--unit', 'mm', 'A-100 left.stl:6', 'B-200 right.stl:6');
    expect(placed).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await fabdesk(['orders', String(placed.json().orderId)]);
    for (const name of ['A-100 left', 'B-200 right'])
      expect(stdout).toMatch(new RegExp(`1 piece of ${name}`));
    expect(books().products).toHaveLength(2);
  });
});

describe('the total that is agreed', () => {
  it('The total has parts, fee and shipping, and --max-total limits all of it.', async () => {
    const shown = await fabdesk([
      'order',
      '--yes',
      '--unit',
      'mm',
      ...addressOptions(usAddress),
      'cube.stl:6',
    ]);
    const cents = (label: string) =>
      Math.round(Number(new RegExp(`^${label} .*?\\$([0-9.]+)`, 'm').exec(shown.stdout)?.[1]) * 100);
    expect(cents('Shipping')).toBe(499);
    expect(cents('Total')).toBe(cents('Parts') + cents('Fee') + 499);
    expect(cents('Total')).toBe(books().charged);
    expect(shown.stdout).toMatch(/Its receipt: http.*\/checkout\/receipt\?orderId=\d+/);

    const orderId = /orderId=(\d+)/.exec(shown.stdout)?.[1] ?? '';
    const dollars = `$${(books().charged / 100).toFixed(2)}`;
    for (const argv of [['orders'], ['orders', orderId]])
      expect((await fabdesk(argv)).stdout).toContain(dollars);
    const [{ id }] = (await fabdesk(['queue', '--json'])).json().toReversed();
    const agreed = await fabdesk(['queue', 'show', id]);
    expect(agreed.stdout).toMatch(/Total +\$[0-9.]+, before tax and duty/);

    const limit = (cents('Total') - 1) / 100;
    const over = await order('--unit', 'mm', '--max-total', String(limit), 'cube.stl:6');
    expect(over.json().error.code).toBe('over-limit');
    const fast = await order(
      '--unit',
      'mm',
      '--shipping',
      'Fastest',
      '--max-total',
      String(limit + 12),
      'cube.stl:6',
    );
    expect(fast.json()).toMatchObject({ shipping: { option: 'Fastest', price: 14.99 } });
  });
});

describe('metadata', () => {
  it('Metadata is sent with every model; an application that may not send it is told so, and nothing is ordered.', {
    tags: 'release',
  }, async () => {
    const placed = await order(
      '--unit',
      'mm',
      '--metadata',
      'job=K7',
      '--metadata',
      'note=a=b',
      'cube.stl:6',
    );
    expect(placed.code).toBe(0);
    const [model] = books().products;
    expect(JSON.parse(books().orders[0]?.metadata_json ?? '')).toEqual([
      { modelId: model?.model_id, name: 'job', value: 'K7' },
      { modelId: model?.model_id, name: 'note', value: 'a=b' },
    ]);
    for (const bad of ['job', '=x', ' =x'])
      expect((await order('--unit', 'mm', '--metadata', bad, 'cube.stl:6')).code).toBe(2);
    const database = new Sqlite(join(service.dataDir, 'service.sqlite'));
    database.prepare('UPDATE application SET may_send_metadata = 0').run();
    const refused = await order('--unit', 'mm', '--metadata', 'job=K7', 'cube.stl:6');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.json()).toMatchObject({
      state: 'rejected',
      orderId: null,
      problem: { message: expect.stringMatching(/metadata.*applications that are allowed/) },
    });
    expect(books().orders).toHaveLength(1);
    database.prepare('UPDATE application SET may_send_metadata = 1').run();
    database.close();
  });
});

describe('the list of orders', () => {
  it('The list of orders is narrowed by every filter of the interface, and says how many of how many it shows.', {
    tags: 'release',
  }, async () => {
    const earlier = (await fabdesk(['orders', '--json'])).json().length;
    const first = (await order('--unit', 'mm', 'cube.stl:6')).json().orderId;
    const second = (
      await order('--unit', 'mm', '--city', 'Albany', '--address2', 'Dock 4', 'cube.stl:25')
    ).json().orderId;
    const ids = async (...filters: string[]) => {
      const listed = await fabdesk(['orders', '--json', ...filters]);
      expect(listed).toMatchObject({ code: 0, stderr: '' });
      return (listed.json() as { orderId: number }[]).map(({ orderId }) => orderId);
    };
    const filters = {
      '--first-name': usAddress.firstName,
      '--last-name': usAddress.lastName,
      '--country': 'US',
      '--state': 'NY',
      '--city': 'albany',
      '--address1': usAddress.address1,
      '--address2': 'dock 4',
      '--zip': usAddress.zipCode,
      '--phone': usAddress.phoneNumber,
    };
    expect((await ids()).slice(0, 2)).toEqual([second, first]);
    expect(await ids(...Object.entries(filters).flat())).toEqual([second]);
    for (const name of Object.keys(filters)) expect(await ids(name, 'nothing like it')).toEqual([]);
    for (const name of ['--address3', '--email']) expect(await ids(name, 'x@example.org')).toEqual([]);
    expect(await ids('--id', String(first))).toEqual([first]);
    expect(await ids('--id', `${first},${second},77`, '--city', 'Albany')).toEqual([second]);
    expect((await fabdesk(['orders', '--limit', '1'])).stdout).toContain(
      `1 of ${earlier + 2} orders: ${earlier + 2} placed.`,
    );
    expect((await fabdesk(['orders', '--city', 'Atlantis'])).stdout).toContain(
      'No order fits these filters.',
    );
    for (const wrong of [
      ['--limit', '101'],
      ['--limit', 'x'],
      ['--id', 'x'],
      [String(first), '--city', 'x'],
    ])
      expect((await fabdesk(['orders', ...wrong])).code).toBe(2);
  });

  it('One order is shown with its receipt, its rejections and the other affected materials.', async () => {
    const { orderId, receipt } = (await order('--unit', 'mm', 'cube.stl:6')).json();
    const { operator } = service.service;
    const env = { FABDESK_OPERATOR: await operator.listen(0), FABDESK_OPERATOR_KEY: operator.key };
    const reject = ['service', 'reject', String(orderId), '--reason', 'Too thin.', '--affected', '25'];
    expect(await fabdesk(reject, env)).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await fabdesk(['orders', String(orderId)]);
    expect(stdout).toContain(`receipt  ${service.baseUrl}/checkout/receipt?orderId=${orderId}`);
    expect(receipt).toBe(`${service.baseUrl}/checkout/receipt?orderId=${orderId}`);
    expect(stdout).toMatch(/rejected.* {2}Too thin\.\n.*cannot be made in Black Strong & Flexible either/);
  });
});

describe('an order once more', () => {
  it('orders again shows what changed for each part, and orders the same models at their current prices.', async () => {
    const modelId = await uploaded();
    const { orderId } = (await order('--model', `${modelId}:6:2`)).json();
    await fabdesk(['models', 'edit', String(modelId), '--markup', '6=1']);
    const terms = ['--yes', ...addressOptions(usAddress)];
    const again = await fabdesk(['orders', 'again', ...terms, String(orderId)]);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    const [one, two] = books().products;
    expect(two).toEqual({ ...one, unit_price_cents: (one?.unit_price_cents ?? 0) + 100 });
    const prices = [one, two].map((product) => `$${((product?.unit_price_cents ?? 0) / 100).toFixed(2)}`);
    expect(again.stdout).toMatch(new RegExp(`2 {2}“cube” .*\\${prices[0]} +\\${prices[1]}`));
  });

  it('orders again orders nothing if a part is gone or withheld, unless --available leaves it out.', {
    tags: 'release',
  }, async () => {
    const modelId = await uploaded();
    const { orderId } = (await order('--model', `${modelId}:6`, '--model', `${modelId}:25`)).json();
    await fabdesk(['models', 'edit', String(modelId), '--withhold', '6']);
    const argv = ['orders', 'again', String(orderId), '--yes', ...addressOptions(usAddress)];
    const refused = await fabdesk(argv);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--available') });
    expect(refused.stdout).toContain('The owner does not offer this model in White Strong & Flexible.');
    expect(refused.stdout).toMatch(/Black.* the same/);
    expect(books().products).toHaveLength(2);
    expect((await fabdesk([...argv, '--available'])).code).toBe(0);
    expect(books().products[2]).toMatchObject({ model_id: modelId, material_id: 25 });
    await fabdesk(['models', 'delete', '--yes', String(modelId)]);
    const gone = await fabdesk([...argv, '--available']);
    expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('None of these') });
    expect(gone.stdout).toContain('no longer exists at the service');
    expect((await fabdesk(['orders', 'again', '999'])).stderr).toContain('There is no order 999');
  });
});

describe('what was agreed', () => {
  it('stands in queue show: account, bytes, scale, prices, shipping, address as sent, reference and consent', async () => {
    const { jobId } = (await order('--unit', 'mm', '--metadata', 'job=K7', 'cube.stl:6:2')).json();
    const { stdout, code } = await fabdesk(['queue', 'show', jobId]);
    expect(code).toBe(0);
    const { agreement, id } = (await fabdesk(['queue', 'show', '--json', jobId])).json();
    expect(id).toBe(jobId);
    const [line] = agreement.lines;
    for (const shown of [
      `SHA-256 ${line.file.sha256}`,
      '0.001 m per unit of the file',
      `$${agreement.parts.toFixed(2)}`,
      `$${agreement.fee.toFixed(2)}`,
      '$4.99, Cheapest',
      usAddress.address1,
      agreement.reference.value,
      'job=K7',
      'Studio',
      'confirmed on',
    ])
      expect(stdout).toContain(shown);
    const evidence = (await fabdesk(['queue', 'evidence', jobId])).json();
    expect(evidence.agreement).toEqual(agreement);
    expect(evidence.request.metadata).toEqual([expect.objectContaining({ name: 'job', value: 'K7' })]);
  });

  it('of an upload there is none, and its job is shown all the same', async () => {
    await uploaded();
    const [{ id }] = (await fabdesk(['queue', '--json'])).json();
    expect((await fabdesk(['queue', 'show', '--json', id])).json()).toMatchObject({ id, agreement: null });
    expect((await fabdesk(['queue', 'show', 'nothing'])).code).toBe(1);
  });
});

describe('SOAP credentials of an account', () => {
  it('are tried before they are stored, shown without the password, and removed', async () => {
    const { username, password } = service.service.owner;
    const access = (...more: string[]) => ['accounts', 'soap', '--json', 'Studio', ...more];
    expect((await fabdesk(access())).json()).toMatchObject({ username: null });
    const given = ['--soap-user', username, '--soap-app-id', 'desk', '--soap-url', service.service.soapUrl()];
    const wrong = await fabdesk(access(...given), { FABDESK_SOAP_PASSWORD: 'wrong' });
    expect(wrong.json().error.code).toBe('soap-refused');
    const none = await fabdesk(access(...given));
    expect(none).toMatchObject({ code: 2, stdout: expect.stringContaining('FABDESK_SOAP_PASSWORD') });
    expect((await fabdesk(access())).json()).toMatchObject({ username: null });
    const stored = await fabdesk(access(...given), { FABDESK_SOAP_PASSWORD: password });
    expect(stored.json()).toMatchObject({ username, applicationId: 'desk', account: { name: 'Studio' } });
    const shown = await fabdesk(['accounts', 'soap', 'Studio']);
    expect(shown.stdout).toContain(username);
    expect(stored.stdout + shown.stdout).not.toContain(password);
    const { materials } = (await fabdesk(['catalog', '--json'])).json();
    expect(materials[0].minimumWall).toBeGreaterThan(0);
    for (const bad of [
      ['--remove', '--soap-user', 'x'],
      ['--soap-app-id', 'x'],
    ])
      expect((await fabdesk(access(...bad))).code).toBe(2);
    expect((await fabdesk(access('--remove'))).json()).toMatchObject({ username: null });
  });
});

it('Whether a cavity keeps powder is judged by the technology of each material of an order.', async () => {
  // Powder of nylon leaves through 3.5 mm, that of steel needs 5 mm.
  writeFileSync(join(cwd, 'ball.stl'), writeBinaryStl(vessel(20, 15, 4.4)));
  const { username, password } = service.service.owner;
  const access = ['--soap-user', username, '--soap-url', service.service.soapUrl()];
  await fabdesk(['accounts', 'soap', 'Studio', ...access], { FABDESK_SOAP_PASSWORD: password });
  const placed = await order('--unit', 'mm', 'ball.stl:6', 'ball.stl:23');
  expect(placed.code).toBe(0);
  const [nylon, steel] = placed.json().lines as {
    verdict: { level: string; reasons: { message: string }[] };
  }[];
  expect(nylon!.verdict.level).toBe('prints');
  expect(steel!.verdict.level).toBe('at-risk');
  const about = ({ verdict }: typeof nylon & {}) => verdict.reasons.map(({ message }) => message).join(' ');
  expect(about(nylon!)).not.toContain('Powder');
  expect(about(steel!)).toContain('Powder or resin stays in one cavity');
});

it('models show names the keys of a model and what each is for', async () => {
  const modelId = await uploaded();
  await fabdesk(['models', 'edit', String(modelId), '--claimable']);
  const { secretKey, claimKey, claimPage } = (
    await fabdesk(['models', 'show', '--json', String(modelId)])
  ).json();
  const { stdout } = await fabdesk(['models', 'show', String(modelId)]);
  for (const shown of [secretKey, claimKey, claimPage, 'can see the private model', 'into their own account'])
    expect(stdout).toContain(shown);
  expect(claimPage).toBe(`${service.baseUrl}/model/claim/${modelId}?key=${claimKey}`);
});

// The last one: the account waits after it.
it('a command that meets the rate limit says until when', async () => {
  const { operator } = service.service;
  await operator.act({
    act: 'add-fault',
    fault: { kind: 'status-before', status: 429, path: '/models', times: 1, delayMs: 0, staleSeconds: 1 },
  });
  const limited = await fabdesk(['models', 'versions', '1']);
  expect(limited.code).toBe(3);
  expect(limited.stderr).toMatch(/Rate limit reached until .*\d:\d\d/);
});
