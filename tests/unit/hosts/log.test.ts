import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from '../../../src-main/log.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabdesk-log-'));
});
afterEach(() => removeFolder(folder));
const written = () => readFileSync(join(folder, 'logs', 'fabdesk.log'), 'utf8');

describe('the log', () => {
  it.each([
    'Authorization: Bearer canary123abc',
    'Authorization: Basic canary123abc==',
    'grant_type=x&client_secret=canary123abc&y=1',
    '{"access_token":"canary123abc","expires_in":3600}',
    'http://127.0.0.1:4114/#token=canary123abc',
  ])('The log contains no credential of %j.', (text) => {
    openLog(folder).error('request', new Error('failed', { cause: new Error(text) }));
    expect(written()).toContain('failed');
    expect(written()).not.toContain('canary123abc');
  });

  it.skipIf(process.platform === 'win32')('Only the owner can read the log.', () => {
    openLog(folder).info('started');
    expect(statSync(join(folder, 'logs', 'fabdesk.log')).mode & 0o777).toBe(0o600);
  });

  it('The log is rotated instead of growing forever.', () => {
    const log = openLog(folder);
    const long = 'x'.repeat(100_000);
    for (let i = 0; i < 60; i += 1) log.info(long);
    expect(statSync(join(folder, 'logs', 'fabdesk.log')).size).toBeLessThan(2.2 * 1024 * 1024);
    expect(statSync(join(folder, 'logs', 'fabdesk.log.1')).size).toBeLessThan(2.2 * 1024 * 1024);
  });
});
