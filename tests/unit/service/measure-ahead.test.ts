import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sizeOfBinaryStl } from '../../../src-service/measure/announced-size.ts';
import { Arrival } from '../../../src-service/measure/arrival.ts';
import { Measurer } from '../../../src-service/measure/measurer.ts';
import { writeBinaryStl } from '../../../src-shared/geometry/writers/write-stl.ts';
import { makeTorus } from '../../fixtures/geometry/solids.ts';
import { temporaryFolder } from '../../support/folder.ts';

let measurer: Measurer;
let path: string;
beforeEach(() => {
  measurer = new Measurer(1);
  path = join(temporaryFolder(), 'incoming');
});
afterEach(() => measurer.close());

const model = Buffer.from(writeBinaryStl(makeTorus(10, 3, 96, 48)));

describe('measuring while a file arrives', () => {
  it('Measuring a file while it arrives gives the same result as measuring it afterwards.', async () => {
    const arrival = new Arrival();
    const half = model.length >> 1;
    writeFileSync(path, model.subarray(0, half));
    arrival.reach(half);
    const ahead = measurer.measureAhead(path, model.length, arrival);
    appendFileSync(path, model.subarray(half));
    arrival.reach(model.length);
    arrival.end();
    const result = await ahead;
    expect(result).toMatchObject({ format: 'stl', watertight: true });
    expect(result).toEqual(await measurer.measure(path, 'model.stl'));
  });

  it('Measuring ahead gives way to another file, however slowly the first one arrives.', async () => {
    const arrival = new Arrival();
    writeFileSync(path, model.subarray(0, 8192));
    arrival.reach(8192);
    const ahead = measurer.measureAhead(path, model.length, arrival);
    const other = join(temporaryFolder(), 'other');
    writeFileSync(other, model);
    expect(await measurer.measure(other, 'other.stl')).toMatchObject({ watertight: true });
    expect(await ahead).toBeNull();
  });

  it('Measuring ahead ends by itself when no more bytes arrive.', async () => {
    writeFileSync(path, model.subarray(0, 8192));
    const arrival = new Arrival();
    arrival.reach(8192);
    expect(await measurer.measureAhead(path, model.length, arrival)).toBeNull();
  });

  it('Measuring ahead does not start while every thread is busy.', async () => {
    writeFileSync(path, model);
    const busy = measurer.measure(path, 'model.stl');
    expect(await measurer.measureAhead(path, model.length, new Arrival())).toBeNull();
    expect(await busy).toMatchObject({ watertight: true });
  });
});

it('Every measurement is answered when the service stops, so that nothing waits forever.', async () => {
  writeFileSync(path, model);
  const running = measurer.measure(path, 'model.stl');
  const waiting = measurer.measure(path, 'model.stl');
  await measurer.close();
  const late = measurer.measure(path, 'model.stl');
  for (const one of [running, waiting, late]) expect(await one).toMatchObject({ error: { code: 'stopped' } });
});

describe('the size that first bytes announce', () => {
  it('The announced size is that of a binary STL, unless the file is small.', () => {
    const head = Buffer.alloc(84);
    head.writeUInt32LE(100_000, 80);
    expect(sizeOfBinaryStl(head)).toBe(5_000_084);
    expect(sizeOfBinaryStl(head.subarray(0, 83))).toBeNull();
    head.writeUInt32LE(10, 80);
    expect(sizeOfBinaryStl(head)).toBeNull();
  });
});
