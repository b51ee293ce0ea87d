/** What can be fuzzed, besides the formats of files (tests/long/fuzz.test.ts). */
import type { Target } from '../fuzz-target.ts';
import { controlTarget, ipcTarget } from './app-target.ts';
import { httpTarget } from './http-target.ts';
import { oauthTarget } from './oauth-target.ts';
import { soapTarget } from './soap-target.ts';

export const targets: Readonly<Record<string, () => Target>> = {
  http: httpTarget,
  soap: soapTarget,
  oauth: oauthTarget,
  ipc: ipcTarget,
  control: controlTarget,
};
