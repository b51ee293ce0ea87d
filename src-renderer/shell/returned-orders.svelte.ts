/**
 * Announces orders that bought nothing and whose parts are back in the cart: by a banner on every screen but
 * the cart, which shows them itself, and by an entry in Messages. Also after a restart, until the person
 * dismisses them.
 */

import { untrack } from 'svelte';
import type { ReturnedOrder } from '../../src-shared/ipc/workspace.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import type { AppState } from '../app-state.svelte.ts';

const keyOf = (jobId: string) => `returned ${jobId}`;

/** Call while a component is created; ends with that component. */
export function noticeReturnedOrders(app: AppState): void {
  let known: readonly string[] = [];
  $effect(() => {
    const { returned } = app.workspace;
    const isShown = app.screen === 'cart';
    untrack(() => {
      for (const order of returned) if (!known.includes(order.jobId)) notice(app, order);
      const now = returned.map(({ jobId }) => jobId);
      const gone = known.filter((jobId) => !now.includes(jobId));
      known = now;
      for (const jobId of isShown ? now : gone) app.notices.withdraw(keyOf(jobId));
    });
  });
}

function notice(app: AppState, { jobId, state, problem }: ReturnedOrder): void {
  const what = ref('cart.returned.notice', { what: ref(`cart.returned.${state}`) });
  app.notices.add({
    severity: state === 'cancelled' ? 'info' : 'warning',
    message: problem
      ? ref('errors.sentences', { before: what, next: problem.text ?? problem.message })
      : what,
    action: { label: ref('ui.openCart'), run: () => app.navigate('cart') },
    key: keyOf(jobId),
  });
}
