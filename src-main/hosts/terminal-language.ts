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

export const thisSystem = (): SystemLanguage => ({ env: process.env, systemLocale: systemLocale() });

/**
 * Node's `navigator` answers at once, and the first use of `Intl` takes milliseconds. In Electron it may be
 * switched off.
 */
const systemLocale = (): string =>
  process.versions['electron'] === undefined
    ? navigator.language
    : Intl.DateTimeFormat().resolvedOptions().locale;

export const loadMessages = (system: SystemLanguage): Promise<Messages> =>
  messagesFor('system', systemTags(system));
