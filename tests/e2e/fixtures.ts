/** What each end-to-end test gets: an application of its own, and a folder of model files. */
import { test as base } from 'playwright/test';
import { AppProcess } from '../support/app-process.ts';
import { ModelFolder } from './desk.ts';

export const test = base.extend<{ app: AppProcess; models: ModelFolder }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from its parameter
  app: async ({}, use) => {
    const app = new AppProcess();
    await use(app);
    await app.remove();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  models: async ({}, use) => {
    const models = new ModelFolder();
    await use(models);
    models.remove();
  },
});
