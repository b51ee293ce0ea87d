/** What leaves with the browser, and what may come back (RFC 6749 4.1, RFC 7636, RFC 9207). */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readAuthorizationAnswer } from '../../../src-main/auth/authorization-answer.ts';
import { authorizeUrl, challengeOf, newVerifier } from '../../../src-main/auth/authorization-code.ts';
import { isSameState, newState } from '../../../src-main/auth/state.ts';

describe('PKCE', () => {
  it('The PKCE challenge is that of RFC 7636 appendix B.', () => {
    expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });

  it('PKCE verifiers have the required characters and length, and never repeat.', () => {
    const all = Array.from({ length: 1000 }, newVerifier);
    expect(new Set(all).size).toBe(1000);
    for (const verifier of all) expect(verifier).toMatch(/^[A-Za-z0-9._~-]{43,128}$/);
  });
});

describe('state', () => {
  it('Two states are equal only if they are identical, whatever their length.', () => {
    const state = newState();
    expect(isSameState(state, `${state}`)).toBe(true);
    for (const other of ['', state.slice(1), `${state}x`, newState()])
      expect(isSameState(state, other)).toBe(false);
    expect(Buffer.from(state, 'base64url')).toHaveLength(32);
  });
});

describe('the address for the browser', () => {
  it('The sign-in address is the spec’s, below the base address, with PKCE and everything encoded.', () => {
    const url = new URL(
      authorizeUrl('https://api.example.com/print/', {
        clientId: 'a&b=c',
        redirectUri: 'http://127.0.0.1:4000/callback',
        state: 's t',
        challenge: 'c'.repeat(43),
      }),
    );
    expect(url.origin + url.pathname).toBe('https://api.example.com/print/oauth2/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'a&b=c',
      redirect_uri: 'http://127.0.0.1:4000/callback',
      state: 's t',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
    });
  });

  it('The sign-in address is never plain http to another machine.', () => {
    const request = { clientId: 'a', redirectUri: 'oob', state: 's', challenge: 'c' };
    expect(() => authorizeUrl('http://api.example.com', request)).toThrow(
      expect.objectContaining({ code: 'insecure-address' }),
    );
  });
});

describe('the answer', () => {
  const expected = { state: newState(), baseUrl: 'https://api.example.com/print' };
  const read = (parameters: Record<string, string> | string) =>
    readAuthorizationAnswer(new URLSearchParams(parameters), expected);
  const { state } = expected;

  it('The answer of a sign-in gives the code.', () => {
    expect(read({ code: 'abc', state })).toEqual({ kind: 'code', code: 'abc' });
    expect(read({ code: 'abc', state, iss: 'https://api.example.com' })).toMatchObject({ kind: 'code' });
  });

  it.each([
    ['no state', 'code=abc'],
    ['another state', `code=abc&state=${createHash('sha256').update('x').digest('base64url')}`],
    ['an empty state', 'code=abc&state='],
    ['two states', `code=abc&state=${state}&state=${state}`],
    ['two codes', `code=abc&code=abd&state=${state}`],
    ['an error without the state', 'error=access_denied'],
  ])('An answer with %s does not belong to the sign-in.', (_what, query) => {
    expect(read(query)).toEqual({ kind: 'foreign' });
  });

  it.each([
    [{ error: 'access_denied' }, 'sign-in-denied', /denied/],
    [{ error: 'unauthorized_client' }, 'sign-in-refused', /client ID/],
    [{ error: 'temporarily_unavailable' }, 'sign-in-refused', /few minutes/],
    [{ error: '__proto__' }, 'sign-in-refused', /does not accept/],
    [{ error: 'access_denied', code: 'abc' }, 'sign-in-denied', /denied/],
    [{}, 'sign-in-refused', /without a code/],
    [{ code: '' }, 'sign-in-refused', /without a code/],
    [{ code: 'x'.repeat(2049) }, 'sign-in-refused', /without a code/],
    [{ code: 'abc', iss: 'https://evil.example' }, 'sign-in-refused', /another service/],
    [{ code: 'abc', iss: 'nonsense' }, 'sign-in-refused', /another service/],
  ])('The answer %j is refused with a text.', (parameters, code, words) => {
    const answer = read({ ...parameters, state });
    expect(answer).toMatchObject({ kind: 'refused', error: { code, message: expect.stringMatching(words) } });
  });

  it('No error repeats the text of the address.', () => {
    const answer = read({ state, error: 'call 555-1234', error_description: 'call 555-1234' });
    expect(JSON.stringify(answer) + (answer.kind === 'refused' ? answer.error.message : '')).not.toContain(
      '555',
    );
  });
});
