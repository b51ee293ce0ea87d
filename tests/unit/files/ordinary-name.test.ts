import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeDisk } from '../../../src-main/files/disk.ts';
import { ordinaryName } from '../../../src-main/files/ordinary-name.ts';
import { temporaryFolder } from '../../support/folder.ts';

describe('The name of a file to save', () => {
  it.each([
    ['left bracket.stl', 'left bracket.stl'],
    ['Häuschen 🚀.stl', 'Häuschen 🚀.stl'],
    ['console.stl', 'console.stl'],
    ['com10.stl', 'com10.stl'],
    ['a:b.stl', 'a_b.stl'],
    ['C:evil.stl', 'C_evil.stl'],
    ['a*b?"<c>|.stl', 'a_b___c__.stl'],
    ['CON.stl', '_CON.stl'],
    ['con', '_con'],
    ['aux .stl', '_aux .stl'],
    ['Com1.tar.stl', '_Com1.tar.stl'],
    ['lpt².stl', '_lpt².stl'],
    ['..\\..\\nul.stl', '_nul.stl'],
    ['dot.stl. ', 'dot.stl'],
  ])('The file name for %j is %j.', (name, saved) => {
    expect(ordinaryName(name)).toBe(saved);
  });

  it('The file name is one that this system accepts, however long.', async () => {
    const folder = temporaryFolder();
    const hostile = [
      'CON.stl',
      'a:b.stl',
      'a\tb.stl',
      'dots. . ',
      '..',
      'a/b?.stl',
      `con.${'ü'.repeat(300)}.stl`,
    ];
    for (const name of hostile) await (await nodeDisk.create(join(folder, ordinaryName(name)))).close();
    expect(readdirSync(folder)).toHaveLength(hostile.length);
  });
});
