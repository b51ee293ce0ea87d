/**
 * The language of the window. Everything that reads `t` or a format in a template or a derived value is
 * updated when the language changes; nothing has to be loaded again.
 */
import { problemText } from '../../src-shared/jobs/state-text.ts';
import { chooseLocale, type Language } from '../../src-shared/messages/languages.ts';
import { loadWindowCatalogue } from '../../src-shared/messages/load.ts';
import type { MessageRef } from '../../src-shared/messages/message.ts';
import { createMessages, type Messages, type Translate } from '../../src-shared/messages/messages.ts';

class WindowLanguage {
  #messages = $state.raw<Messages | null>(null);
  #asked = 0;

  get isLoaded(): boolean {
    return this.#messages !== null;
  }

  /** @throws if no language was loaded yet */
  get messages(): Messages {
    if (!this.#messages) throw new Error('The language of the window is not loaded yet.');
    return this.#messages;
  }

  /** Shows the window in the given language, or in that of the system. */
  async choose(chosen: Language | 'system'): Promise<void> {
    const asked = ++this.#asked;
    const { language, locale } = chooseLocale(chosen, navigator.languages ?? [navigator.language]);
    const now = this.#messages;
    if (now?.language === language && now.format.locale === locale) return;
    const catalogue = await loadWindowCatalogue(language);
    // The last choice wins, whichever file arrives first.
    if (asked === this.#asked) this.use(createMessages(language, catalogue, locale));
  }

  use(messages: Messages): void {
    this.#messages = messages;
    if (typeof document !== 'undefined') document.documentElement.lang = messages.format.locale;
  }
}

export const language = new WindowLanguage();

/** The text of a message in the window's language. */
export const t: Translate = (key, ...params) => language.messages.t(key, ...params);

/** The text of a message that came as data; `otherwise` if this window does not know it. */
export const say = (ref: MessageRef, otherwise = ''): string => language.messages.say(ref) ?? otherwise;

/** The text of a failure, in the window's language if the application sent it as a message. */
export const errorText = (error: { text?: MessageRef | undefined; message: string }): string =>
  problemText(error, language.messages);
