/**
 * `fabdesk://` links, which any web page can make the system open. A link shows a screen, or a question
 * about a file on the web (src-shared/ipc/read-link.ts), and nothing else: it starts no order and changes no
 * setting.
 */
import { screenIds } from '../../../src-shared/ipc/screens.ts';

export const isLink = (argument: string): boolean => /^fabdesk:/i.test(argument);

/** The command of the window that shows the screen; null for any other link. */
export function commandOfLink(link: string): string | null {
  const wanted = /^fabdesk:\/\/([a-z]+)\/?$/.exec(link)?.[1];
  const screen = screenIds.find((id) => id === wanted);
  return screen ? `go.${screen}` : null;
}
