import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createBridgeDouble } from '../../support/bridge-double.ts';
import { orderJob, orderView } from '../../support/samples.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const focusOn = (name: string | RegExp) => expect.element(page.getByRole('button', { name })).toHaveFocus();

it('A question focuses the answer that does nothing, and returns the focus afterwards.', async () => {
  const bridge = createBridgeDouble({ 'queue.list': () => [orderJob()], 'queue.cancel': () => ({}) });
  shown = await openWindow(bridge, 'queue');
  const cancel = page.getByRole('button', { name: /^Cancel: Order/ });
  await expect.element(cancel).toBeVisible();
  (cancel.element() as HTMLElement).focus();
  for (const leave of ['{Escape}', '{Enter}']) {
    await userEvent.keyboard('{Enter}');
    await focusOn('Keep it');
    await userEvent.keyboard(leave);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await focusOn(/^Cancel: Order/);
  }
  expect(bridge.callsOf('queue.cancel')).toEqual([]);
});

it('A form focuses its first field, also in a dialog opened by a key.', async () => {
  const [item] = orderView().items;
  const made = orderView({
    status: 'shipped',
    items: [{ ...item!, status: { ...item!.status, processing: 0, complete: 2 } }],
  });
  const orders = { orders: [made], fetchedAt: Date.now(), source: 'live' as const };
  shown = await openWindow(createBridgeDouble({ 'orders.list': () => orders }), 'orders');
  const reprint = page.getByRole('button', { name: 'Reprint bracket' });
  await expect.element(reprint).toBeVisible();
  (reprint.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('combobox', { name: /What is wrong/ })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await focusOn('Reprint bracket');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('combobox', { name: 'Command' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await focusOn('Reprint bracket');
});

it('If the opening element is gone after the dialog, the screen gets the focus.', async () => {
  const order = orderJob();
  const bridge = createBridgeDouble({
    'queue.list': () => [order],
    'queue.cancel': () => {
      bridge.emit('job', { ...order, state: 'cancelled', updatedAt: Date.now() });
      return {};
    },
  });
  shown = await openWindow(bridge, 'queue');
  await page.getByRole('button', { name: /^Cancel: Order/ }).click();
  await page.getByRole('button', { name: 'Cancel the order' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('main')));
});
