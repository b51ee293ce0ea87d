/** What the person is notified of while working in another program, or on another screen. */
import { afterEach, expect, it } from 'vitest';
import { AppEvents } from '../../../src-main/app/events.ts';
import { notify } from '../../../src-main/hosts/electron/notify.ts';
import type { NewsItem } from '../../../src-shared/ipc/news.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { succeed } from '../../../src-shared/result.ts';
import { Notification } from '../../support/electron/notification.ts';

afterEach(() => Notification.shown.splice(0));

const item = { key: 'a', title: 'Refused', body: 'Order of bracket', screen: 'queue', asks: true } as const;

async function setUp(seen: NewsItem['screen'] | null = null) {
  const events = new AppEvents();
  const waiting: NewsItem[] = [];
  const opened: string[] = [];
  const end = notify(
    { client: { invoke: async () => succeed(waiting.splice(0)) as never, on: events.on } },
    {
      isSeen: ({ screen }) => screen === seen,
      messages: async () => english,
      open: (screen) => opened.push(screen),
    },
  );
  /** @returns the texts of all notifications so far */
  async function happens(...news: NewsItem[]) {
    waiting.push(...news);
    events.emit('news', {});
    await new Promise((resolve) => setImmediate(resolve));
    return Notification.shown.map(({ text }) => text);
  }
  return { happens, end, opened };
}

it('News are shown, and a click opens their screen.', async () => {
  const { happens, opened } = await setUp();
  expect(await happens(item, { ...item, key: 'b', screen: 'orders' })).toEqual([
    'Refused: Order of bracket',
    'Refused: Order of bracket',
  ]);
  for (const shown of Notification.shown) shown.emit('click');
  expect(opened).toEqual(['queue', 'orders']);
});

it('Nothing is shown to a person who sees that screen, or after the end.', async () => {
  const { happens, end } = await setUp('queue');
  expect(await happens(item)).toEqual([]);
  expect(await happens({ ...item, screen: 'orders' })).toHaveLength(1);
  end();
  expect(await happens({ ...item, screen: 'orders' })).toHaveLength(1);
});
