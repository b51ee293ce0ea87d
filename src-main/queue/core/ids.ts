/** Names of jobs: an id (UUIDv7, RFC 9562 5.7) and a short mark that identifies the job at the service. */
import { Buffer } from 'node:buffer';
import { shortenMiddle } from '../../../src-shared/text/shorten-middle.ts';
import type { QueueClock, QueueRandom } from './clock.ts';

export interface Ids {
  /** Sorts by creation, even within a millisecond and if the clock goes back, between two starts too. */
  job(): string;
  /** Eight digits and capital letters, without I, L, O and U, which are easily misread. */
  mark(): string;
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `newest`: the greatest id that exists; null: none. */
export function createIds(clock: QueueClock, random: QueueRandom, newest: string | null): Ids {
  let last = timeOf(newest, clock.now());
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

/** A damaged id, or one of a clock that was years ahead, must not determine all later ones. */
const farthest = 5 * 365 * 24 * 3_600_000;

/** The first time after an id, epoch ms; 0 if it is none that may count. */
function timeOf(id: string | null, now: number): number {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id ?? '') ?? [];
  const time = high === undefined || low === undefined ? 0 : Number.parseInt(high + low, 16);
  return time > now + farthest ? 0 : time + 1;
}

const markInName = /~([0-9A-HJKMNP-TV-Z]{8})(?=(\.[^.]*)?$)/;

/** The file name as the person knows it, without the mark. */
export const unmarkedName = (fileName: string): string => fileName.replace(markInName, '');

/** The mark in a file name, or null. It may be a coincidence: anybody can choose such a name. */
export const markOf = (fileName: string): string | null => markInName.exec(fileName)?.[1] ?? null;

/** The title under which a model is sent: services take 200 characters. Here, the whole name stays. */
export const modelTitle = (title: string): string => shortenMiddle(title, 200);

/** The file name under which a job's file is sent: `part~K7Q2M9XT.stl`. At most 255 characters. */
export function markedName(fileName: string, mark: string): string {
  const dot = fileName.lastIndexOf('.');
  const ending = dot > 0 ? fileName.slice(dot) : '';
  const stem = fileName.slice(0, fileName.length - ending.length);
  return `${stem.slice(0, 254 - mark.length - ending.length)}~${mark}${ending}`;
}
