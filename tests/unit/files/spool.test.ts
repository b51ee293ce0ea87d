import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type Disk, nodeDisk } from '../../../src-main/files/disk.ts';
import { createSpool, spareSpace } from '../../../src-main/files/spool.ts';
import { largestFile } from '../../../src-main/largest-file.ts';
import { rejectionCode } from '../../support/error-code.ts';
import { temporaryFolder } from '../../support/folder.ts';

const bytes = Buffer.from('solid cube\nendsolid cube\n');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const md5 = createHash('md5').update(bytes).digest('hex');

const setUp = async (disk: Partial<Disk> = {}) => {
  const folder = temporaryFolder();
  const source = join(folder, 'cube.stl');
  writeFileSync(source, bytes);
  const spool = createSpool({ folder: join(folder, 'spool'), disk: { ...nodeDisk, ...disk } });
  await spool.start();
  const names = () => readdirSync(join(folder, 'spool'));
  return { folder, source, spool, names };
};
describe('importing a file', () => {
  it('Importing stores a private copy under its hash, whatever happens to the original.', async () => {
    const { source, spool, names } = await setUp();
    const file = await spool.importPath(source);
    expect(file).toEqual({ sha256, md5, size: bytes.length, name: 'cube.stl', path: source });
    writeFileSync(source, 'changed');
    expect(readFileSync(spool.pathOf(sha256))).toEqual(bytes);
    expect(names()).toEqual([sha256]);
    if (process.platform !== 'win32') expect(statSync(spool.pathOf(sha256)).mode & 0o777).toBe(0o600);
  });

  it('Importing accepts a read-only file, whose copy can be removed.', async () => {
    const { source, spool, names } = await setUp();
    chmodSync(source, 0o444);
    await spool.importPath(source);
    const old = new Date(Date.now() - 48 * 3_600_000);
    utimesSync(spool.pathOf(sha256), old, old);
    expect(await spool.collect(new Set())).toEqual([sha256]);
    expect(names()).toEqual([]);
  });

  it('Importing the same file again repairs a damaged copy.', async () => {
    const { source, spool, names } = await setUp();
    await spool.importPath(source);
    writeFileSync(spool.pathOf(sha256), 'rotten');
    await expect(spool.rehash(sha256)).rejects.toMatchObject({ code: 'file-changed' });
    await spool.importPath(source);
    expect((await spool.rehash(sha256)).md5).toBe(md5);
    expect(names()).toEqual([sha256]);
  });

  it('Importing explains what cannot be added, and leaves nothing behind.', async () => {
    const { folder, spool, names } = await setUp();
    const empty = join(folder, 'empty.stl');
    writeFileSync(empty, '');
    mkdirSync(join(folder, 'models'));
    expect(await rejectionCode(spool.importPath(join(folder, 'nowhere.stl')))).toBe('file-not-found');
    expect(await rejectionCode(spool.importPath(join(empty, 'below-a-file')))).toBe('file-not-found');
    expect(await rejectionCode(spool.importPath('with\0zero.stl'))).toBe('file-not-found');
    expect(await rejectionCode(spool.importPath(join(folder, 'models')))).toBe('file-is-folder');
    expect(await rejectionCode(spool.importPath(empty))).toBe('file-empty');
    expect(await rejectionCode(spool.importStream(Readable.from([]), 'empty.stl'))).toBe('file-empty');
    expect(names()).toEqual([]);
  });

  it('Importing accepts only names of models and pictures, and says so.', async () => {
    const { folder, spool, names } = await setUp();
    for (const name of ['id_ed25519', '.env', '.stl', 'key.pem', 'part.stl.txt']) {
      writeFileSync(join(folder, name), bytes);
      const refused = spool.importPath(join(folder, name));
      await expect(refused).rejects.toMatchObject({ code: 'file-not-importable' });
      await expect(refused).rejects.toThrow(/opens models \(\.stl, .*\) and pictures \(\.png, /);
    }
    expect(names()).toEqual([]);
    for (const name of ['part.STL', 'front.jpeg']) {
      writeFileSync(join(folder, name), bytes);
      expect(await spool.importPath(join(folder, name))).toMatchObject({ name });
    }
  });

  it.skipIf(process.platform === 'win32')(
    'Importing does not hang on pipes, devices or loops of links.',
    async () => {
      const { folder, spool } = await setUp();
      expect(await rejectionCode(spool.importPath('/dev/null'))).toBe('file-unreadable');
      symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
      expect(await rejectionCode(spool.importPath(join(folder, 'loop')))).toBe('file-unreadable');
    },
  );

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'Importing says that a file may not be read.',
    async () => {
      const { source, spool } = await setUp();
      chmodSync(source, 0);
      expect(await rejectionCode(spool.importPath(source))).toBe('file-unreadable');
    },
  );

  it('Importing refuses files above 1 GiB before copying them.', async () => {
    const facts = { isFile: true, isFolder: false, size: largestFile + 1, modifiedAt: 0, changedAt: 0 };
    const { spool, source, names } = await setUp({ facts: async () => facts });
    expect(await rejectionCode(spool.importPath(source))).toBe('file-too-large');
    expect(names()).toEqual([]);
  });

  it('Importing needs twice the file and a reserve of free space.', async () => {
    let free = 2 * bytes.length + spareSpace;
    const { spool, source, names } = await setUp({ free: async () => free });
    free -= 1;
    expect(await rejectionCode(spool.importPath(source))).toBe('disk-full');
    free += 1;
    expect((await spool.importPath(source)).sha256).toBe(sha256);
    free = spareSpace - 1;
    expect(await rejectionCode(spool.importStream(Readable.from([bytes]), 'x.stl'))).toBe('disk-full');
    expect(names()).toEqual([sha256]);
  });

  it('A disk that fills up while writing gives a clear error.', async () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const { spool, source, names } = await setUp({ syncFile: () => Promise.reject(full) });
    expect(await rejectionCode(spool.importPath(source))).toBe('disk-full');
    expect(names()).toEqual([]);
  });

  it('A file gets its name only after it is durable, and the name becomes durable too.', async () => {
    const steps: string[] = [];
    const noted =
      <A extends unknown[], R>(name: string, work: (...args: A) => R) =>
      (...args: A): R => {
        steps.push(name);
        return work(...args);
      };
    const { spool, source } = await setUp({
      copy: noted('copy', nodeDisk.copy),
      hash: noted('hash', nodeDisk.hash),
      syncFile: noted('sync file', nodeDisk.syncFile),
      rename: noted('rename', nodeDisk.rename),
      syncFolder: noted('sync folder', nodeDisk.syncFolder),
    });
    await spool.importPath(source);
    expect(steps).toEqual(['copy', 'hash', 'sync file', 'rename', 'sync folder']);
  });
});

describe('importing a stream', () => {
  it('A stream is hashed on the way and needs no path.', async () => {
    const { spool, names } = await setUp();
    const slices = [bytes.subarray(0, 3), bytes.subarray(3)];
    const file = await spool.importStream(Readable.from(slices), 'C:\\parts\\cube.stl');
    expect(file).toEqual({ sha256, md5, size: bytes.length, name: 'cube.stl', path: null });
    expect(names()).toEqual([sha256]);
  });

  it('A stream in pieces of any size is stored whole, and its pieces may be used again at once.', async () => {
    const megabyte = 1024 * 1024;
    const { spool } = await setUp();
    const sizes = [1, megabyte - 1, megabyte, 3 * megabyte + 7, 65_536, 0, 12];
    const all = randomBytes(sizes.reduce((sum, size) => sum + size));
    const pieces = async function* () {
      const piece = Buffer.alloc(4 * megabyte);
      let at = 0;
      for (const size of sizes) {
        all.copy(piece, 0, at, at + size);
        at += size;
        yield piece.subarray(0, size);
      }
    };
    const file = await spool.importStream(pieces(), 'large.stl');
    expect(file).toMatchObject({
      size: all.length,
      sha256: createHash('sha256').update(all).digest('hex'),
    });
    expect(readFileSync(spool.pathOf(file.sha256)).equals(all)).toBe(true);
  });

  it('A broken stream leaves nothing behind.', async () => {
    const { spool, names } = await setUp();
    const broken = async function* () {
      yield bytes;
      throw new Error('gone');
    };
    await expect(spool.importStream(broken(), 'a.stl')).rejects.toThrow('gone');
    expect(names()).toEqual([]);
  });

  it('A stream that exceeds 1 GiB is stopped on the way.', { tags: 'release' }, async () => {
    const slice = Buffer.alloc(64 * 1024 * 1024);
    let given = 0;
    const endless = async function* () {
      for (;;) {
        given += 1;
        yield slice;
      }
    };
    const { spool, names } = await setUp({
      create: async (path) => {
        const file = await nodeDisk.create(path);
        return { ...file, write: async () => {} };
      },
    });
    expect(await rejectionCode(spool.importStream(endless(), 'endless.stl'))).toBe('file-too-large');
    expect(given).toBe(17);
    expect(names()).toEqual([]);
  });
});

describe('big files', () => {
  it('A worker computes the same fingerprints of large files.', { tags: 'release' }, async () => {
    const { folder, spool } = await setUp();
    const big = randomBytes(9 * 1024 * 1024);
    writeFileSync(join(folder, 'big.stl'), big);
    const imports = [1, 2, 3].map(() => spool.importPath(join(folder, 'big.stl')));
    for (const file of await Promise.all(imports)) {
      expect(file.sha256).toBe(createHash('sha256').update(big).digest('hex'));
      expect(file.md5).toBe(createHash('md5').update(big).digest('hex'));
      expect(file.size).toBe(big.length);
    }
  });
});

describe('names', () => {
  it('A name is reduced to a harmless base name.', async () => {
    const { spool } = await setUp();
    const named = async (name: string) => (await spool.importStream(Readable.from([bytes]), name)).name;
    expect(await named('../../etc/passwd')).toBe('passwd');
    expect(await named('C:\\temp\\..\\part.stl')).toBe('part.stl');
    expect(await named('a\u202elts.exe\r\n')).toBe('alts.exe');
    expect(await named('...')).toBe('model');
    expect(await named('')).toBe('model');
    expect(await named(' Halter (2).STL. ')).toBe('Halter (2).STL');
    expect(await named('u\u0308.stl')).toBe('\u00fc.stl');
  });

  it('A name has at most 255 bytes, keeps its extension, and splits no letter.', async () => {
    const { spool } = await setUp();
    for (const letter of ['x', 'ü', '😀']) {
      const { name } = await spool.importStream(Readable.from([bytes]), `${letter.repeat(400)}.stl`);
      expect(Buffer.byteLength(name)).toBeGreaterThan(251);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name.replaceAll(letter, '')).toBe('.stl');
    }
  });

  it('The name of a stored file is a hash and never leads outside.', async () => {
    const { spool } = await setUp();
    for (const name of ['../cube.stl', 'a', sha256.toUpperCase(), `${sha256}/..`, `${sha256}.part`]) {
      expect(() => spool.pathOf(name)).toThrow(/not the name/);
    }
  });
});

describe('keeping house', () => {
  it('The spool opens and measures its files, and reports missing ones.', async () => {
    const { source, spool } = await setUp();
    await spool.importPath(source);
    const { stream, size } = await spool.open(sha256);
    expect(size).toBe(bytes.length);
    expect(Buffer.concat(await stream.toArray())).toEqual(bytes);
    const absent = 'f'.repeat(64);
    expect(await spool.sizeOf(sha256)).toBe(bytes.length);
    expect(await spool.sizeOf(absent)).toBeNull();
    expect(await rejectionCode(spool.open(absent))).toBe('file-not-found');
    expect(await rejectionCode(spool.rehash(absent))).toBe('file-not-found');
  });

  it('The spool removes what a crash left, and nothing else.', async () => {
    const { folder, source, spool, names } = await setUp();
    await spool.importPath(source);
    writeFileSync(join(folder, 'spool', '0b5c.part'), 'half');
    writeFileSync(join(folder, 'spool', 'notes.txt'), 'not ours');
    await spool.start();
    expect(names().sort()).toEqual([sha256, 'notes.txt'].sort());
  });

  it('The spool starts although something that a crash left cannot be removed.', async () => {
    const { folder, source } = await setUp();
    const remove = () => Promise.reject(Object.assign(new Error('locked'), { code: 'EPERM' }));
    writeFileSync(join(folder, 'spool', '0b5c.part'), 'half');
    const spool = createSpool({ folder: join(folder, 'spool'), disk: { ...nodeDisk, remove } });
    await spool.start();
    expect((await spool.importPath(source)).sha256).toBe(sha256);
  });

  it('The day that an unused file stays begins with its import, not with its original’s date.', async () => {
    const { source, spool } = await setUp();
    const old = new Date(Date.now() - 48 * 3_600_000);
    utimesSync(source, old, old);
    await spool.importPath(source);
    expect(await spool.collect(new Set())).toEqual([]);
    // Again, while somebody reads the old copy, which Windows then does not replace.
    utimesSync(spool.pathOf(sha256), old, old);
    const busy = () => Promise.reject(Object.assign(new Error('open'), { code: 'EPERM' }));
    const again = createSpool({ folder: dirname(spool.pathOf(sha256)), disk: { ...nodeDisk, rename: busy } });
    await again.importPath(source);
    expect(await again.collect(new Set())).toEqual([]);
  });

  it('The spool removes other files if one cannot be removed.', async () => {
    const { source, spool } = await setUp();
    const old = new Date(Date.now() - 48 * 3_600_000);
    const hashes: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      writeFileSync(source, `solid ${name}\nendsolid ${name}\n`);
      const file = await spool.importPath(source);
      utimesSync(spool.pathOf(file.sha256), old, old);
      hashes.push(file.sha256);
    }
    const [held = ''] = hashes.sort();
    const remove = (path: string) =>
      path.endsWith(held) ? Promise.reject(new Error('held')) : nodeDisk.remove(path);
    const others = createSpool({ folder: dirname(spool.pathOf(held)), disk: { ...nodeDisk, remove } });
    expect((await others.collect(new Set())).sort()).toEqual(hashes.slice(1));
  });

  it('The spool removes only old files that nothing refers to.', async () => {
    const { folder, source, spool } = await setUp();
    const old = new Date(Date.now() - 48 * 3_600_000);
    const add = async (name: string, age: Date | null) => {
      writeFileSync(source, `solid ${name}\nendsolid ${name}\n`);
      const file = await spool.importPath(source);
      if (age) utimesSync(spool.pathOf(file.sha256), age, age);
      return file.sha256;
    };
    const named = await add('named', old);
    const young = await add('young', null);
    const unused = await add('unused', old);
    writeFileSync(join(folder, 'spool', 'notes.txt'), 'not ours');
    utimesSync(join(folder, 'spool', 'notes.txt'), old, old);
    expect(await spool.collect(new Set([named]))).toEqual([unused]);
    expect(existsSync(spool.pathOf(named))).toBe(true);
    expect(existsSync(spool.pathOf(young))).toBe(true);
    expect(existsSync(join(folder, 'spool', 'notes.txt'))).toBe(true);
  });
});
