/** What the local service says is recognised, so that people read it in their own language. */
import { expect, it } from 'vitest';
import { materials } from '../../../src-service/catalogue/catalogue.ts';
import { badField, missingField, notFound } from '../../../src-service/fault.ts';
import { rejectionOf } from '../../../src-service/production/plan.ts';
import { unmeasuredBase } from '../../../src-service/routes/customised.ts';
import { whyNotPrintable } from '../../../src-service/routes/model-view.ts';
import { checkAddress } from '../../../src-shared/api/address-rules.ts';
import { knownReason, saysMeasuring } from '../../../src-shared/api/known-reasons.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { loadCatalogue } from '../../../src-shared/messages/load.ts';
import { createMessages } from '../../../src-shared/messages/messages.ts';
import { usAddress } from '../../support/address.ts';

const material = materials.get(6)!;
const measured = (changes: object) =>
  ({
    state: 'measured',
    file: { findings: [], watertight: true, shells: 1 },
    part: { volume: 1e-6, area: 6e-4, size: [0.01, 0.01, 0.01] },
    ...changes,
  }) as never;

it('Refusals of the local service are known, with what they are about.', () => {
  expect(
    knownReason(badField('incentives', 'names the code X-1, which this service does not know.').message),
  ).toEqual({ key: 'reasons.incentive', params: { code: 'X-1' } });
  expect(
    knownReason(badField('items.2.materialId', 'names Steel, which this model is not offered in.').message),
  ).toEqual({ key: 'reasons.withheld', params: { material: 'Steel' } });
  expect(knownReason(missingField('items.0.quantity').message)).toMatchObject({
    key: 'reasons.missingField',
  });
  expect(knownReason(notFound('Model', 7).message)).toMatchObject({
    key: 'reasons.modelGone',
    params: { model: '7' },
  });
  const huge = whyNotPrintable(material, measured({ part: { volume: 1, area: 6, size: [1, 1, 1] } }));
  const refusal = `Model 7 (gear) cannot be printed in ${material.title}. ${huge}`;
  expect(knownReason(refusal)).toMatchObject({
    key: 'reasons.notPrintable',
    params: { model: '7', title: 'gear', material: material.title, why: { key: 'reasons.tooLarge' } },
  });
  const thin = rejectionOf(
    material,
    measured({ part: { volume: 1e-9, area: 6e-4, size: [0.01, 0.01, 0.01] } }),
  );
  expect(knownReason(thin!.rejectionReasons[0]!)).toMatchObject({ key: 'reasons.thinWall' });
});

it('What the local service says while it measures is known, of a model and of the base of a product.', () => {
  const order = `Model 7 (gear) cannot be printed in Steel. ${whyNotPrintable(material, { state: 'processing' })}`;
  const product = unmeasuredBase('9XK2P');
  expect([order, product].map(saysMeasuring)).toEqual([true, true]);
  expect(knownReason(product)).toEqual({ key: 'reasons.measuringBase', params: { product: '9XK2P' } });
  expect(saysMeasuring('The product 9XK2P is unreadable.')).toBe(false);
});

it('Every rule of addresses that the local service refuses by is known.', () => {
  const wrong = [
    { ...usAddress, country: 'Atlantis' },
    { ...usAddress, state: 'New York' },
    { ...usAddress, phoneNumber: '1' },
  ];
  for (const address of wrong) {
    const [problem] = checkAddress(address);
    const said = badField(problem!.field, `cannot be used. ${english.say(problem!.text)}`).message;
    expect(knownReason(said)).toEqual(problem!.text);
  }
});

it('A known reason is said in German, and any other is left as it came.', async () => {
  const german = createMessages('de', await loadCatalogue('de'));
  const known = knownReason('Order 12 can no longer be cancelled, because its production has started.');
  expect(german.say(known!)).toMatch(/^Die Bestellung 12 lässt sich nicht mehr stornieren/);
  expect(knownReason('We are on holiday.')).toBeNull();
});
