/** What a person reads of an order whose outcome is not known, in the error, the queue and every language. */
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../src-main/api-client/outcome.ts';
import { placedOrderSchema } from '../../../src-shared/api/orders.ts';
import { jobText } from '../../../src-shared/jobs/job-text.ts';
import { languages } from '../../../src-shared/messages/languages.ts';
import { loadCatalogue } from '../../../src-shared/messages/load.ts';
import { createMessages, ref } from '../../../src-shared/messages/messages.ts';
import { orderJob } from '../../support/samples.ts';

const doNotOrder = { en: /Do not order again|Do not repeat it/, de: /noch einmal|Wiederholen Sie es nicht/ };
const tryLater = { en: /try again later/i, de: /später noch einmal/i };

const answered = (status: number, body: string) =>
  outcomeOf(
    { kind: 'answered', status, headers: {}, body: Buffer.from(body), mayHaveActed: true } as never,
    placedOrderSchema,
    ref('service.what.placeOrder'),
    0,
  );

describe('an order whose outcome is not known', () => {
  it.each(languages)(
    'Nobody is told to try it later, in %s, whatever the service answers.',
    async (language) => {
      const messages = createMessages(language, await loadCatalogue(language));
      for (const body of [
        '',
        '{"result":"failure","reason":"Busy."}',
        '<html><title>Bad gateway</title></html>',
      ])
        for (const status of [500, 502, 503]) {
          const outcome = answered(status, body);
          if (outcome.kind !== 'unknown') throw new Error('it is known');
          const text = outcome.error.text ? messages.say(outcome.error.text) : outcome.error.message;
          expect(text).not.toMatch(tryLater[language]);
          expect(text).toMatch(doNotOrder[language]);
          const job = orderJob({ state: 'unknown', problem: outcome.error });
          for (const knownBy of [null, 5]) {
            const shown = jobText({ ...job, knownBy }, { messages, time: () => '10:15', jobs: [] });
            expect(shown.sentence).toBe(text);
            expect(shown.next).toMatch(doNotOrder[language]);
            if (knownBy !== null) expect(shown.next).toContain('10:15');
          }
        }
    },
  );

  it('In German, what was placed and what was given up have different names.', async () => {
    const messages = createMessages('de', await loadCatalogue('de'));
    const stateOf = (state: 'done' | 'abandoned') =>
      jobText(orderJob({ state }), { messages, time: () => '', jobs: [] }).state;
    expect([stateOf('done'), stateOf('abandoned')]).toEqual(['Bestellt', 'Verworfen']);
  });
});
