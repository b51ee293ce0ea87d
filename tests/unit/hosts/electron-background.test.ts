import { expect, it } from 'vitest';
import type { App } from '../../../src-main/app.ts';
import { Background } from '../../../src-main/hosts/electron/background.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { succeed } from '../../../src-shared/result.ts';
import { sampleStatus } from '../../support/bridge-double.ts';

it('An icon that cannot be shown ends Fabdesk, which would be without any window.', async () => {
  let quits = 0;
  const status = sampleStatus({ queue: { waiting: 0, running: 1, needsYou: 0 } });
  const invoke = async (name: string) => succeed(name === 'app.status' ? status : {});
  const core = { client: { invoke, on: () => () => {} } } as unknown as Pick<App, 'client'>;
  const background = new Background(core, {
    appears: () => Promise.reject(new Error('no such picture')),
    hasWindow: () => false,
    messages: async () => english,
    show() {},
    quit: () => (quits += 1),
  });
  await background.lastWindowClosed();
  expect(quits).toBe(1);
});
