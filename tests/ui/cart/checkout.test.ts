import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CartLine } from '../../../src-shared/ipc/cart-line.ts';
import { defaultSettings, type Settings } from '../../../src-shared/ipc/settings.ts';
import type { Workspace } from '../../../src-shared/ipc/workspace.ts';
import type { Job, Problem } from '../../../src-shared/jobs/job.ts';
import { noExtras } from '../../../src-shared/jobs/order-extras.ts';
import { agreedSum } from '../../../src-shared/jobs/order-sum.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { usAddress } from '../../support/address.ts';
import {
  type BridgeDouble,
  createBridgeDouble,
  sampleCatalog,
  sampleStatus,
} from '../../support/bridge-double.ts';
import { cartLine, modelView, orderJob } from '../../support/samples.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const workspace = (cart: CartLine[], address: Workspace['address'] = usAddress) => ({ cart, address });

/** A service that asks `price` for every part. */
const asks = (price: number) => ({
  'price.quote': () => ({
    prices: { '6': { price, currency: 'USD' } },
    quotedAt: Date.now(),
    source: 'live' as const,
  }),
});

async function open(bridge: BridgeDouble): Promise<void> {
  shown = await openWindow(bridge, 'cart');
  await expect.element(page.getByRole('heading', { name: 'Summary' })).toBeVisible();
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const toReview = () => button('Review').click();

describe('the last click', () => {
  it.each([90, 220])(
    'A double click of %i ms a press on “Continue to review” places nothing.',
    async (delay) => {
      const bridge = createBridgeDouble(
        { ...asks(6.2), 'queue.placeOrder': () => ({ order: orderJob({ id: 'new' }) }) },
        workspace([cartLine()]),
      );
      await open(bridge);
      await button(/^Shipping/).click();
      const next = button('Continue to review');
      const before = next.element().getBoundingClientRect();
      await userEvent.dblClick(next, { delay });
      const place = button(/^Place order/);
      await expect.element(place).toBeVisible();
      expect(bridge.callsOf('queue.placeOrder')).toEqual([]);
      // It has a place of its own, waits until it could be read, and a second click never counts.
      expect(place.element().getBoundingClientRect().top).toBeGreaterThan(before.bottom);
      await expect.element(place).toHaveAttribute('aria-disabled', 'true');
      (place.element() as HTMLElement).click();
      await expect.element(place).not.toHaveAttribute('aria-disabled');
      place.element().dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true }));
      expect(bridge.callsOf('queue.placeOrder')).toEqual([]);
      await place.click();
      await vi.waitFor(() => expect(bridge.callsOf('queue.placeOrder')).toHaveLength(1));
    },
  );

  it('Ctrl+Enter goes to a known address in two presses, and buys only what could be read.', async () => {
    const bridge = createBridgeDouble(
      { ...asks(6.2), 'queue.placeOrder': () => ({ order: orderJob({ id: 'new' }) }) },
      workspace([cartLine()]),
    );
    await open(bridge);
    await expect.element(page.getByText(/^Ships to /)).toBeVisible();
    const press = (repeat = false) =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'Enter',
          ctrlKey: true,
          repeat,
          bubbles: true,
          cancelable: true,
        }),
      );
    await vi.waitFor(() => {
      press();
      expect(button(/^Place order/).query()).not.toBeNull();
    });
    const place = button(/^Place order/);
    // The same key once more, pressed or held, before the amount could be read.
    press();
    press(true);
    await expect.element(place).toHaveAttribute('aria-disabled', 'true');
    await expect.element(place).not.toHaveAttribute('aria-disabled');
    press(true);
    expect(bridge.callsOf('queue.placeOrder')).toEqual([]);
    press();
    await vi.waitFor(() => expect(bridge.callsOf('queue.placeOrder')).toHaveLength(1));
    press();
    expect(bridge.callsOf('queue.placeOrder')).toHaveLength(1);
  });

  it('Removing a row by a double click removes one row.', async () => {
    const lines = ['a', 'b', 'c'].map((id) => cartLine({ id, title: id }));
    const bridge = createBridgeDouble(asks(6.2), workspace(lines));
    await open(bridge);
    await userEvent.dblClick(button('Remove a from the cart'));
    await expect.element(page.getByText(/“a” in .* was removed/)).toBeVisible();
    await vi.waitFor(() => expect(bridge.workspace.cart.map(({ id }) => id)).toEqual(['b', 'c']));
    await expect.element(page.getByRole('row', { name: /^b/ })).toBeVisible();
  });
});

it('The review shows address and payment without scrolling.', async () => {
  const lines = Array.from({ length: 12 }, (_, at) => cartLine({ id: `line ${at}`, title: `part ${at}` }));
  await open(createBridgeDouble(asks(6.2), workspace(lines)));
  await page.viewport(1280, 800);
  await button('Continue to review').click();
  await expect.element(page.getByRole('region', { name: 'Shipping address' })).toBeInViewport({ ratio: 1 });
  await expect.element(page.getByRole('region', { name: 'Payment' })).toBeInViewport({ ratio: 1 });
  await expect.element(button(/^Place order/)).toBeInViewport({ ratio: 1 });
});

describe('the state of an address', () => {
  const toAddress = async (address: Workspace['address']) => {
    const bridge = createBridgeDouble(asks(6.2), workspace([cartLine()], address));
    await open(bridge);
    await button('Continue to address').click();
    return bridge;
  };

  it.each([
    ['New York', 'NY'],
    ['virginia', 'VA'],
    ['Maine', 'ME'],
    ['MA', 'MA'],
    ['ak', 'AK'],
    ['NN', 'NV'],
  ])('Typing “%s” in the list chooses %s.', async (typed, code) => {
    const bridge = await toAddress({ ...usAddress, state: 'TX', zipCode: '' });
    (page.getByRole('combobox', { name: 'State' }).element() as HTMLElement).focus();
    await userEvent.keyboard(typed);
    await vi.waitFor(() => expect(bridge.workspace.address.state).toBe(code));
  });

  it('A ZIP code of another state asks before the checkout continues, and an answer is enough.', async () => {
    const bridge = await toAddress({ ...usAddress, state: 'NE' });
    await button('Continue to shipping').click();
    const question = page.getByRole('region', { name: /ZIP code 10001 belongs to New York/ });
    await expect.element(question).toHaveFocus();
    await button('The state is right').click();
    await expect.element(page.getByRole('combobox', { name: 'State' })).toHaveFocus();
    await button('Continue to shipping').click();
    await expect.element(page.getByRole('heading', { name: 'Shipping method' })).toBeVisible();
    await button(/^Address/).click();
    await page.getByRole('textbox', { name: 'ZIP code' }).fill('10002');
    await button('Continue to shipping').click();
    await button('Use New York').click();
    await vi.waitFor(() => expect(bridge.workspace.address.state).toBe('NY'));
  });
});

it('The total with tax and duty is estimated from an earlier order to the country, else not shown.', async () => {
  const job = orderJob({ state: 'done', result: { orderId: 7, productionOrderIds: [] } });
  const at = async (charges: Settings['charges']) => {
    const settings = { ...defaultSettings, charges };
    const answers = { ...asks(6.2), 'queue.list': () => [job], 'settings.get': () => settings };
    await open(createBridgeDouble(answers, workspace([cartLine()])));
    await expect.element(page.getByText('$13.02').first()).toBeVisible();
  };
  await at({});
  await expect.element(page.getByText('With tax and duty, estimated')).not.toBeInTheDocument();
  await shown?.close();
  await at({ 'local 7': agreedSum(job.payload).amount * 2 });
  await expect.element(page.getByText('about $26.04')).toBeVisible();
  await expect.element(page.getByText(/^United States: your last order cost 2 times/)).toBeVisible();
});

describe('placing an order', () => {
  it('Pressing the button several times queues one order and then empties the cart.', async () => {
    const order = orderJob({ id: 'new' });
    let answer: (value: { order: Job }) => void = () => undefined;
    const bridge = createBridgeDouble(
      {
        ...asks(6.2),
        'queue.placeOrder': () => new Promise((resolve) => (answer = resolve)),
      },
      workspace([cartLine()]),
    );
    await open(bridge);
    await toReview();
    const place = button('Place order – $13.02');
    await expect.element(place).not.toHaveAttribute('aria-disabled');
    const element = place.element() as HTMLButtonElement;
    element.click();
    element.click();
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(bridge.callsOf('queue.placeOrder')).toHaveLength(1));
    expect(bridge.workspace.cart).toHaveLength(1);

    answer({ order });
    await expect.element(page.getByRole('heading', { name: 'The order is in the queue' })).toBeVisible();
    expect(bridge.callsOf('queue.placeOrder')).toEqual([
      {
        accountId: 'local',
        lines: [expect.objectContaining({ id: 'line-1', quantity: 2, unitPrice: 6.2 })],
        address: usAddress,
        shippingOption: 'Cheapest',
        extras: noExtras,
        confirmedParts: 12.4,
        referenceLine: true,
        fromCart: true,
        requestKey: expect.any(String),
      },
    ]);
    bridge.change({ op: 'take-lines', jobId: 'new', ids: ['line-1'] });
    await expect.element(page.getByRole('link', { name: /Cart, 1/ })).not.toBeInTheDocument();
    await expect.element(page.getByText('just ordered in another window')).not.toBeInTheDocument();

    bridge.emit(
      'job',
      orderJob({ id: 'new', state: 'done', result: { orderId: 1001, productionOrderIds: [] } }),
    );
    await expect.element(page.getByRole('heading', { name: 'Order 1001 placed' })).toBeVisible();
  });

  it('The cart shows an order that another window places, and orders nothing twice.', async () => {
    const bridge = createBridgeDouble(
      {
        ...asks(6.2),
        'queue.placeOrder': () => {
          throw new CodedError('cart-changed', 'The cart was changed in another window.');
        },
      },
      workspace([cartLine(), cartLine({ id: 'line-2', title: 'knob' })]),
    );
    await open(bridge);
    await toReview();
    await button('Place order – $26.04').click();
    await expect.element(page.getByText('The cart was changed in another window.')).toBeVisible();
    bridge.change({ op: 'take-lines', jobId: 'other', ids: ['line-1'] });
    await expect.element(page.getByText(/just ordered in another window/)).toBeVisible();
    await expect.element(button('Place order – $13.02')).toBeVisible();
    bridge.change({ op: 'take-lines', jobId: 'third', ids: ['line-2'] });
    await expect.element(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  });

  it('The parts of a refused order return to the cart with the reason.', { tags: 'release' }, async () => {
    const bridge = createBridgeDouble(
      { ...asks(6.2), 'queue.placeOrder': () => ({ order: orderJob({ id: 'new' }) }) },
      workspace([cartLine()]),
    );
    await open(bridge);
    await toReview();
    await button('Place order – $13.02').click();
    await expect.element(page.getByRole('heading', { name: 'The order is in the queue' })).toBeVisible();
    bridge.change({ op: 'take-lines', jobId: 'new', ids: ['line-1'] });
    bridge.change({ op: 'put-line', line: cartLine({ id: 'later', title: 'knob', materialId: 25 }) });

    const problem: Problem = {
      code: 'refused',
      message: 'The service refused the order: walls are too thin.',
    };
    bridge.emit('job', orderJob({ id: 'new', state: 'rejected', problem, updatedAt: Date.now() }));
    const lines = [{ id: 'back', problem }];
    const order = { jobId: 'new', at: Date.now(), state: 'rejected', problem, extras: noExtras } as const;
    bridge.change({ op: 'return-lines', order: { ...order, lines }, lines: [cartLine({ id: 'back' })] });
    await expect.element(page.getByText('Order refused: its parts are in the cart')).toBeVisible();
    const row = page.getByRole('row', { name: /bracket/ });
    const blame = row.getByText(/walls are too thin/);
    await expect.element(blame).toBeVisible();
    expect(page.getByRole('row', { name: /walls are too thin/ }).elements()).toHaveLength(1);
    await expect.element(page.getByRole('link', { name: /^Cart.*1 needs you/ })).toBeVisible();

    await page.getByRole('link', { name: 'Queue' }).click();
    await expect.element(page.getByText('Its parts are in the cart again.')).toBeVisible();
    await page.getByText('Needs you (1)').click();
    await button('Open cart').first().click();
    await expect.element(row).toBeVisible();
    await button('Dismiss').first().click();
    await expect.element(blame).not.toBeInTheDocument();
    await vi.waitFor(() => expect(bridge.workspace.returned).toEqual([]));
    await expect.element(row).toBeVisible();
    expect(bridge.workspace.cart.map(({ id }) => id)).toEqual(['later', 'back']);
  });

  it('The refused parts stay in the cart when another window dismisses the order.', async () => {
    const bridge = createBridgeDouble(
      { ...asks(6.2), 'queue.placeOrder': () => ({ order: orderJob({ id: 'new' }) }) },
      workspace([cartLine()]),
    );
    await open(bridge);
    await toReview();
    await button('Place order – $13.02').click();
    await expect.element(page.getByRole('heading', { name: 'The order is in the queue' })).toBeVisible();
    const lines = [{ id: 'back', problem: null }];
    const order = {
      jobId: 'new',
      at: Date.now(),
      state: 'rejected',
      problem: null,
      extras: noExtras,
    } as const;
    bridge.change({ op: 'take-lines', jobId: 'new', ids: ['line-1'] });
    bridge.change({ op: 'return-lines', order: { ...order, lines }, lines: [cartLine({ id: 'back' })] });
    await expect.element(button(/^Continue to (address|review)$/)).toBeVisible();
    bridge.change({ op: 'dismiss-return', jobId: 'new' });
    await expect.element(page.getByText('Order refused: its parts are in the cart')).not.toBeInTheDocument();
    await expect.element(button(/^Continue to (address|review)$/)).toBeVisible();
  });

  it('Leaving the checkout keeps its step and its data.', async () => {
    const bridge = createBridgeDouble(asks(6.2), workspace([cartLine()]));
    await open(bridge);
    await toReview();
    await page.getByRole('link', { name: 'Queue' }).click();
    await expect.element(page.getByRole('heading', { name: 'Queue' })).toBeVisible();
    await page.getByRole('link', { name: /^Cart/ }).click();
    await expect.element(button('Place order – $13.02')).toBeVisible();
    await vi.waitFor(() => expect(bridge.workspace.step).toBe('review'));
  });

  it('After a lost answer the checkout reads the queue instead of ordering again.', async () => {
    let queue: Job[] = [];
    const bridge = createBridgeDouble(
      {
        ...asks(6.2),
        'queue.list': () => queue,
        'queue.placeOrder': () => {
          queue = [orderJob({ id: 'new', createdAt: Date.now() })];
          throw new CodedError('app-gone', 'Fabdesk is not running any more.');
        },
      },
      workspace([cartLine()]),
    );
    await open(bridge);
    await toReview();
    await button('Place order – $13.02').click();
    await expect.element(page.getByRole('heading', { name: 'The order is in the queue' })).toBeVisible();
    expect(bridge.callsOf('queue.placeOrder')).toHaveLength(1);
  });

  it('The checkout places nothing again while the outcome of the first attempt is unknown.', async () => {
    const lost = new CodedError('app-gone', 'Fabdesk is not running any more.');
    const bridge = createBridgeDouble(
      {
        ...asks(6.2),
        'queue.placeOrder': () => {
          throw lost;
        },
      },
      workspace([cartLine()]),
    );
    await open(bridge);
    await toReview();
    bridge.answer({
      'queue.list': () => {
        throw lost;
      },
    });
    await button('Place order – $13.02').click();
    await expect.element(page.getByText(/not known whether the order reached the queue/)).toBeVisible();
    await button('Place order – $13.02').click();
    await vi.waitFor(() => expect(bridge.callsOf('queue.list').length).toBeGreaterThanOrEqual(3));
    expect(bridge.callsOf('queue.placeOrder')).toHaveLength(1);
  });

  it('An order goes into the queue although the screen is left, and one that does not is told there.', {
    tags: 'release',
  }, async () => {
    let decide: (isTaken: boolean) => void = () => undefined;
    const bridge = createBridgeDouble(
      {
        ...asks(6.2),
        'queue.placeOrder': () =>
          new Promise((resolve, reject) => {
            decide = (isTaken) =>
              isTaken
                ? resolve({ order: orderJob({ id: 'new' }) })
                : reject(new CodedError('file-not-found', 'The stored copy of “bracket” is gone.'));
          }),
      },
      workspace([cartLine()]),
    );
    await open(bridge);
    await toReview();
    await button('Place order – $13.02').click();
    await page.getByRole('link', { name: 'Queue' }).click();
    await vi.waitFor(() => expect(bridge.callsOf('queue.placeOrder')).toHaveLength(1));
    decide(false);
    await expect.element(page.getByText('The stored copy of “bracket” is gone.').first()).toBeVisible();
    await page.getByRole('link', { name: /^Cart/ }).click();
    await expect.element(page.getByText('The stored copy of “bracket” is gone.').first()).toBeVisible();
    await button('Place order – $13.02').click();
    await page.getByRole('link', { name: 'Queue' }).click();
    // Whoever comes back meanwhile cannot place it again.
    await page.getByRole('link', { name: /^Cart/ }).click();
    await expect.element(button('Place order – $13.02')).toHaveAttribute('aria-busy', 'true');
    await vi.waitFor(() => expect(bridge.callsOf('queue.placeOrder')).toHaveLength(2));
    decide(true);
    await expect.element(page.getByRole('heading', { name: 'The order is in the queue' })).toBeVisible();
  });

  it('What was on the button is ordered once its file is copied, whatever changed and whichever screen is shown.', async () => {
    const line = cartLine();
    const sha256 = line.file?.sha256 ?? '';
    const arriving = { id: 'arrival', name: 'bracket.stl', path: null, sha256 };
    const bridge = createBridgeDouble(
      { ...asks(6.2), 'queue.placeOrder': () => ({ order: orderJob({ id: 'new' }) }) },
      { ...workspace([line]), arriving: [arriving] },
    );
    await open(bridge);
    await toReview();
    await button('Place order – $13.02').click();
    // At once, as whoever does not wait for an answer.
    await page.getByRole('link', { name: 'Orders' }).click();
    await expect.element(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
    bridge.change({ op: 'set-shipping', shippingOption: 'Fastest' });
    bridge.change({ op: 'set-address', fields: { city: 'Elsewhere' } });
    expect(bridge.callsOf('queue.placeOrder')).toEqual([]);
    bridge.change({ op: 'arrived', id: 'arrival' });
    await vi.waitFor(() => expect(bridge.callsOf('queue.placeOrder')).toHaveLength(1));
    expect(bridge.callsOf('queue.placeOrder')).toMatchObject([
      { address: { city: usAddress.city }, shippingOption: 'Cheapest', lines: [{ id: line.id }] },
    ]);
  });

  it('An unknown outcome stays one when the screen is left: nothing is placed again.', async () => {
    const lost = new CodedError('app-gone', 'Fabdesk is not running any more.');
    const gone = () => {
      throw lost;
    };
    const bridge = createBridgeDouble({ ...asks(6.2), 'queue.placeOrder': gone }, workspace([cartLine()]));
    await open(bridge);
    await toReview();
    bridge.answer({ 'queue.list': gone });
    await button('Place order – $13.02').click();
    await expect.element(page.getByText(/not known whether the order reached the queue/)).toBeVisible();
    await page.getByRole('link', { name: 'Queue' }).click();
    await page.getByRole('link', { name: /^Cart/ }).click();
    const before = bridge.callsOf('queue.list').length;
    await button('Place order – $13.02').click();
    await vi.waitFor(() => expect(bridge.callsOf('queue.list').length).toBeGreaterThan(before));
    expect(bridge.callsOf('queue.placeOrder')).toHaveLength(1);
  });

  it('The checkout says that the order is queued when the service is away.', async () => {
    const bridge = createBridgeDouble(
      {
        'app.status': () => sampleStatus({ connection: 'offline', detail: 'It does not answer.' }),
        'price.quote': () => {
          throw new CodedError('network', 'The service cannot be reached.');
        },
      },
      workspace([cartLine()]),
    );
    await open(bridge);
    await toReview();
    await expect.element(button('Queue order – $13.02')).toBeVisible();
    await expect.element(page.getByText(/is sent when the service is back/)).toBeVisible();
    await expect.element(page.getByText('Not known yet').first()).toBeVisible();
  });
});

describe('a price that rose', () => {
  it('A higher price is shown and must be accepted before the checkout continues.', async () => {
    const bridge = createBridgeDouble({ ...asks(6.5) }, workspace([cartLine()]));
    await open(bridge);
    await expect.element(page.getByText('The price rose from $6.20 to $6.50 each.')).toBeVisible();
    const next = button(/^Continue to (address|review)$/);
    await expect.element(next).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(next, { force: true });
    await expect.element(page.getByRole('heading', { name: 'Shipping address' })).not.toBeInTheDocument();

    await button('Accept new price').click();
    await toReview();
    await expect.element(button('Place order – $13.65')).toBeVisible();
  });

  it('An accepted check is not skipped when the service becomes unreachable.', async () => {
    const bridge = createBridgeDouble({ ...asks(6.5) }, workspace([cartLine()]));
    await open(bridge);
    await expect.element(page.getByText(/The price rose/)).toBeVisible();
    bridge.answer({
      'price.quote': () => {
        throw new CodedError('network', 'The service cannot be reached.');
      },
    });
    bridge.emit('status', sampleStatus({ connection: 'offline' }));
    await vi.waitFor(() => expect(bridge.callsOf('price.quote')).toHaveLength(2));
    await expect.element(page.getByText(/The price rose/)).toBeVisible();
    await expect.element(button(/^Continue to (address|review)$/)).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('the address', () => {
  it('The address is checked by the service’s rules, and the first problem gets the focus.', async () => {
    const bridge = createBridgeDouble(
      {
        ...asks(6.2),
      },
      workspace([cartLine()], { country: 'DE' }),
    );
    await open(bridge);
    await button('Continue to address').click();
    const phone = page.getByRole('textbox', { name: 'Phone number' });
    await expect.element(phone).not.toHaveAttribute('aria-invalid');
    await button('Continue to shipping').click();
    await expect.element(page.getByText('Enter a first name.')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'First name' })).toHaveFocus();

    await phone.fill('030 123456');
    await expect.element(page.getByText('Enter a phone number for the carrier.')).not.toBeInTheDocument();
    await page.getByRole('combobox', { name: 'Country' }).selectOptions('Canada');
    await expect.element(page.getByText(/exactly 10 digits/)).toBeVisible();
    await phone.fill('+1 (416) 555-0123');
    await userEvent.keyboard('{Enter}');
    await expect.element(phone).toHaveValue('4165550123');

    await page.getByRole('combobox', { name: 'Country' }).selectOptions('United States');
    await page.getByRole('combobox', { name: 'State' }).selectOptions('New York (NY)');
    await expect.element(page.getByRole('textbox', { name: 'ZIP code' })).toBeVisible();
    await vi.waitFor(() =>
      expect(bridge.workspace).toMatchObject({
        address: { country: 'US', state: 'NY', phoneNumber: '4165550123' },
      }),
    );
  });
});

describe('the cart', () => {
  it('A removed line can be restored.', async () => {
    const lines = [cartLine(), cartLine({ id: 'line-2', title: 'knob' })];
    const bridge = createBridgeDouble({ ...asks(6.2) }, workspace(lines));
    await open(bridge);
    await button('Remove bracket from the cart').click();
    await expect.element(page.getByText('1 part').or(page.getByText('2 parts'))).toBeVisible();
    await button('Undo').click();
    const rows = page
      .getByRole('row')
      .elements()
      .map((row) => row.textContent);
    expect(rows[1]).toContain('bracket');
    expect(rows[2]).toContain('knob');
  });

  it('The cart warns before the same parts are ordered again.', async () => {
    const bridge = createBridgeDouble(
      {
        ...asks(6.2),
        'queue.list': () => [orderJob({ state: 'unknown', createdAt: Date.now() - 60_000 })],
      },
      workspace([cartLine()]),
    );
    await open(bridge);
    await expect.element(page.getByText(/buys them again/)).toBeVisible();
  });
});

it('Rights and terms are asked for once before an order, as a checkbox with its text.', async () => {
  const account = { ...sampleStatus().account, id: 'studio', name: 'Studio', isLocal: false };
  const day = Date.UTC(2026, 10, 22, 12);
  const bridge = createBridgeDouble(
    {
      ...asks(6.2),
      'app.status': () => sampleStatus({ account: { ...account, consentAt: null } }),
      'accounts.setConsent': ({ given }) => {
        const changed = { ...account, consentAt: given ? day : null };
        bridge.emit('status', sampleStatus({ account: changed }));
        return changed;
      },
    },
    workspace([cartLine()]),
  );
  await open(bridge);
  await toReview();
  const consent = page.getByRole('checkbox', {
    name: /^I have the rights to have my models made, and I accept/,
  });
  await expect.element(consent).not.toBeChecked();
  await expect.element(button('Place order – $13.02')).toHaveAttribute('aria-disabled', 'true');
  await button('Place order – $13.02').click({ force: true });
  expect(bridge.callsOf('queue.placeOrder')).toEqual([]);

  await consent.click();
  await expect.element(consent).toBeChecked();
  await expect.element(page.getByText(/Confirmed for “Studio” on .*2026/)).toBeVisible();
  expect(bridge.callsOf('accounts.setConsent')).toEqual([{ accountId: 'studio', given: true }]);
  await expect.element(button('Place order – $13.02')).not.toHaveAttribute('aria-disabled');
});

it('A person who has confirmed rights and terms is not asked again.', async () => {
  const account = { ...sampleStatus().account, consentAt: Date.UTC(2026, 10, 22) };
  await open(
    createBridgeDouble(
      {
        ...asks(6.2),
        'app.status': () => sampleStatus({ account }),
      },
      workspace([cartLine()]),
    ),
  );
  await toReview();
  await expect.element(button('Place order – $13.02')).not.toHaveAttribute('aria-disabled');
  await expect.element(page.getByRole('checkbox', { name: /rights/ })).not.toBeInTheDocument();
});

describe('a part that may not print', () => {
  const facts: NonNullable<CartLine['facts']> = {
    watertight: true,
    shells: 2,
    findings: [],
    thorough: null,
    hasColours: null,
    possibleUnits: [],
  };
  const withRestriction = (restrictionName: string) => ({
    ...sampleCatalog,
    materials: sampleCatalog.materials.map((material) => ({
      ...material,
      restrictions: { 1: { restrictionId: 1, restrictionName, restrictionEntityIds: [] } },
    })),
  });

  it('A part at risk says so in its row and in the review, and can be ordered.', async () => {
    const line = cartLine({ facts, acceptedVerdict: 'at-risk' });
    const bridge = createBridgeDouble(
      {
        ...asks(6.2),
        'catalog.get': () => withRestriction('Bring your own hammer'),
      },
      workspace([line]),
    );
    await open(bridge);
    await expect.element(page.getByText('The service says: “Bring your own hammer”.')).toBeVisible();
    await button('1 more reason').click();
    await expect.element(page.getByText('Not checked thoroughly yet.')).toBeVisible();
    await toReview();
    await expect.element(page.getByText('One part is at risk or will be refused')).toBeVisible();
    // Above the parts, where it is seen before the button, and with their sizes.
    const banner = page.getByText('One part is at risk or will be refused').element();
    const part = page.getByRole('row', { name: /bracket/ });
    expect(banner.compareDocumentPosition(part.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await expect.element(part).toMatchTextContent(/\d+(\.\d+)? × \d+(\.\d+)? × \d+(\.\d+)? mm/);
    await expect.element(button('Place order – $13.02')).not.toHaveAttribute('aria-disabled');
  });

  it('What was left out of a file stands at its part in the cart and in the review.', async () => {
    const doubts = [
      { key: 'geometry.freeFormIgnored', params: { count: 1 } },
      { key: 'geometry.unprintableObjects', params: { count: 2 } },
      { key: 'geometry.ofALaterVersion' },
    ];
    const lines = [
      cartLine({ facts: { ...facts, doubts } }),
      cartLine({ id: 'line-2', title: 'lid', facts }),
    ];
    await open(createBridgeDouble(asks(6.2), workspace(lines)));
    const row = (title: string) => page.getByRole('row').filter({ hasText: title });
    const first = 'Warning: One free-form surface was left out';
    await expect.element(row('bracket')).toMatchTextContent(first);
    await expect.element(row('lid')).not.toMatchTextContent('Warning');
    await toReview();
    await expect.element(row('bracket')).toMatchTextContent(first);
    await button('One more remark').click();
    await expect
      .element(row('bracket'))
      .toMatchTextContent('Objects marked as not printable were left out (2).');
    await expect.element(button('Fewer remarks')).toHaveAttribute('aria-expanded', 'true');
    await expect.element(row('lid')).not.toMatchTextContent('remark');
    await expect.element(button(/^Place order/)).not.toHaveAttribute('aria-disabled');
  });

  it('A part that will be refused must be confirmed before the checkout continues, and costs nothing until then.', async () => {
    const line = cartLine({ facts, acceptedVerdict: 'prints' });
    // In one piece.
    const lid = cartLine({ id: 'line-2', title: 'lid', quantity: 1, facts: { ...facts, shells: 1 } });
    const bridge = createBridgeDouble(
      {
        ...asks(6.2),
        'catalog.get': () => withRestriction('The model must be one connected part'),
      },
      workspace([line, lid]),
    );
    await open(bridge);
    await expect.element(page.getByText('Since you added it:')).toBeVisible();
    await expect.element(page.getByText(/^A part will be refused/)).toBeVisible();
    const summary = page.getByRole('complementary', { name: 'Summary' });
    await expect.element(summary).toMatchTextContent(/1 of 3 parts\s*\$6\.20/);
    await expect
      .element(summary)
      .toMatchTextContent(/Total with fee, before shipping, tax and duty\s*\$6\.51/);
    await button('Order bracket anyway').click();
    await expect.element(summary).toMatchTextContent(/^Summary\s*3 parts\s*\$18\.60/);
    await toReview();
    await expect.element(button('Place order – $19.53')).not.toHaveAttribute('aria-disabled');
  });
});

it('Selecting another account requests prices again, and other accounts’ prices are not ordered.', async () => {
  const studio = { ...sampleStatus().account, id: 'studio', name: 'Studio', isLocal: false };
  let isAway = true;
  const bridge = createBridgeDouble(
    {
      'app.status': () => sampleStatus({ account: studio }),
      'price.quote': ({ accountId }) => {
        if (isAway) throw new CodedError('network', 'The service cannot be reached.');
        const prices = { '6': { price: 6.2, currency: 'USD' } };
        return { prices, quotedAt: Date.now(), source: 'live' as const, accountId };
      },
      'queue.placeOrder': () => ({ order: orderJob({ id: 'new' }) }),
    },
    workspace([cartLine({ accountId: 'local' })]),
  );
  await open(bridge);
  await toReview();
  const place = button('Place order – $13.02');
  await expect.element(place).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText(/The prices are from another account/).first()).toBeInTheDocument();
  isAway = false;
  await button(/^Address/).click();
  await toReview();
  await expect.element(place).not.toHaveAttribute('aria-disabled');
  await place.click();
  await vi.waitFor(() =>
    expect(bridge.callsOf('queue.placeOrder')).toMatchObject([
      { accountId: 'studio', lines: [{ accountId: 'studio' }] },
    ]),
  );
});

describe('incentive codes', () => {
  it('A code stands in the review, goes with the order, and is not kept for the next one.', async () => {
    const bridge = createBridgeDouble(
      { ...asks(6.2), 'queue.placeOrder': () => ({ order: orderJob({ id: 'new' }) }) },
      workspace([cartLine()]),
    );
    await open(bridge);
    await toReview();
    const field = page.getByRole('textbox', { name: 'Incentive code' });
    await button('Add code').click();
    await expect.element(page.getByText('Enter a code.')).toBeVisible();
    await field.fill(' SPRING5 ');
    await button('Add code').click();
    await field.fill('SPRING5');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('This code is already in the list.')).toBeVisible();
    await vi.waitFor(() => expect(bridge.workspace.extras.incentives).toEqual(['SPRING5']));
    await button('Place order – $13.02').click();
    await vi.waitFor(() =>
      expect(bridge.callsOf('queue.placeOrder')).toMatchObject([{ extras: { incentives: ['SPRING5'] } }]),
    );
    bridge.change({ op: 'take-lines', jobId: 'new', ids: ['line-1'] });
    expect(bridge.workspace.extras.incentives).toEqual([]);
  });

  it('A refused code comes back with the order, is marked, and stops the checkout until it is removed.', async () => {
    const message = 'Field <incentives> names the code SPRING5, which this service does not know.';
    const problem = { code: 'refused', message: `The service refused the order: ${message}` } as const;
    const bridge = createBridgeDouble(asks(6.2), workspace([]));
    shown = await openWindow(bridge, 'cart');
    const lines = [{ id: 'back', problem: null }];
    const order = { jobId: 'new', at: Date.now(), state: 'rejected', problem } as const;
    bridge.change({
      op: 'return-lines',
      order: { ...order, lines, extras: { incentives: ['SPRING5', 'OTHER'], metadata: [] } },
      lines: [cartLine({ id: 'back' })],
    });
    await expect.element(page.getByText('Order refused: its parts are in the cart')).toBeVisible();
    await toReview();
    const place = button('Place order – $13.02');
    await expect.element(place).toHaveAccessibleDescription(/refused the code SPRING5/);
    await button('Remove code SPRING5').click();
    await expect.element(place).not.toHaveAttribute('aria-disabled');
    await vi.waitFor(() => expect(bridge.workspace.extras.incentives).toEqual(['OTHER']));
  });
});

describe('metadata', () => {
  it('Metadata goes with the order, is not kept for the next one, and comes back if the order is refused.', async () => {
    const bridge = createBridgeDouble(
      { ...asks(6.2), 'queue.placeOrder': () => ({ order: orderJob({ id: 'new' }) }) },
      workspace([cartLine()]),
    );
    await open(bridge);
    await toReview();
    await page.getByText('Metadata', { exact: true }).click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await button('Add').click();
    await expect.element(page.getByText('Enter a name.')).toBeVisible();
    await name.fill(' job ');
    await page.getByRole('textbox', { name: 'Value' }).fill('K7');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('job=K7')).toBeVisible();
    await name.fill('lot');
    await userEvent.keyboard('{Enter}');
    await button('Remove metadata lot').click();
    const metadata = [{ name: 'job', value: 'K7' }];
    await vi.waitFor(() => expect(bridge.workspace.extras.metadata).toEqual(metadata));
    await button('Place order – $13.02').click();
    await vi.waitFor(() =>
      expect(bridge.callsOf('queue.placeOrder')).toMatchObject([{ extras: { metadata } }]),
    );
    bridge.change({ op: 'take-lines', jobId: 'new', ids: ['line-1'] });
    expect(bridge.workspace.extras.metadata).toEqual([]);

    const problem = { code: 'refused', message: 'This application may not send metadata.' } as const;
    const order = { jobId: 'new', at: Date.now(), state: 'rejected', problem } as const;
    bridge.change({
      op: 'return-lines',
      order: { ...order, extras: { incentives: [], metadata }, lines: [{ id: 'back', problem: null }] },
      lines: [cartLine({ id: 'back' })],
    });
    expect(bridge.workspace.extras.metadata).toEqual(metadata);
  });
});

describe('the price of shipping', () => {
  const listed = () => ({
    prices: [
      { option: 'Cheapest' as const, carrier: 'UPS Ground', price: 4.99, currency: 'USD', transitDays: 5 },
      { option: 'Fastest' as const, carrier: '', price: 24, currency: 'USD', transitDays: null },
    ],
  });

  it('Where the service lists it, it stands at each way and in the total, and goes into the agreement.', async () => {
    const bridge = createBridgeDouble(
      {
        ...asks(6.2),
        'orders.shippingPrices': listed,
        'queue.placeOrder': () => ({ order: orderJob({ id: 'new' }) }),
      },
      workspace([cartLine()]),
    );
    await open(bridge);
    await button(/^Shipping/).click();
    await expect.element(page.getByText('$4.99, UPS Ground, about 5 working days')).toBeVisible();
    await page.getByRole('radio', { name: /^Fastest/ }).click();
    await expect.element(page.getByText('Total before tax and duty')).toBeVisible();
    await button('Continue to review').click();
    // 12.40 for the parts, 24.00 for shipping and 0.62 for the service.
    await button('Place order – $37.02').click();
    await vi.waitFor(() =>
      expect(bridge.callsOf('queue.placeOrder')).toMatchObject([
        { confirmedParts: 12.4, shippingPrice: 24, shippingOption: 'Fastest' },
      ]),
    );
    expect(bridge.callsOf('orders.shippingPrices')[0]).toEqual({
      accountId: 'local',
      country: 'US',
      zipCode: usAddress.zipCode,
    });
  });

  it('Where the service does not list it, the step says that it is told after the order.', async () => {
    const bridge = createBridgeDouble(
      { ...asks(6.2), 'orders.shippingPrices': () => ({ prices: null }) },
      workspace([cartLine()]),
    );
    await open(bridge);
    await button(/^Shipping/).click();
    await expect.element(page.getByText(/states it only after it accepts the order/)).toBeVisible();
    await button('Continue to review').click();
    await expect
      .element(page.getByText('The service adds the price of shipping after you order.'))
      .toBeVisible();
    await expect.element(button('Place order – $13.02')).not.toHaveAttribute('aria-disabled');
  });
});

describe('a model of the service in the cart', () => {
  const modelLine = (changes: Partial<CartLine> = {}) =>
    cartLine({
      accountId: 'local',
      file: null,
      uploadScale: null,
      geometry: null,
      unitPrice: 11,
      source: { modelId: 7, version: 1 },
      ...changes,
    });
  const view = modelView();
  const offering = (materials: Record<string, { markup: number; isActive: boolean }>) => ({
    ...view,
    details: { ...view.details, materials },
  });

  it('A model’s own price is requested when the cart opens, and a rise must be accepted.', async () => {
    const dearer = { ...view.materials, '6': { ...view.materials['6']!, price: 14 } };
    const markup = { '6': { markup: 4, isActive: true } };
    const bridge = createBridgeDouble(
      { 'library.show': () => ({ ...offering(markup), materials: dearer }) },
      workspace([modelLine()]),
    );
    await open(bridge);
    await expect.element(page.getByText('The price rose from $11.00 to $14.00 each.')).toBeVisible();
    expect(bridge.callsOf('price.quote')).toEqual([]);
    expect(bridge.callsOf('library.show')).toEqual([{ accountId: 'local', modelId: 7 }]);
    await button('Accept new price').click();
    await vi.waitFor(() =>
      expect(bridge.workspace.cart).toMatchObject([{ unitPrice: 14, base: 10, markup: 4 }]),
    );
    await toReview();
    await expect.element(button('Place order – $29.40')).not.toHaveAttribute('aria-disabled');
    expect(bridge.callsOf('library.show').length).toBeGreaterThan(1);
  });

  it('A newer file of the model is never ordered without confirmation.', async () => {
    const bridge = createBridgeDouble(
      { 'library.show': () => ({ ...view, modelVersion: 2 }) },
      workspace([modelLine()]),
    );
    await open(bridge);
    await expect.element(page.getByText(/^The model has another file now: version 2/)).toBeVisible();
    await expect.element(button(/^Continue to (address|review)$/)).toHaveAttribute('aria-disabled', 'true');
    await button('Accept changes').click();
    await vi.waitFor(() =>
      expect(bridge.workspace.cart).toMatchObject([{ source: { modelId: 7, version: 2 } }]),
    );
    await expect.element(button(/^Continue to (address|review)$/)).not.toHaveAttribute('aria-disabled');
  });

  it('A withheld material stops the checkout at its line, and another material can be chosen there.', async () => {
    const metal = { ...view.materials['6']!, title: 'Steel', price: 40 };
    const bridge = createBridgeDouble(
      {
        'library.show': () => ({
          ...offering({ '6': { markup: 0, isActive: false } }),
          materials: { ...view.materials, '23': metal },
        }),
      },
      workspace([
        modelLine(),
        modelLine({ id: 'line-2', materialId: 23, materialTitle: 'Steel', unitPrice: 40 }),
      ]),
    );
    await open(bridge);
    const row = page.getByRole('row', { name: /White Strong/ });
    await expect.element(row.getByText('Will be refused')).toBeVisible();
    await expect
      .element(row.getByText('The owner does not offer this model in White Strong & Flexible.'))
      .toBeVisible();
    expect(page.getByText('Will be refused').elements()).toHaveLength(1);
    await expect.element(button(/^Continue to (address|review)$/)).toHaveAttribute('aria-disabled', 'true');
    // Two pieces of each line; only those of steel can be ordered.
    await expect
      .element(page.getByRole('complementary', { name: 'Summary' }))
      .toMatchTextContent(/2 of 4 parts\s*\$80\.00/);
    await row.getByRole('combobox').selectOptions('Steel, $40.00');
    await vi.waitFor(() =>
      expect(bridge.workspace.cart[0]).toMatchObject({
        id: 'line-1',
        materialId: 23,
        unitPrice: 40,
        quantity: 2,
      }),
    );
    await expect.element(button(/^Continue to (address|review)$/)).not.toHaveAttribute('aria-disabled');
  });

  it('A missing model is reported, and without an answer its last price counts as unchecked.', async () => {
    const bridge = createBridgeDouble(
      {
        'library.show': () => {
          throw new CodedError('network', 'The service cannot be reached.');
        },
      },
      workspace([modelLine()]),
    );
    await open(bridge);
    await expect.element(page.getByText(/^Prices could not be refreshed/)).toBeVisible();
    await expect.element(button(/^Continue to (address|review)$/)).not.toHaveAttribute('aria-disabled');
    bridge.answer({
      'library.show': () => {
        throw new CodedError('not-found', 'There is no model 7.');
      },
    });
    await toReview();
    await expect.element(page.getByText(/^This model is no longer at the service/)).toBeVisible();
    // No amount: nothing would be ordered.
    await expect.element(button('Place order')).toHaveAttribute('aria-disabled', 'true');
    await expect
      .element(page.getByRole('complementary', { name: 'Summary' }))
      .toMatchTextContent(/0 of 2 parts\s*–/);
  });

  it('A model of another account is not ordered with this one.', async () => {
    const bridge = createBridgeDouble(
      { 'library.show': ({ accountId }) => ({ ...view, accountId: accountId ?? '' }) },
      workspace([modelLine({ accountId: 'studio' })]),
    );
    await open(bridge);
    await toReview();
    await expect.element(page.getByText(/is a model of another account/).first()).toBeInTheDocument();
    expect(bridge.callsOf('library.show')[0]).toEqual({ accountId: 'studio', modelId: 7 });
    await expect.element(button('Place order – $23.10')).toHaveAttribute('aria-disabled', 'true');
  });
});

it('The review shows the address as it is sent, with the reference line unless it is off.', async () => {
  const typed = { ...usAddress, state: 'NY', phoneNumber: '(212) 555-1234' };
  await open(createBridgeDouble({ ...asks(6.2) }, workspace([cartLine()], typed)));
  await toReview();
  const address = page.getByRole('region', { name: 'Shipping address' });
  await expect.element(address.getByText('Ref ········')).toBeVisible();
  await expect.element(address.getByText(/2125551234/)).toBeVisible();
  await page.getByRole('checkbox', { name: /Add an order reference/ }).click();
  await expect.element(address.getByText(/^Ref/)).not.toBeInTheDocument();
});
