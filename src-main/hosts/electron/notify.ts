/**
 * Notifications of the system for what a person waits for: a job that was refused or asks, and an order that
 * is placed.
 */
import type { Job } from '../../../src-shared/jobs/job.ts';
import { jobText } from '../../../src-shared/jobs/job-text.ts';
import type { Messages } from '../../../src-shared/messages/messages.ts';
import type { App } from '../../app.ts';
import { showNotification } from './notification.ts';

interface Options {
  /** The person sees the window, which says the same. */
  readonly isInFront: () => boolean;
  readonly messages: () => Promise<Messages>;
  /** Shows the queue. */
  readonly open: () => void;
}

type News = 'refused' | 'asks' | 'placed';

/** Returns the function that ends it. */
export function notify({ client }: Pick<App, 'client'>, { isInFront, messages, open }: Options): () => void {
  /** A job is reported with every change of it. */
  const reported = new Map<string, News | null>();

  async function show(job: Job): Promise<void> {
    const { t, say, format } = await messages();
    const { title, sentence, next } = jobText(job, {
      messages: { t, say },
      time: (at) => format.moment(at),
      jobs: [],
    });
    const body = next === null ? sentence : `${sentence} ${next}`;
    showNotification({ title, body }, open);
  }

  return client.on('job', (job) => {
    const news = newsOf(job);
    if (reported.get(job.id) === news) return;
    reported.set(job.id, news);
    if (news && !isInFront()) void show(job);
  });
}

function newsOf({ kind, state, wait }: Job): News | null {
  if (state === 'rejected' || state === 'poison') return 'refused';
  if (state === 'ask' || wait === 'consent') return 'asks';
  return kind === 'order' && state === 'done' ? 'placed' : null;
}
