/** Names in lists of others that must not reach the disk. */
import { expect, it } from 'vitest';
import { isFileBelow } from '../../../src-main/files/name-below.ts';

it.each([
  'part.stl',
  'v1/part.stl',
  'v1\\part.stl',
  './part.stl',
  'v1/../part.stl',
  '..part.stl',
  'CON.stl/../a.stl',
])('"%s" is below the folder on every system.', (name) => {
  expect(isFileBelow('/home/ada', name, 'linux')).toBe(true);
  expect(isFileBelow('C:\\ada', name, 'win32')).toBe(true);
});

it.each([
  '',
  '.',
  '..',
  '../part.stl',
  '..\\part.stl',
  'v1/../../part.stl',
  '/etc/passwd',
  '/dev/zero',
  '\\\\server\\share\\part.stl',
  '//server/share/part.stl',
  '\\\\.\\pipe\\x',
  '\\\\?\\C:\\x.stl',
  'a\0.stl',
])('"%s" leaves the folder on every system.', (name) => {
  expect(isFileBelow('/home/ada', name, 'linux')).toBe(false);
  expect(isFileBelow('C:\\ada', name, 'win32')).toBe(false);
});

it.each([
  'CON',
  'con.stl',
  'sub/NUL',
  'lpt1.stl',
  'C:\\Windows\\x.stl',
  'C:x.stl',
  'D:/x.stl',
  'part.stl:hidden',
])('"%s" is no ordinary file on Windows.', (name) => {
  expect(isFileBelow('C:\\ada', name, 'win32')).toBe(false);
});

it('An absolute name is below the folder if it begins with it.', () => {
  expect(isFileBelow('/home/ada', '/home/ada/part.stl', 'linux')).toBe(true);
  expect(isFileBelow('/home/ada', '/home/adam/part.stl', 'linux')).toBe(false);
  expect(isFileBelow('C:\\ada', 'c:\\ADA\\part.stl', 'win32')).toBe(true);
});
