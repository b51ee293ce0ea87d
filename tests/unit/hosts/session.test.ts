import { describe, expect, it } from 'vitest';
import { Sessions } from '../../../src-main/hosts/browser/session.ts';

const cookieOf = (setCookie: string) => setCookie.split(';')[0] ?? '';

describe('sessions of the browser host', () => {
  it('trades a token for a cookie that only this process made, once', () => {
    const sessions = new Sessions(4114);
    const token = sessions.issueToken();
    const setCookie = sessions.exchange(token);
    expect(setCookie).toMatch(/^fabdesk-4114=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(sessions.accepts(cookieOf(setCookie ?? ''))).toBe(true);
    expect(sessions.exchange(token)).toBeNull();
  });

  it('refuses tokens it never issued and cookies of another process or port', () => {
    const sessions = new Sessions(4114);
    const other = new Sessions(4115);
    expect(sessions.exchange('guess')).toBeNull();
    const foreign = cookieOf(other.exchange(other.issueToken()) ?? '');
    expect(sessions.accepts(foreign)).toBe(false);
    expect(sessions.accepts(foreign.replace('4115', '4114'))).toBe(false);
    expect(sessions.accepts(undefined)).toBe(false);
    expect(sessions.accepts('fabdesk-4114=')).toBe(false);
  });

  it('lets a printed address lapse after ten minutes', () => {
    let now = 0;
    const sessions = new Sessions(4114, () => now);
    const early = sessions.issueToken();
    const late = sessions.issueToken();
    now = 10 * 60_000 - 1;
    expect(sessions.exchange(early)).not.toBeNull();
    now = 10 * 60_000 + 1;
    expect(sessions.exchange(late)).toBeNull();
  });

  it('finds its cookie among those of other programs on the same host', () => {
    const sessions = new Sessions(4114);
    const cookie = cookieOf(sessions.exchange(sessions.issueToken()) ?? '');
    expect(sessions.accepts(`theme=dark; ${cookie}; other=1`)).toBe(true);
  });
});
