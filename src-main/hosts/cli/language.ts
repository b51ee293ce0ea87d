/** The language of the command line: what the locale variables of POSIX ask for, else what the system prefers. */
import { chooseLocale, tagsOfPosix } from '../../../src-shared/messages/languages.ts';
import { loadCatalogue } from '../../../src-shared/messages/load.ts';
import { createMessages, type Messages } from '../../../src-shared/messages/messages.ts';
import type { Surroundings } from './surroundings.ts';

export async function loadMessages({
  env,
  systemLocale,
}: Pick<Surroundings, 'env' | 'systemLocale'>): Promise<Messages> {
  // An empty variable counts as one that is not set.
  const value = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'];
  const tags = value ? tagsOfPosix(value) : systemLocale === undefined ? [] : [systemLocale];
  const { language, locale } = chooseLocale('system', tags);
  return createMessages(language, await loadCatalogue(language), locale);
}
