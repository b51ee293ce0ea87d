/** The language of the system for a program in a terminal: the locale variables of POSIX come first. */
import { tagsOfPosix } from '../../src-shared/messages/languages.ts';
import type { Messages } from '../../src-shared/messages/messages.ts';
import { messagesFor } from '../messages-for.ts';

export interface SystemLanguage {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** BCP 47. */
  readonly systemLocale?: string;
}

/** BCP 47, best first. */
export function systemTags({ env, systemLocale }: SystemLanguage): readonly string[] {
  // An empty variable counts as unset.
  const value = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'];
  if (value) return tagsOfPosix(value);
  return systemLocale === undefined ? [] : [systemLocale];
}

/** `navigator` is Node's own, and much faster than the first use of `Intl`. */
export const thisSystem = (): SystemLanguage => ({
  env: process.env,
  systemLocale: navigator.language,
});

export const loadMessages = (system: SystemLanguage): Promise<Messages> =>
  messagesFor('system', systemTags(system));
