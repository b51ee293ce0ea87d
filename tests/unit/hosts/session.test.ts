import { describe, expect, it } from 'vitest';
import { type OpenedSession, Sessions } from '../../../src-main/hosts/browser/session.ts';

const cookieOf = (opened: OpenedSession | null) => opened?.setCookie.split(';')[0] ?? '';
const open = (sessions: Sessions) => {
  const opened = sessions.exchange(sessions.issueToken());
  return { cookie: cookieOf(opened), secret: opened?.secret ?? '' };
};

describe('sessions of the browser host', () => {
  it('A token is exchanged once for a cookie and a secret of this process.', () => {
    const sessions = new Sessions(4114);
    const token = sessions.issueToken();
    const opened = sessions.exchange(token);
    expect(opened?.setCookie).toMatch(/^fabdesk-4114=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(opened?.secret).toMatch(/^[\w-]{43}$/);
    expect(sessions.accepts(cookieOf(opened), opened?.secret)).toBe(true);
    expect(sessions.exchange(token)).toBeNull();
  });

  it('Neither the cookie nor the secret is accepted alone, nor one for the other.', () => {
    const sessions = new Sessions(4114);
    const { cookie, secret } = open(sessions);
    expect(sessions.accepts(cookie, undefined)).toBe(false);
    expect(sessions.accepts(cookie, '')).toBe(false);
    expect(sessions.accepts(undefined, secret)).toBe(false);
    expect(sessions.accepts(cookie, cookie.split('=')[1])).toBe(false);
    expect(sessions.accepts(`fabdesk-4114=${secret}`, secret)).toBe(false);
  });

  it('Unknown tokens, and cookies and secrets of another process or port, are refused.', () => {
    const sessions = new Sessions(4114);
    const own = open(sessions);
    const other = open(new Sessions(4115));
    expect(sessions.exchange('guess')).toBeNull();
    expect(sessions.accepts(other.cookie, own.secret)).toBe(false);
    expect(sessions.accepts(other.cookie.replace('4115', '4114'), own.secret)).toBe(false);
    expect(sessions.accepts(own.cookie, other.secret)).toBe(false);
    expect(sessions.accepts('fabdesk-4114=', own.secret)).toBe(false);
  });

  it('A printed address expires after ten minutes.', () => {
    let now = 0;
    const sessions = new Sessions(4114, () => now);
    const early = sessions.issueToken();
    const late = sessions.issueToken();
    now = 10 * 60_000 - 1;
    expect(sessions.exchange(early)).not.toBeNull();
    now = 10 * 60_000 + 1;
    expect(sessions.exchange(late)).toBeNull();
  });

  it('The cookie is found among those of other programs on the same host.', () => {
    const sessions = new Sessions(4114);
    const { cookie, secret } = open(sessions);
    expect(sessions.accepts(`theme=dark; ${cookie}; other=1`, secret)).toBe(true);
  });
});
