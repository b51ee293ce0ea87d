/** Shows the news of the application as notifications of the system. */
import type { NewsItem } from '../../../src-shared/ipc/news.ts';
import type { Messages } from '../../../src-shared/messages/messages.ts';
import type { App } from '../../app.ts';
import { showNotification } from './notification.ts';

interface Options {
  /** The person sees the screen, which says the same. */
  readonly isSeen: (screen: NewsItem['screen']) => boolean;
  readonly messages: () => Promise<Pick<Messages, 'language'>>;
  readonly open: (screen: NewsItem['screen']) => void;
}

/** Returns the function that ends it. */
export function notify({ client }: Pick<App, 'client'>, { isSeen, messages, open }: Options): () => void {
  async function show(): Promise<void> {
    const { language } = await messages();
    const news = await client.invoke('app.takeNews', { language });
    if (!news.ok) return;
    for (const { title, body, screen } of news.value)
      if (!isSeen(screen)) showNotification({ title, body }, () => open(screen));
  }

  void show();
  return client.on('news', () => void show());
}
