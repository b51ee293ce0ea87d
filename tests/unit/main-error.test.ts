import { describe, expect, it } from 'vitest';
import { englishText, mainError, sentences } from '../../src-main/main-error.ts';
import { de } from '../../src-shared/messages/de/index.ts';
import { createMessages, ref } from '../../src-shared/messages/messages.ts';
import { toAppError } from '../../src-shared/result.ts';

describe('errors of the main process', () => {
  it('The message is English for logs, and the text reads in the language of the person.', () => {
    const error = toAppError(mainError('network', ref('errors.network.refused', { host: 'a.example:1' })));
    expect(error.message).toMatch(/^Nothing answers at a\.example:1\./);
    // It is sent to the window as plain data.
    const text = JSON.parse(JSON.stringify(error)).text;
    expect(createMessages('de', de).say(text)).toMatch(/^Unter a\.example:1 antwortet kein Dienst\./);
  });

  it('The errors that need no catalogue read as the catalogue says.', () => {
    for (const thrown of [new Error('boom'), new DOMException('', 'AbortError')]) {
      const { message, text } = toAppError(thrown);
      expect(message).toBe(englishText(text!));
    }
  });

  it('Several sentences become one message in either language.', () => {
    const text = sentences(ref('errors.dataFolder.noName'), ref('errors.dataFolder.choose'));
    expect(mainError('bad-path', text).message).toBe(
      'The data folder has no name. Choose a folder of its own with --data or FABDESK_DATA.',
    );
    expect(createMessages('de', de).say(text)).toMatch(/^Der Datenordner hat keinen Namen\. Wählen Sie/);
  });
});
