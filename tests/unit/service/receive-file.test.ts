import { createHash } from 'node:crypto';
import { closeSync, fstatSync, mkdtempSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileReceiver } from '../../../src-service/measure/receive-file.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const megabyte = 1024 * 1024;
const piece = Buffer.from(Array.from({ length: megabyte }, (_, i) => (i * 7919) % 251));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabdesk-receive-'));
});
afterEach(() => removeFolder(folder));

/** Files are opened with the lowest free number, so this one was closed if it is free again. */
function nextDescriptor(): number {
  const descriptor = openSync('/dev/null', 'r');
  closeSync(descriptor);
  return descriptor;
}

describe('receiving a large file, which the disk begins to write before its end', () => {
  it('is whole, with both of its hashes', async () => {
    const path = join(folder, 'large');
    const receiver = new FileReceiver(path, 100 * megabyte, 'raw');
    for (let i = 0; i < 20; i++) receiver.write(piece);
    const whole = Buffer.concat(Array.from({ length: 20 }, () => piece));
    const hash = (name: string) => createHash(name).update(whole).digest('hex');
    expect(await receiver.end()).toEqual({
      length: 20 * megabyte,
      md5: hash('md5'),
      sha256: hash('sha256'),
    });
    expect(readFileSync(path).equals(whole)).toBe(true);
  });

  it('can be broken off while the disk writes: nothing remains, and the file is closed', async () => {
    const free = nextDescriptor();
    const receiver = new FileReceiver(join(folder, 'broken-off'), 100 * megabyte, 'raw');
    for (let i = 0; i < 20; i++) receiver.write(piece);
    expect(fstatSync(free).size).toBe(20 * megabyte);
    await receiver.discard();
    expect(readdirSync(folder)).toEqual([]);
    expect(nextDescriptor()).toBe(free);
  });

  it('that is broken off while it ends is not reported as received', async () => {
    const receiver = new FileReceiver(join(folder, 'late'), 100 * megabyte, 'raw');
    for (let i = 0; i < 20; i++) receiver.write(piece);
    const ended = receiver.end();
    await receiver.discard();
    await expect(ended).rejects.toThrow('broken off');
    expect(readdirSync(folder)).toEqual([]);
  });
});
