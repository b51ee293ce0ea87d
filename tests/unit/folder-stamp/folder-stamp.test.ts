/** Older copies, copies and moves of the data folder are distinguished (reliability: R20). */
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import {
  copyFolder,
  KeychainDouble,
  type OpenFolder,
  type OpenFolderOptions,
  openFolder,
  stampClock,
} from '../../support/stamped-folder.ts';

const setUp = () => {
  const parent = temporaryFolder();
  const keychain = new KeychainDouble();
  const folder = join(parent, 'data');
  const open = (at = folder, options?: OpenFolderOptions) => openFolder(at, keychain, options);
  /** Opens it, does `work`, and closes it in order. Returns what the start noticed. */
  const session = async (work = async (_: OpenFolder) => {}, at = folder) => {
    const opened = await open(at);
    opened.stamp.adopt();
    await work(opened);
    await opened.stamp.close(1000);
    const { notice } = opened.stamp;
    opened.close();
    return { isOutdated: opened.stamp.isOutdated, kind: notice?.kind ?? null, notice };
  };
  const order = () => session(({ stamp }) => stamp.beforeSend());
  return { parent, folder, keychain, open, session, order };
};

const nothing = { isOutdated: false, kind: null };
const older = { isOutdated: true, kind: 'older' };
const copied = { isOutdated: true, kind: 'copy' };

describe('the stamp of a data folder', () => {
  it('A new folder and one that goes on are not noticed.', async () => {
    const { session, order } = setUp();
    expect(await session()).toMatchObject(nothing);
    expect(await order()).toMatchObject(nothing);
    expect(await order()).toMatchObject(nothing);
    expect(await session()).toMatchObject(nothing);
  });

  it('A whole folder that is put back from a backup is noticed by the keychain, once.', async () => {
    const { parent, folder, session, order } = setUp();
    await order();
    copyFolder(folder, join(parent, 'backup'));
    const from = stampClock.now();
    await stampClock.advance(60_000);
    await order();
    copyFolder(join(parent, 'backup'), folder);
    const found = await session(async ({ stamp }) => {
      expect(stamp.isOutdated).toBe(true);
    });
    expect(found).toMatchObject(older);
    expect(found.notice?.dataFrom).toBe(from);
    // It is the newest copy now. The notice stays until a person has read it.
    expect(await session()).toMatchObject({ isOutdated: false, kind: 'older' });
    await session(async ({ stamp }) => stamp.dismissNotice());
    expect(await session()).toMatchObject(nothing);
  });

  it('What the newer folder knows is not lost: put back after the backup was used, it is noticed too.', async () => {
    const { parent, folder, session, order } = setUp();
    await order();
    copyFolder(folder, join(parent, 'backup'));
    await order();
    renameSync(folder, join(parent, 'newer'));
    copyFolder(join(parent, 'backup'), folder);
    expect(await order()).toMatchObject(older);
    copyFolder(join(parent, 'newer'), folder);
    expect(await session()).toMatchObject(older);
  });

  it('What was done while the keychain was locked is in it a quarter of an hour after it answers again.', async () => {
    const { parent, folder, keychain, open, session, order } = setUp();
    await order();
    const opened = await open();
    opened.stamp.adopt();
    keychain.isLocked = true;
    await opened.stamp.beforeSend();
    await opened.stamp.beforeSend();
    copyFolder(folder, join(parent, 'backup'));
    await opened.stamp.beforeSend();
    await stampClock.advance(3_600_000);
    expect(opened.stamp.outside).toBe('silent');
    keychain.isLocked = false;
    await stampClock.advance(15 * 60_000);
    expect(opened.stamp.outside).toBe('answers');
    opened.close();
    copyFolder(join(parent, 'backup'), folder);
    expect(await session()).toMatchObject(older);
  });

  it('A start tells the keychain what the process before it could not.', async () => {
    const { parent, folder, keychain, open, session, order } = setUp();
    await order();
    keychain.isLocked = true;
    const opened = await open();
    opened.stamp.adopt();
    await opened.stamp.beforeSend();
    copyFolder(folder, join(parent, 'backup'));
    await opened.stamp.beforeSend();
    await opened.stamp.close(1000);
    opened.close();
    keychain.isLocked = false;
    expect(await session()).toMatchObject(nothing);
    copyFolder(join(parent, 'backup'), folder);
    expect(await session()).toMatchObject(older);
  });

  it('A newer step in a keychain that did not answer at the start is not written over by waiting.', async () => {
    const { parent, folder, keychain, open, session, order } = setUp();
    await order();
    copyFolder(folder, join(parent, 'backup'));
    await order();
    copyFolder(join(parent, 'backup'), folder);
    keychain.isLocked = true;
    const opened = await open();
    opened.stamp.adopt();
    keychain.isLocked = false;
    await stampClock.advance(15 * 60_000);
    await opened.stamp.close(1000);
    opened.close();
    expect(await session()).toMatchObject(older);
  });

  it('A folder from before there were stamps is noticed once this one has had some.', async () => {
    const { parent, folder, session, order } = setUp();
    const { database, close } = await setUp().open(folder);
    expect(database.meta.get('folder')).toBeNull();
    close();
    copyFolder(folder, join(parent, 'backup'));
    // The upgrade itself is not.
    expect(await order()).toMatchObject(nothing);
    copyFolder(join(parent, 'backup'), folder);
    expect(await session()).toMatchObject(older);
  });

  it('An older database beside a newer log is noticed without a keychain.', async () => {
    const { parent, folder, keychain, session, order } = setUp();
    keychain.kind = 'session';
    await order();
    copyFileSync(join(folder, 'fabdesk.db'), join(parent, 'old.db'));
    await order();
    for (const suffix of ['-wal', '-shm']) rmSync(join(folder, `fabdesk.db${suffix}`), { force: true });
    copyFileSync(join(parent, 'old.db'), join(folder, 'fabdesk.db'));
    expect(await session()).toMatchObject(older);
  });

  it('A log that was removed or is older is noticed without a keychain.', async () => {
    const { parent, folder, keychain, session, order } = setUp();
    keychain.kind = 'session';
    await order();
    const log = join(folder, 'sent.log');
    copyFileSync(log, join(parent, 'old.log'));
    await order();
    await order();
    copyFileSync(join(parent, 'old.log'), log);
    expect(await session()).toMatchObject(older);
    await session(async ({ stamp }) => stamp.dismissNotice());
    rmSync(log);
    expect(await session()).toMatchObject(older);
  });

  it('A copy beside its original is noticed, gets an identity of its own, and leaves the original alone.', async () => {
    const { parent, folder, session, order } = setUp();
    await order();
    const copy = join(parent, 'copy');
    copyFolder(folder, copy);
    expect(await session(undefined, copy)).toMatchObject(copied);
    await session(async ({ stamp }) => stamp.dismissNotice(), copy);
    await session(({ stamp }) => stamp.beforeSend(), copy);
    await session(({ stamp }) => stamp.beforeSend(), copy);
    expect(await order()).toMatchObject(nothing);
    expect(await session(undefined, copy)).toMatchObject(nothing);
  });

  it('A copy on another computer, whose keychain has never seen it, is noticed.', async () => {
    const { keychain, session, order } = setUp();
    await order();
    keychain.entries.clear();
    expect(await session()).toMatchObject(copied);
    expect(await session()).toMatchObject({ isOutdated: false });
  });

  it('A folder that was moved is not noticed, on the same file system or to another.', async () => {
    const { parent, folder, session, order } = setUp();
    await order();
    const moved = join(parent, 'moved');
    renameSync(folder, moved);
    expect(await session(({ stamp }) => stamp.beforeSend(), moved)).toMatchObject(nothing);
    // To another file system, a move is a copy and a removal.
    copyFolder(moved, folder);
    rmSync(moved, { recursive: true });
    expect(existsSync(moved)).toBe(false);
    expect(await session()).toMatchObject(nothing);
  });

  it('A folder that was moved, whose old place has a new folder, is not noticed.', async () => {
    const { parent, folder, session, order } = setUp();
    await order();
    renameSync(folder, join(parent, 'archive'));
    const fresh = setUp();
    await fresh.order();
    copyFolder(fresh.folder, folder);
    expect(await session(undefined, join(parent, 'archive'))).toMatchObject(nothing);
  });

  it('Of two copies of one folder, the one that was left behind is noticed wherever it is now.', async () => {
    const { parent, folder, session, order } = setUp();
    await order();
    const [kept, used] = [join(parent, 'kept'), join(parent, 'used')];
    copyFolder(folder, used);
    renameSync(folder, kept);
    // The original is gone from its place, so this counts as the moved folder.
    expect(await session(({ stamp }) => stamp.beforeSend(), used)).toMatchObject(nothing);
    expect(await session(undefined, kept)).toMatchObject(older);
  });

  it('Without a keychain, and while it is locked, orders go, and the status says what is missing.', async () => {
    const { keychain, open } = setUp();
    keychain.isLocked = true;
    const opened = await open();
    opened.stamp.adopt();
    await opened.stamp.beforeSend();
    expect(opened.stamp.outside).toBe('silent');
    keychain.isLocked = false;
    await opened.stamp.beforeSend();
    expect(opened.stamp.outside).toBe('answers');
    opened.close();
    keychain.kind = 'session';
    expect((await open()).stamp.outside).toBe('none');
  });

  it('A keychain that never answers delays an order by two seconds and closing by its patience.', async () => {
    const { keychain, open } = setUp();
    const { stamp } = await open();
    stamp.adopt();
    keychain.isSilent = true;
    let hasSent = false;
    const sending = stamp.beforeSend().then(() => {
      hasSent = true;
    });
    await stampClock.advance(1_999);
    expect(hasSent).toBe(false);
    await stampClock.advance(1);
    await sending;
    const closing = stamp.close(500);
    await stampClock.advance(500);
    await closing;
  });

  it('What happens together takes one step.', async () => {
    const { open, keychain } = setUp();
    const { stamp, steps } = await open();
    stamp.adopt();
    const before = steps();
    for (let count = 0; count < 50; count++) stamp.touch();
    await stampClock.advance(1000);
    // Database, log and keychain; the first step also marks the keychain and notes that in the database.
    expect(steps() - before).toBe(5);
    expect([...keychain.entries.values()].filter((entry) => entry.includes('"step":1'))).toHaveLength(1);
  });

  it('A disk that refuses the log keeps the order here, and the folder is not noticed later.', async () => {
    const { folder, keychain, session } = setUp();
    let failure: Error | null = Object.assign(new Error('EIO'), { code: 'EIO' });
    const opened = await openFolder(folder, keychain, { logFails: () => failure });
    opened.stamp.adopt();
    for (let count = 0; count < 3; count++) await expect(opened.stamp.beforeSend()).rejects.toThrow('EIO');
    opened.stamp.touch();
    await stampClock.advance(1000);
    expect(opened.reports).toHaveLength(1);
    failure = null;
    await opened.stamp.beforeSend();
    opened.close();
    expect(await session()).toMatchObject(nothing);
  });

  it('A process that another one has superseded takes no step.', async () => {
    const { open, session } = setUp();
    const { stamp, database, close } = await open();
    stamp.adopt();
    await stamp.beforeSend();
    database.meta.beginEpoch('another');
    await expect(stamp.beforeSend()).rejects.toMatchObject({ code: 'superseded' });
    close();
    expect(await session()).toMatchObject(nothing);
  });
});

describe('without a keychain, the file outside the folder', () => {
  const withoutKeychain = () => {
    const bench = setUp();
    bench.keychain.kind = 'session';
    bench.keychain.stateDir = join(bench.parent, 'state');
    return bench;
  };

  it('shows that a whole folder was put back, once.', async () => {
    const { parent, folder, keychain, session, order } = withoutKeychain();
    await order();
    copyFolder(folder, join(parent, 'backup'));
    expect(await order()).toMatchObject(nothing);
    copyFolder(join(parent, 'backup'), folder);
    // Without the file, nobody could know.
    const { stateDir } = keychain;
    keychain.stateDir = null;
    expect(await session()).toMatchObject(nothing);
    keychain.stateDir = stateDir;
    copyFolder(join(parent, 'backup'), folder);
    expect(await session(async ({ stamp }) => stamp.dismissNotice())).toMatchObject({ isOutdated: true });
    expect(await order()).toMatchObject(nothing);
  });

  it('shows that both copies of a folder have gone on.', async () => {
    const { parent, folder, order, session } = withoutKeychain();
    await order();
    copyFolder(folder, join(parent, 'backup'));
    await order();
    copyFolder(join(parent, 'backup'), folder);
    rmSync(join(parent, 'state'), { recursive: true });
    await order();
    await order();
    renameSync(join(parent, 'state'), join(parent, 'after'));
    copyFolder(join(parent, 'backup'), folder);
    await order();
    await order();
    await order();
    rmSync(join(parent, 'state'), { recursive: true });
    renameSync(join(parent, 'after'), join(parent, 'state'));
    expect(await session()).toMatchObject(older);
  });

  it('helps while the keychain is locked.', async () => {
    const { parent, folder, keychain, open, session, order } = withoutKeychain();
    keychain.kind = 'keychain';
    await order();
    keychain.isLocked = true;
    copyFolder(folder, join(parent, 'backup'));
    await order();
    const { stamp, close } = await open();
    expect(stamp.outside).toBe('file');
    close();
    copyFolder(join(parent, 'backup'), folder);
    keychain.isLocked = false;
    expect(await session()).toMatchObject(older);
  });

  it('may be missing, unreadable or in the folder: then nothing is noticed, and orders go.', async () => {
    const { parent, folder, keychain, open, order, session } = withoutKeychain();
    await order();
    rmSync(join(parent, 'state'), { recursive: true });
    expect(await order()).toMatchObject(nothing);
    for (const file of readdirSync(join(parent, 'state'))) writeFileSync(join(parent, 'state', file), 'x');
    expect(await order()).toMatchObject(nothing);
    rmSync(join(parent, 'state'), { recursive: true });
    writeFileSync(join(parent, 'state'), 'a file in the place of the folder');
    expect(await order()).toMatchObject(nothing);
    expect((await open()).stamp.outside).toBe('none');
    keychain.stateDir = join(folder, 'state');
    expect(await session()).toMatchObject(nothing);
    expect(existsSync(join(folder, 'state'))).toBe(false);
  });
});

describe('a kill', () => {
  /** A start, a consent, two orders, and the close. */
  const day = async ({ stamp }: OpenFolder) => {
    stamp.adopt();
    stamp.touch();
    await stampClock.advance(1000);
    await stamp.beforeSend();
    await stamp.beforeSend();
    stamp.touch();
    await stamp.close(1000);
  };
  /** Until the day is over without a kill. */
  const killedAtEach = async (prepare: () => Promise<ReturnType<typeof setUp>>, after: boolean) => {
    for (let killAt = 0; ; killAt++) {
      const bench = await prepare();
      const opened = await bench.open(bench.folder, { killAt, after });
      await day(opened).catch(() => {});
      opened.close();
      if (opened.steps() <= killAt) return killAt;
      const next = await bench.open();
      expect(next.stamp.isOutdated, `killed ${after ? 'after' : 'before'} step ${killAt}`).toBe(false);
      next.stamp.adopt();
      // And the one after that, which is killed at once.
      await next.stamp.beforeSend();
      next.close();
      expect((await bench.open()).stamp.isOutdated).toBe(false);
    }
  };

  it.each([false, true])(
    'A kill at any durable step, done or not (%s), is never taken for an older copy.',
    { tags: 'release' },
    async (after) => {
      const outside = () => {
        const bench = setUp();
        bench.keychain.stateDir = join(bench.parent, 'state');
        return bench;
      };
      const first = await killedAtEach(async () => outside(), after);
      expect(first).toBeGreaterThan(16);
      const used = async () => {
        const bench = outside();
        await bench.order();
        return bench;
      };
      expect(await killedAtEach(used, after)).toBeGreaterThan(12);
    },
  );

  it('A kill while an older copy is being noticed leaves it noticed.', async () => {
    for (let killAt = 0; ; killAt++) {
      const { parent, folder, order, open } = setUp();
      await order();
      copyFolder(folder, join(parent, 'backup'));
      await order();
      copyFolder(join(parent, 'backup'), folder);
      const opened = await open(folder, { killAt });
      try {
        opened.stamp.adopt();
        await opened.stamp.close(1000);
      } catch {
        // Killed.
      }
      opened.close();
      if (opened.steps() <= killAt) break;
      const next = await open();
      const { isOutdated } = next.stamp;
      if (isOutdated) next.stamp.adopt();
      // The notice is durable in the transaction after which the copy counts as the newest one.
      expect(next.stamp.notice?.kind).toBe('older');
      next.close();
      expect((await open()).stamp.isOutdated).toBe(false);
    }
  });
});
