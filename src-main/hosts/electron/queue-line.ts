/** The state of the queue in one line, worded like the window's status bar. */
import type { Status } from '../../../src-shared/ipc/app-status.ts';
import type { Messages } from '../../../src-shared/messages/messages.ts';

export const isIdle = ({ queue }: Status): boolean => queue.waiting + queue.running + queue.needsYou === 0;

/** For example "Offline · 3 waiting, 1 needs you". */
export function queueLine(status: Status, { t }: Pick<Messages, 't'>): string {
  const { queue, paused, connection } = status;
  const counts = [
    queue.running > 0 ? t('shell.queue.running', { count: queue.running }) : '',
    queue.waiting > 0 ? t('shell.queue.waiting', { count: queue.waiting }) : '',
    queue.needsYou > 0 ? t('shell.needYou', { count: queue.needsYou }) : '',
  ].filter((count) => count !== '');
  const jobs = counts.length > 0 ? counts.join(', ') : t('shell.queue.empty');
  const hindrance = paused
    ? t('shell.status.paused')
    : connection === 'offline' || connection === 'refused'
      ? t(`shell.status.${connection}`)
      : '';
  return hindrance === '' ? jobs : `${hindrance} · ${jobs}`;
}
