/**
 * Says what became of orders and changes that were asked for in this window: that they are in the queue, and
 * their outcome, on whatever screen the person is by then.
 */
import { untrack } from 'svelte';
import type { Job } from '../../src-shared/jobs/job.ts';
import { isFinal } from '../../src-shared/jobs/state.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import type { AppState } from '../app-state.svelte.ts';
import { formatMoment } from '../ui/format.ts';

/** Call while a component is created; ends with that component. */
export function noticeOutcomes(app: AppState): void {
  const since = Date.now();
  /** By job: whether its outcome was known when it was seen last. */
  const seen = new Map<string, boolean>();
  $effect(() => {
    const { jobs, status } = app;
    untrack(() => {
      for (const job of jobs) {
        const before = seen.get(job.id);
        const isOver = isFinal(job.state);
        seen.set(job.id, isOver);
        const isNews = before === undefined ? job.createdAt >= since : isOver && !before;
        if (isNews && job.accountId === status?.account.id) void announce(app, job);
      }
    });
  });
}

async function announce(app: AppState, job: Job): Promise<void> {
  // The cart shows and says what becomes of an order that was placed there; uploads belong to it.
  if (job.kind === 'upload' || (job.kind === 'order' && app.screen === 'cart')) return;
  // The texts about jobs are not needed before the window is drawn.
  const { jobText } = await import('../ui/jobs/job-text.ts');
  const { title, sentence, tone } = jobText(job, { time: formatMoment, jobs: app.jobs });
  app.notices.add({
    severity: tone === 'ok' ? 'ok' : 'info',
    message: ref('queue.outcome', { job: title, sentence }),
    action: { label: ref('queue.showQueue'), run: () => app.navigate('queue') },
    key: `outcome-${job.id}`,
    passing: true,
  });
}
