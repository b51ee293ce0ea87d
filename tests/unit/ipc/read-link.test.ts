import { describe, expect, it } from 'vitest';
import { addressInLink, fileLinkTo } from '../../../src-shared/ipc/read-link.ts';

describe('The address of a file is found', () => {
  const plain = 'https://example.com/parts/bracket.stl?token=a&x=b';
  it.each([
    ['encoded', `fabdesk://open?file=${encodeURIComponent(plain)}`],
    ['encoded twice', `fabdesk://open?file=${encodeURIComponent(encodeURIComponent(plain))}`],
    ['as it is, with its own query', `fabdesk://open?file=${plain}`],
    ['behind a slash that a browser added', `fabdesk://open/?file=${encodeURIComponent(plain)}`],
    ['without slashes', `fabdesk:open?file=${encodeURIComponent(plain)}`],
    ['beside other parameters', `FABDESK://open?from=page&file=${encodeURIComponent(plain)}&name=x`],
    ['in the link of a slicer', `prusaslicer://open?file=${encodeURIComponent(plain)}`],
    ['without a link around it', ` ${plain}\n`],
  ])('%s.', (_how, link) => expect(addressInLink(link)).toBe(plain));

  it('up to the next parameter, if it has no query of its own.', () => {
    expect(addressInLink('fabdesk://open?file=https://example.com/a.stl&name=b')).toBe(
      'https://example.com/a.stl',
    );
  });

  it.each([
    'fabdesk://queue',
    'fabdesk://open',
    'fabdesk://open?profile=https://example.com/a',
    'file:///etc/passwd',
    'fabdesk://open?file=%',
  ])('but not in %s.', (link) => expect(addressInLink(link)).toBeNull());
});

describe('The question about an address', () => {
  const about = (address: string) => {
    const link = fileLinkTo(address);
    return 'key' in link ? link.key : link;
  };
  it('names host and file, and says nothing of the size.', () => {
    expect(about('https://user-content.example.com:8443/a/b%20%C3%A4.stl?x=1#part')).toEqual({
      address: 'https://user-content.example.com:8443/a/b%20%C3%A4.stl?x=1',
      host: 'user-content.example.com:8443',
      name: 'b ä.stl',
      isNear: false,
      isSizeKnown: false,
      size: null,
    });
  });

  it.each([
    ['file:///etc/passwd', 'errors.link.invalid'],
    ['ftp://example.com/a.stl', 'errors.link.invalid'],
    ['javascript:alert(1)', 'errors.link.invalid'],
    ['https:', 'errors.link.invalid'],
    ['http://example.com/a.stl', 'errors.link.insecure'],
    ['http://192.168.0.1/a.stl', 'errors.link.insecure'],
    ['http://127.0.0.1.example.com/a.stl', 'errors.link.insecure'],
    ['http://[::ffff:127.0.0.1]/a.stl', 'errors.link.insecure'],
    ['http://0.0.0.0/a.stl', 'errors.link.insecure'],
    ['https://anna@example.com/a.stl', 'errors.link.credentials'],
    ['https://example.com:x@127.0.0.1/a.stl', 'errors.link.credentials'],
  ])('is not asked about %s.', (address, key) => expect(about(address)).toBe(key));

  it.each([
    'http://127.0.0.1:8080/a.stl',
    'http://localhost/a.stl',
    // The same address in other notations.
    'http://2130706433/a.stl',
    'http://0x7f.1/a.stl',
    'https://[::1]/a.stl',
    'https://[::ffff:10.0.0.1]/a.stl',
    'https://10.1.2.3/a.stl',
    'https://172.16.0.1/a.stl',
    'https://192.168.0.1/a.stl',
    'https://169.254.169.254/latest',
    'https://[fd00::1]/a.stl',
    'https://nas/a.stl',
    'https://printer.local/a.stl',
  ])('says that %s is near.', (address) => expect(about(address)).toMatchObject({ isNear: true }));

  it.each([
    'https://example.com/a',
    'https://10.example.com/a',
    'https://172.32.0.1/a',
    'https://[2606:4700::1]/a',
  ])('says nothing of the kind about %s.', (address) =>
    expect(about(address)).toMatchObject({ isNear: false }),
  );
});
