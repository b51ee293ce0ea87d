/**
 * The start arguments of the Electron host. Its window and its protocol:
 * tests/integration/hosts/electron-window.test.ts.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  dataFolderInArguments,
  filesInArguments,
  linksInArguments,
} from '../../../src-main/hosts/electron/arguments.ts';

describe('the data folder in the arguments of a start', () => {
  it('The data folder in the arguments is read as in the other hosts.', () => {
    expect(dataFolderInArguments(['electron', '.', '--data', 'here'])).toBe('here');
    expect(dataFolderInArguments(['electron', '.', '--data=/there', 'a.stl'])).toBe('/there');
    expect(dataFolderInArguments(['electron', '.', '--data'])).toBe('');
    expect(dataFolderInArguments(['electron', '.', 'a.stl'])).toBeUndefined();
  });
});

describe('files in the arguments of a start', () => {
  it('Arguments with the extension of a model become absolute paths; others do not count.', () => {
    const argv = ['/usr/bin/fabdesk', '--inspect', '-x.stl', 'part.STL', '/tmp/a.3mf', 'notes.txt', '.'];
    expect(filesInArguments(argv, '/home/ada')).toEqual(
      ['/home/ada/part.STL', '/tmp/a.3mf'].map((path) => resolve(path)),
    );
  });

  it('Links of Fabdesk are no files, whatever they end in.', () => {
    const argv = ['fabdesk', 'fabdesk://queue', 'FABDESK://a.stl', 'part.stl'];
    expect(linksInArguments(argv)).toEqual(['fabdesk://queue', 'FABDESK://a.stl']);
    expect(filesInArguments(argv, '/home/ada')).toEqual([resolve('/home/ada/part.stl')]);
  });

  it('File managers on Linux pass addresses of files; other addresses are no files.', () => {
    const path = resolve('/tmp/Teil 1 größer.stl');
    const argv = [
      'fabdesk',
      pathToFileURL(path).href,
      'file://server/share%/a.stl',
      'https://x.org/a.stl.html',
    ];
    expect(filesInArguments(argv, '/home/ada')).toEqual([path]);
  });
});
