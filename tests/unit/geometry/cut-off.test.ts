import { describe, expect, it } from 'vitest';
import { cutOffHead, cutOffTail, isCutOff } from '../../../src-shared/geometry/readers/cut-off.ts';
import { everyFormat } from '../../fixtures/geometry/every-format.ts';
import { makeCube } from '../../fixtures/geometry/solids.ts';

const asks = (bytes: Uint8Array, name: string): boolean =>
  isCutOff(bytes.subarray(0, cutOffHead), bytes.subarray(-cutOffTail), bytes.length, name);

/** Their ends say nothing: only a line or a number more would be missed. */
const silent: ReadonlySet<string> = new Set(['obj', 'ply', 'off', 'gltf', 'x3dv', 'wrl', 'iges', 'brep']);

describe('files that are cut off', () => {
  const formats = Object.entries(everyFormat).map(([name, write]) => [name, write(makeCube(20))] as const);

  it.each(formats)('A whole %s is not cut off.', (name, bytes) => {
    expect(asks(bytes, `part.${name}`)).toBe(false);
  });

  it.each(formats.filter(([name]) => !silent.has(name)))('%s says so at any length.', (name, bytes) => {
    for (const share of [0.3, 0.6, 0.95]) {
      expect(asks(bytes.slice(0, Math.floor(bytes.length * share)), `part.${name}`)).toBe(true);
    }
  });

  it('A count of streams that write nonsense is no announcement.', () => {
    const bytes = everyFormat['stl']!(makeCube(20)).slice();
    bytes.fill(255, 80, 84);
    expect(asks(bytes, 'part.stl')).toBe(false);
  });
});
