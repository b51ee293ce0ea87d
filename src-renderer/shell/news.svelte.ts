/**
 * The news of the application as notifications of the browser, once the person has allowed that in Settings.
 * The Electron host shows its own.
 */
import type { AppState } from '../app-state.svelte.ts';
import { language } from '../ui/language.svelte.ts';

/** The window that the person looks at takes the news before the others, ms. */
const othersWait = 500;

const isAllowed = ({ info, settings }: AppState): boolean =>
  info?.host === 'browser' &&
  (settings.notifications ?? true) &&
  'Notification' in window &&
  Notification.permission === 'granted';

/** Call while a component is created; ends with that component. */
export function showNews(app: AppState): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void show(app), document.hasFocus() ? 0 : othersWait);
  };
  $effect(() => {
    if (app.info !== null && app.settingsKnown) soon();
  });
  $effect(() => app.bridge.on('news', soon));
  $effect(() => () => clearTimeout(timer));
}

async function show(app: AppState): Promise<void> {
  if (!isAllowed(app)) return;
  const news = await app.bridge.invoke('app.takeNews', { language: language.messages.language });
  if (!news.ok) return;
  for (const { key, title, body, screen, asks } of news.value) {
    if (document.hasFocus() && (!asks || app.screen === screen)) continue;
    const notification = new Notification(title, { body, tag: key });
    notification.onclick = () => {
      window.focus();
      app.navigate(screen);
      notification.close();
    };
  }
}
