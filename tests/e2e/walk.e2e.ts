/**
 * A person walks at random over the plate: the built application, real files, the real service. After every
 * step the picture, the sizes, the price and the verdict must speak of the same part, in quotes and in a
 * second window too, and at the end the service has made exactly what the cart said, at its price.
 * `FABDESK_WALKS` sets the number of walks, `FABDESK_SEED` the first one.
 */
import { expect } from 'playwright/test';
import { Random } from '../simulation/random.ts';
import { patience } from '../support/patience.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';
import { test } from './fixtures.ts';
import { Walker } from './walker.ts';

const walks = rounds('FABDESK_WALKS', 10);
const stepsOfWalk = rounds('FABDESK_WALK_STEPS', 16, 10);

for (let walk = 0; walk < walks; walk++) {
  const own = seed + walk;
  test(`Picture, size, price, verdict and order are of the same part on walk ${own}.`, async ({
    app,
    models,
    host,
    browser,
  }) => {
    test.setTimeout(patience.test * 15);
    const page = await app.open();
    await expect(page.getByLabel('About this part')).toBeVisible({ timeout: patience.test });
    const walker = new Walker(page, models, new Random(own));
    await walker.begin();
    if (host === 'browser') await walker.openSecondWindow(browser, (await app.startAgain())!);
    for (let step = 0; step < stepsOfWalk; step++) await walker.step();
    await walker.order();
    expect(app.problems).toEqual([]);
  });
}
