import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Meta } from '../../../src-main/db/meta.ts';
import { openSentLog, type SentEntry } from '../../../src-main/db/sent-log.ts';
import { temporaryFolder } from '../../support/folder.ts';

const memoryMeta = (): Meta => {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    beginEpoch: () => 1,
  };
};

const entry = (jobId: string, event: SentEntry['event'], attempt = 1): SentEntry => ({
  at: 1000,
  event,
  jobId,
  attempt,
  kind: 'order',
  accountId: 'local',
});

const setUp = () => {
  const folder = temporaryFolder();
  const path = join(folder, 'sent.log');
  const meta = memoryMeta();
  const write = (...entries: SentEntry[]) => {
    const log = openSentLog(path, meta);
    for (const one of entries) log.append(one);
    log.close();
  };
  const read = () => {
    const log = openSentLog(path, meta);
    log.close();
    return log;
  };
  return { folder, path, write, read };
};

describe('sent.log', () => {
  it('sent.log returns the newest line of every job after it was opened again.', () => {
    const { write, read } = setUp();
    write(entry('a', 'committed'), entry('b', 'committed'));
    write({ ...entry('a', 'done'), remoteId: 77 });
    const log = read();
    expect(log.damaged).toBe(false);
    expect(log.last('a')).toMatchObject({ event: 'done', remoteId: 77 });
    expect(log.last('b')?.event).toBe('committed');
    expect(log.last('c')).toBeNull();
  });

  it('sent.log drops an unfinished last line and continues with an unbroken chain.', () => {
    const { path, write, read } = setUp();
    write(entry('a', 'committed'));
    const whole = readFileSync(path, 'utf8');
    appendFileSync(path, '{"n":2,"at":1000,"event":"comm');
    expect(read().damaged).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe(whole);
    write(entry('b', 'committed'));
    expect(read()).toMatchObject({ damaged: false });
    expect([...read().all().keys()]).toEqual(['a', 'b']);
  });

  it('sent.log notices any single changed byte, also in the last line, and keeps the evidence.', {
    tags: 'release',
  }, () => {
    const { path, write } = setUp();
    write(entry('a', 'committed'), entry('b', 'committed'), entry('a', 'done'));
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at += 7) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] as number) ^ 4;
      // A flip that makes or removes a line break at the very end reads as an unfinished line.
      if (at === bytes.length - 1) continue;
      const folder = temporaryFolder();
      const copy = join(folder, 'sent.log');
      writeFileSync(copy, flipped);
      const log = openSentLog(copy, memoryMeta());
      expect(log.damaged, `byte ${at}`).toBe(true);
      log.append(entry('c', 'committed'));
      log.close();
      expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toHaveLength(1);
      const again = openSentLog(copy, memoryMeta());
      expect(again.damaged).toBe(false);
      expect(again.last('c')?.event).toBe('committed');
      again.close();
    }
  });

  it('sent.log still returns what it can read of a damaged file.', () => {
    const { path, write, read } = setUp();
    write(entry('a', 'committed'), entry('b', 'committed'));
    writeFileSync(path, readFileSync(path, 'utf8').replace('"a"', '"z"'));
    const log = read();
    expect(log.damaged).toBe(true);
    expect(log.last('b')?.event).toBe('committed');
  });

  it('sent.log notices that the whole file is missing.', () => {
    const { path, write, read } = setUp();
    write(entry('a', 'committed'));
    rmSync(path);
    expect(read().damaged).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('Only this user can read sent.log.', () => {
    const { path, write } = setUp();
    write(entry('a', 'committed'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});
