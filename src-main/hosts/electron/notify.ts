/** Shows the news of the application as notifications of the system. */
import type { NewsItem } from '../../../src-shared/ipc/news.ts';
import type { Messages } from '../../../src-shared/messages/messages.ts';
import type { App } from '../../app.ts';
import { showNotification } from './notification.ts';

interface Options {
  /** The person sees the window, and it says the same. */
  readonly isSeen: (news: NewsItem) => boolean;
  readonly messages: () => Promise<Pick<Messages, 'language'>>;
  readonly open: (screen: NewsItem['screen']) => void;
}

/** Returns the function that ends it. */
export function notify({ client }: Pick<App, 'client'>, { isSeen, messages, open }: Options): () => void {
  async function show(): Promise<void> {
    const { language } = await messages();
    const news = await client.invoke('app.takeNews', { language });
    if (!news.ok) return;
    for (const item of news.value) if (!isSeen(item)) showNotification(item, () => open(item.screen));
  }

  void show();
  return client.on('news', () => void show());
}
