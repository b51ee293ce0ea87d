/**
 * The pages for people, in a real browser and by keyboard alone; skipped unless FABDESK_CHROMIUM names one.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxStl } from '../../support/models.ts';
import { orderBody } from '../../support/order.ts';
import { startService, type TestService } from '../../support/service.ts';
import { upload } from '../../support/upload.ts';

const executablePath = process.env['FABDESK_CHROMIUM'];

describe.skipIf(!executablePath)('pages in a browser', () => {
  let service: TestService;
  let operator: string;
  let browser: Browser;
  const complaints: string[] = [];
  beforeAll(async () => {
    service = await startService();
    const { operator: desk } = service.service;
    operator = `${await desk.listen(0)}/#${desk.key}`;
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  async function open(url: string): Promise<Page> {
    const page = await browser.newPage();
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(url);
    return page;
  }

  it('A person signs in and allows an application without a mouse.', async () => {
    const { client_id } = service.credentials;
    const page = await open(
      `${service.baseUrl}/oauth2/authorize?response_type=code&client_id=${client_id}&redirect_uri=oob&state=s`,
    );
    const { username, password } = service.service.owner;
    // The browser moves the focus to the first field only after the page has loaded.
    await page.locator('input:focus').waitFor();
    await page.keyboard.type(username);
    await page.keyboard.press('Tab');
    await page.locator('input[type=password]:focus').waitFor();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Allow/ }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Allow');
    await page.keyboard.press('Enter');
    expect(await page.locator('#code').textContent()).toMatch(/^[A-Za-z0-9]{40}$/);
    await page.close();
  });

  it('Another port of this computer never gets the session, also by a link.', {
    tags: 'release',
  }, async () => {
    const cookies: (string | undefined)[] = [];
    const spy = createServer((request, response) => {
      cookies.push(request.headers.cookie);
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Spy</title>');
    });
    await new Promise<void>((listening) => spy.listen(0, '127.0.0.1', listening));
    const elsewhere = `http://127.0.0.1:${(spy.address() as AddressInfo).port}`;
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${service.baseUrl}/developer`);
    const { username, password } = service.service.owner;
    await page.getByLabel('Name').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Applications' }).first().waitFor();
    expect(await context.cookies()).toHaveLength(1);
    const other = await context.newPage();
    for (const path of ['/', '/developer', '/in/', `/in/${'a'.repeat(22)}/developer`]) {
      await other.goto(elsewhere + path);
      await page.evaluate((to) => window.open(to, '_blank')?.focus(), elsewhere + path);
    }
    await expect.poll(() => cookies.length).toBeGreaterThanOrEqual(4);
    expect(new Set(cookies)).toEqual(new Set([undefined]));
    // The page itself goes on.
    await page.reload();
    await page.getByText(`Signed in as ${username}`).waitFor();
    await context.close();
    await new Promise((closed) => spy.close(closed));
  });

  it('The operator sees the content of an order and rejects it with a reason, without a mouse.', {
    tags: 'release',
  }, async () => {
    const modelId = await upload(service, boxStl(10, 10, 10));
    const item = { modelId, materialId: 6, quantity: 2 };
    const { orderId } = (
      await service.call('POST', '/orders/v1', orderBody([item], service.credentials.payment_verification_id))
    ).body;
    const page = await open(operator);
    const row = page.getByRole('row').filter({ hasText: '2 to do' });
    await row.waitFor();
    expect(await row.textContent()).toContain('White Strong & Flexible');
    page.on('dialog', (dialog) => void dialog.accept('The wall is cracked.'));
    await page.getByRole('button', { name: `reject order ${orderId}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: /2 cancelled.*The wall is cracked\./ }).waitFor();
    // The button disappears with the order's end; the focus continues near it.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('orders-title');
    const { body } = await service.call('GET', `/orders/${orderId}/v1`);
    expect(body.ordersInfo[0].orderProducts[0].models[0].rejection.rejectionReasons).toEqual([
      'The wall is cracked.',
    ]);
    await page.close();
  });

  it('The operator makes the next calls fail, and sees when none will.', async () => {
    const page = await open(operator);
    await page.getByText('None waits').waitFor();
    await page.getByLabel('Kind').selectOption('status-before');
    await page.getByLabel('Method').selectOption('GET');
    await page.getByLabel('Path begins with').fill('/materials');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('row', { name: 'status-before GET /materials 1' }).waitFor();
    expect((await service.call('GET', '/materials/v1')).status).toBeGreaterThanOrEqual(500);
    expect((await service.call('GET', '/materials/v1')).status).toBe(200);
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByText('None waits').waitFor();
    await page.close();
  });

  it('The pages violate none of their own policies.', () => {
    expect(complaints).toEqual([]);
  });
});
