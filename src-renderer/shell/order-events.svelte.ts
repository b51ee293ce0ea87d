/**
 * Says what became of orders while nobody watched their list: rejected parts once, as a message that stays,
 * and what was shipped or cancelled since the window opened. It asks the service now and then, as the screen
 * Orders does more often.
 */
import { untrack } from 'svelte';
import { keyOfOrder } from '../../src-shared/ipc/key-of-order.ts';
import type { OrderView } from '../../src-shared/ipc/order-view.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import type { AppState } from '../app-state.svelte.ts';
import { needingPerson, rejectedPieces } from '../features/orders/order-facts.ts';
import { ordersOf } from '../ui/orders/orders.svelte.ts';

/** The window is drawn and in use before it asks, ms. */
const firstPause = 10_000;
const interval = 5 * 60_000;

const keyOf = ({ orderId }: OrderView) => `rejected-${orderId}`;

/** Call while a component is created; ends with that component. */
export function noticeOrderEvents(app: AppState): void {
  const accountId = $derived(app.status?.account.id);
  const orders = $derived(accountId === undefined ? null : ordersOf(app, accountId));
  /** By account and number. */
  const seen = new Map<string, OrderView['status']>();

  $effect(() => {
    const current = orders;
    const ask = () => {
      // A hidden window asks too, for it is then that notifications are for.
      if (current && app.online && (app.screen !== 'orders' || document.hidden) && !current.search.asked)
        void current.load();
    };
    const first = setTimeout(ask, firstPause);
    const timer = setInterval(ask, interval);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  });

  $effect(() => {
    const { all } = orders ?? {};
    if (!all || accountId === undefined || !app.settingsKnown) return;
    const isShown = app.screen === 'orders';
    const needing = needingPerson(app, all);
    untrack(() => {
      announceRejections(app, accountId, needing);
      if (isShown) for (const order of all) if (needing.includes(order)) app.notices.withdraw(keyOf(order));
      for (const order of all) {
        const key = keyOfOrder(accountId, order.orderId);
        const before = seen.get(key);
        seen.set(key, order.status);
        if (before !== undefined && before !== order.status) announceStatus(app, order);
      }
    });
  });
}

function announceRejections(app: AppState, accountId: string, needing: readonly OrderView[]): void {
  const { rejections = {} } = app.settings;
  const news = needing.filter((order) => rejections[keyOfOrder(accountId, order.orderId)] === undefined);
  if (news.length === 0) return;
  const announced = news.map((order) => [keyOfOrder(accountId, order.orderId), 'announced'] as const);
  void app.changeSettings({ rejections: { ...rejections, ...Object.fromEntries(announced) } });
  for (const order of news) {
    const pieces = rejectedPieces(order);
    app.notices.add({
      severity: 'warning',
      message: ref('orders.event.rejected', { id: String(order.orderId), count: pieces }),
      action: showing(app, order),
      key: keyOf(order),
    });
  }
}

function announceStatus(app: AppState, order: OrderView): void {
  const { status, orderId } = order;
  if (status !== 'shipped' && status !== 'cancelled') return;
  app.notices.add({
    severity: 'info',
    message: ref(`orders.event.${status}`, { id: String(orderId) }),
    action: showing(app, order),
    key: `order-${orderId}`,
  });
}

const showing = (app: AppState, { orderId }: OrderView) => ({
  label: ref('orders.event.show'),
  run: () => {
    const { account } = app.status ?? {};
    if (account) ordersOf(app, account.id).open(orderId);
    app.navigate('orders');
  },
});
