/** What became of what was asked for is said on whatever screen the person is by then. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sampleStatus } from '../../support/bridge-double.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { changeJob, orderJob, uploadJob } from '../../support/samples.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

/** All that the window has spoken since, without the emptying between two notices. */
function listen(): string[] {
  const region = [...document.querySelectorAll('[role=status]')].at(-1);
  const spoken: string[] = [];
  new MutationObserver(() => {
    const text = region?.textContent?.trim() ?? '';
    if (text !== '') spoken.push(text);
  }).observe(region as Node, { subtree: true, childList: true, characterData: true });
  return spoken;
}

async function open(screen = 'settings') {
  const bridge = createPlateDouble();
  shown = await openWindow(bridge, screen);
  return { bridge, spoken: listen() };
}
const now = () => ({ createdAt: Date.now() + 1000, updatedAt: Date.now() + 1000 });

describe('the outcome of a job', () => {
  it('An order, a cancellation and a reprint are said when they are queued and when they end.', async () => {
    const { bridge, spoken } = await open();
    const order = orderJob({ ...now(), id: 'order' });
    bridge.emit('job', order);
    await vi.waitFor(() => expect(spoken.at(-1)).toMatch(/bracket.*Waiting/));
    bridge.emit('job', { ...order, state: 'done', result: { orderId: 1042, productionOrderIds: [] } });
    await vi.waitFor(() => expect(spoken.at(-1)).toMatch(/accepted it as order 1042/));
    const cancel = changeJob({ ...now(), id: 'cancel' });
    bridge.emit('job', { ...cancel, state: 'done', result: { remoteId: 1001 }, isCompared: true });
    await vi.waitFor(() => expect(spoken.at(-1)).toMatch(/Order 1001 was cancelled/));
    const reprint = changeJob({
      ...now(),
      id: 'reprint',
      payload: {
        op: 'reprint',
        orderId: 1001,
        orderProductId: 1,
        productTitle: 'bracket',
        quantity: 1,
        reasonId: 503,
        comment: 'It broke.',
        consentAt: Date.now(),
      },
    });
    bridge.emit('job', { ...reprint, state: 'done', result: { remoteId: 1050, made: 'order' } });
    await vi.waitFor(() => expect(spoken.at(-1)).toMatch(/1050/));
    // What was said is in Messages, with the way to the queue.
    await expect
      .element(page.getByRole('contentinfo').getByRole('button', { name: /queue/i }).last())
      .toBeVisible();
  });

  it('Older jobs, uploads of an order and jobs of other accounts are not said, nor twice the same outcome.', async () => {
    const { bridge, spoken } = await open();
    bridge.emit('job', orderJob({ id: 'old', createdAt: 1, state: 'done', result: null }));
    bridge.emit('job', uploadJob({ ...now(), id: 'upload' }));
    bridge.emit('job', orderJob({ ...now(), id: 'other', accountId: 'studio' }));
    const refused = orderJob({
      ...now(),
      id: 'refused',
      state: 'rejected',
      problem: { code: 'refused', message: 'No.' },
    });
    bridge.emit('job', refused);
    await vi.waitFor(() => expect(spoken).toHaveLength(1));
    expect(spoken[0]).toMatch(/No\./);
    bridge.emit('job', { ...refused, updatedAt: refused.updatedAt + 1 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(spoken).toHaveLength(1);
  });

  it('The cart says the outcome of its order itself.', async () => {
    const { bridge, spoken } = await open('cart');
    bridge.emit('job', orderJob({ ...now(), id: 'order' }));
    bridge.emit('job', changeJob({ ...now(), id: 'cancel' }));
    await vi.waitFor(() => expect(spoken).toHaveLength(1));
    expect(spoken[0]).toMatch(/1001/);
  });
});

it('Back online is said after offline and after a service that was away, each time.', async () => {
  const { bridge, spoken } = await open();
  for (const away of [{ paused: true }, { connection: 'offline' }, { connection: 'offline' }] as const) {
    bridge.emit('status', sampleStatus(away));
    bridge.emit('status', sampleStatus());
    const before = spoken.length;
    await vi.waitFor(() => expect(spoken.length).toBeGreaterThan(before));
    expect(spoken.at(-1)).toBe('Back online.');
  }
});
