/** How the guessing of passwords is slowed down in one process. */
import { describe, expect, it } from 'vitest';
import {
  mostFailures,
  OwnSignInThrottle,
  signInSlowly,
  waitingTime,
} from '../../../src-service/http/sign-in-throttle.ts';

let now = 0;
const throttleWith = (failures: number): OwnSignInThrottle => {
  const throttle = new OwnSignInThrottle(() => now);
  for (let i = 0; i < failures; i++) throttle.begin('owner');
  return throttle;
};

describe('guessing passwords', () => {
  it('A name that must wait does so for ten minutes, whatever other names are tried.', () => {
    const throttle = throttleWith(mostFailures);
    for (let i = 0; i < 10_200; i++) expect(throttle.begin(`invented-${i}`)).toBe(true);
    expect(throttle.begin('owner')).toBe(false);
    now += waitingTime;
    expect(throttle.begin('owner')).toBe(true);
  });

  it('A guess that was not checked does not count, and one that was checked does.', async () => {
    const throttle = throttleWith(mostFailures - 1);
    const busy = () => Promise.reject(new Error('busy'));
    for (let i = 0; i < 3; i++) await expect(signInSlowly(throttle, 'owner', busy)).rejects.toThrow('busy');
    expect(await signInSlowly(throttle, 'owner', async () => null)).toBeNull();
    expect(await signInSlowly(throttle, 'owner', async () => 'account')).toBe('too-many');
  });

  it('The right password forgets the failures before it.', async () => {
    const throttle = throttleWith(mostFailures - 1);
    expect(await signInSlowly(throttle, 'owner', async () => 'account')).toBe('account');
    for (let i = 0; i < mostFailures; i++) expect(throttle.begin('owner')).toBe(true);
    expect(throttle.begin('owner')).toBe(false);
  });
});
