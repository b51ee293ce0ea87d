/** Names of jobs: an id for us (UUIDv7, RFC 9562 5.7) and a short mark that is found again at the service. */
import { Buffer } from 'node:buffer';
import type { QueueClock, QueueRandom } from './clock.ts';

export interface Ids {
  /** Sorts by creation, also within a millisecond and when the clock goes back. */
  job(): string;
  /** Eight digits and capitals without I, L, O and U, which are misread. */
  mark(): string;
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function createIds(clock: QueueClock, random: QueueRandom): Ids {
  let last = 0;
  let counter = 0;
  return {
    job() {
      const now = clock.now();
      counter = now > last ? 0 : counter + 1;
      last = Math.max(last, now) + (counter > 0xfff ? 1 : 0);
      counter &= 0xfff;
      const bytes = Buffer.from(random.bytes(16));
      bytes.writeUIntBE(last, 0, 6);
      bytes.writeUInt16BE(0x7000 | counter, 6);
      bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f);
      const hex = bytes.toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
    mark: () => [...random.bytes(8)].map((byte) => alphabet[byte & 31]).join(''),
  };
}

const markInName = /~([0-9A-HJKMNP-TV-Z]{8})(?=(\.[^.]*)?$)/;

/** The name without the mark that it was sent with. */
export const unmarkedName = (fileName: string): string => fileName.replace(markInName, '');

/** The mark that a file was sent with, or null; somebody else may have chosen the same letters. */
export const markOf = (fileName: string): string | null => markInName.exec(fileName)?.[1] ?? null;

/** The file name under which a job's file is sent: `part~K7Q2M9XT.stl`. At most 255 characters. */
export function markedName(fileName: string, mark: string): string {
  const dot = fileName.lastIndexOf('.');
  const ending = dot > 0 ? fileName.slice(dot) : '';
  const stem = fileName.slice(0, fileName.length - ending.length);
  return `${stem.slice(0, 254 - mark.length - ending.length)}~${mark}${ending}`;
}
