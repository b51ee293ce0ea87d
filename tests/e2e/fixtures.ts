/**
 * What each end-to-end test gets: an application of its own on the host of its project
 * (playwright.config.ts), and a folder of model files. What belongs to one host only is skipped on the
 * others, with the reason.
 */
import { test as base } from 'playwright/test';
import { ModelFolder } from './desk.ts';
import { ElectronProgram } from './hosts/electron-program.ts';
import type { Fabdesk, Host } from './hosts/fabdesk.ts';
import { InBrowser } from './hosts/in-browser.ts';
import { InElectron } from './hosts/in-electron.ts';

const onEveryHost = base.extend<{ host: Host; models: ModelFolder }>({
  host: ['browser', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from its parameter
  models: async ({}, use) => {
    const models = new ModelFolder();
    await use(models);
    models.remove();
  },
});

const inChromium = onEveryHost.extend<{ app: Fabdesk }>({
  app: async ({ host, context }, use) => {
    const app = host === 'browser' ? new InBrowser(context) : new InElectron(context);
    await use(app);
    await app.remove();
  },
});

/** Does not name the context, so no Chromium is started. */
const inProgram = (path: string) =>
  onEveryHost.extend<{ app: Fabdesk }>({
    app: async ({ colorScheme, bypassCSP }, use) => {
      const app = new ElectronProgram(path, { colorScheme, bypassCSP });
      await use(app);
      await app.remove();
    },
  });

const program = process.env['FABDESK_ELECTRON'];
export const test = program === undefined ? inChromium : inProgram(program);
