/** Shows one notification of the system, where it has any. */
import { Notification } from 'electron';

// Without a reference, the notification would be collected and never hear the click.
const shown = new Set<Notification>();

export function showNotification(
  text: { readonly title: string; readonly body: string },
  clicked: () => void,
) {
  if (!Notification.isSupported()) return;
  const { title, body } = text;
  const notification = new Notification({ title, body });
  shown.add(notification);
  notification.once('click', clicked);
  for (const end of ['click', 'close'] as const)
    notification.once(end as 'close', () => shown.delete(notification));
  notification.show();
}
