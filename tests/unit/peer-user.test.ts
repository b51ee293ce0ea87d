/** Whose a loopback connection is, by what Linux lists of it. Lines as in `/proc/net/tcp`. */
import { describe, expect, it } from 'vitest';
import { LoopbackConnections } from '../../src-main/peer-user.ts';

const title =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const line = (local: string, remote: string, state: string, uid: number, inode: number) =>
  `   1: 0100007F:${local} 0100007F:${remote} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 2 0000000000000000 100 0 0 10 0`;
/** Ports 4114 and 50000. */
const listener = line('1012', '0000', '0A', 1000, 71);
const ours = line('1012', 'C350', '01', 1000, 72);
const peer = (uid: number, inode = 73, state = '01') => line('C350', '1012', state, uid, inode);
const isOwn = (...lines: string[]) =>
  new LoopbackConnections([title, ...lines, '']).mayBeOwn(4114, 50_000, 1000);

describe('The user at the other end of a connection', () => {
  it('The same user and the administrator are accepted.', () => {
    expect(isOwn(listener, ours, peer(1000))).toBe(true);
    expect(isOwn(listener, ours, peer(0))).toBe(true);
  });

  it('Another user is refused.', () => {
    expect(isOwn(listener, ours, peer(1001))).toBe(false);
  });

  it('A connection that its program has left is refused, although it is listed as the administrator’s.', () => {
    expect(isOwn(listener, ours, peer(0, 0, '05'))).toBe(false);
    expect(isOwn(listener, ours, peer(0, 0))).toBe(false);
    expect(isOwn(listener, ours)).toBe(false);
  });

  it('An address of IPv6 that stands for one of IPv4 is recognised.', () => {
    const mapped = peer(1001).replaceAll('0100007F', '0000000000000000FFFF00000100007F');
    expect(isOwn(listener, ours, mapped)).toBe(false);
  });

  it('A system that lists no connections decides nothing.', () => {
    expect(isOwn()).toBe(true);
    expect(isOwn(peer(1001))).toBe(true);
  });
});
