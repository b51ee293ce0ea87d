import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ballastSize, openBallast } from '../../../src-main/db/ballast.ts';
import { temporaryFolder } from '../../support/folder.ts';

describe('the ballast', () => {
  it('The ballast takes real disk space, frees it, and takes it again.', () => {
    const path = join(temporaryFolder(), 'ballast');
    const ballast = openBallast(path);
    expect(ballast.stands).toBe(true);
    expect(statSync(path).size).toBe(ballastSize);
    if (process.platform !== 'win32') {
      expect(statSync(path).blocks * 512).toBeGreaterThanOrEqual(ballastSize);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
    ballast.release();
    expect([ballast.stands, existsSync(path)]).toEqual([false, false]);
    expect(ballast.restore()).toBe(true);
    expect(statSync(path).size).toBe(ballastSize);
  });

  it('The ballast is completed again after a full disk cut it short.', () => {
    const path = join(temporaryFolder(), 'ballast');
    writeFileSync(path, 'short');
    openBallast(path);
    expect(statSync(path).size).toBe(ballastSize);
  });
});
