import { describe, expect, it } from 'vitest';
import { addressOf, parseBaseAddress } from '../../../src-main/api-client/base-address.ts';

describe('the base address of a service', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    [' https://api.example.com/ ', 'https://api.example.com'],
    ['https://api.example.com/print//', 'https://api.example.com/print'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['http://127.1/', 'http://127.0.0.1'],
  ])('The base address %s is accepted.', (text, base) => expect(parseBaseAddress(text)).toBe(base));

  it.each([
    'http://api.example.com',
    'http://192.168.1.4',
    'http://127.evil.com',
    'http://127.0.0.1.evil.com',
    'http://localhost.evil.com',
    'http://0.0.0.0',
    'http://[::]',
  ])('The base address %s would send secrets unencrypted and is refused.', (text) =>
    expect(() => parseBaseAddress(text)).toThrow(expect.objectContaining({ code: 'insecure-address' })),
  );

  it.each([
    '',
    'api.example.com',
    'ftp://a.b',
    'file:///etc',
    'https://user:pw@a.b',
    'https://a.b/?x=1',
    'https://a.b/#x',
  ])('%s is no base address.', (text) =>
    expect(() => parseBaseAddress(text)).toThrow(expect.objectContaining({ code: 'bad-address' })),
  );

  it('The base address precedes paths, with its prefix, and queries are encoded.', () => {
    expect(addressOf('https://a.b/print', '/models/v1', { page: 2 }).href).toBe(
      'https://a.b/print/models/v1?page=2',
    );
    expect(addressOf('https://a.b', '/orders/1/v1', { address3: 'Ref A&B' }).search).toBe(
      '?address3=Ref+A%26B',
    );
  });
});
