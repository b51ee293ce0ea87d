/** The messages in the language that a system or browser prefers. */
import { chooseLocale, type Language } from '../src-shared/messages/languages.ts';
import { loadCatalogue } from '../src-shared/messages/load.ts';
import { createMessages, type Messages } from '../src-shared/messages/messages.ts';

/** `tags`: BCP 47, best first. They count if `chosen` is `system`. */
export async function messagesFor(chosen: Language | 'system', tags: readonly string[]): Promise<Messages> {
  const { language, locale } = chooseLocale(chosen, tags);
  return createMessages(language, await loadCatalogue(language), locale);
}

/** The tags of an Accept-Language header (RFC 9110 12.5.4), in the order of their weights. */
export function tagsOfHeader(header: string | undefined): readonly string[] {
  const weighted = (header ?? '').split(',').map((part) => {
    const [tag = '', weight] = part.split(';');
    return { tag: tag.trim(), weight: Number(weight?.trim().replace(/^q=/i, '') ?? 1) };
  });
  return weighted
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
