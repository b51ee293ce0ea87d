import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src-main/app.ts';
import { explainDataFolderFailure } from '../../../src-main/instance/data-folder-failure.ts';
import { temporaryFolder } from '../../support/folder.ts';

describe('What keeps Fabdesk from using its data folder', () => {
  it('A failure of the data folder names its file.', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'logs'), '');
    await expect(createApp({ dataDir, host: 'cli', version: '0' })).rejects.toMatchObject({
      code: 'data-folder-unusable',
      message: expect.stringContaining(`${dataDir} (EEXIST: logs)`),
    });
  });

  it.each(['SQLITE_FULL', 'ENOSPC', 'EDQUOT'])(
    'A data folder’s disk is full if the system says %s.',
    (code) => {
      expect(explainDataFolderFailure({ code }, '/data')).toMatchObject({ code: 'disk-full' });
    },
  );

  it('An error without a code of a file system is no failure of the data folder.', () => {
    const thrown = new TypeError('undefined is not a function');
    expect(explainDataFolderFailure(thrown, '/data')).toBe(thrown);
    const busyPort = Object.assign(new Error('in use'), { code: 'EADDRINUSE' });
    expect(explainDataFolderFailure(busyPort, '/data')).toBe(busyPort);
  });
});
