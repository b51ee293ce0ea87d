/** Large uploads beside a handler that reads and discards them, and the memory over many small ones. */
import type { ChildProcess } from 'node:child_process';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import { makeTorus } from '../../tests/fixtures/geometry/solids.ts';
import { idle, type Programs, residentMb, usedBy } from '../support/programs.ts';
import { median } from '../support/stats.ts';
import { startBare } from './calls.ts';
import { type Customer, consent } from './customer.ts';
import { medianSpeed, type Row, type Sample } from './row.ts';

const megabyte = 1024 * 1024;

/** A closed surface as a binary STL of about this many bytes, like customers' files. */
export function model(bytes: number): Buffer {
  const across = Math.floor(Math.sqrt(bytes / 50 / 4));
  return Buffer.from(writeBinaryStl(makeTorus(40, 12, 2 * across, across)));
}

const uploadOf = (file: Buffer, fileName: string): Buffer<ArrayBuffer> =>
  Buffer.from(JSON.stringify({ file: file.toString('base64'), fileName, ...consent }));

export async function measureUploads(
  programs: Programs,
  customers: Readonly<Record<string, Customer>>,
  rounds: number,
): Promise<Row[]> {
  const file = model(64 * megabyte);
  const upload = uploadOf(file, 'large.stl');
  const bare = await startBare(programs, '{}');
  const timed = async (child: ChildProcess, send: () => Promise<unknown>): Promise<Sample> => {
    const before = usedBy(child);
    const begin = performance.now();
    await send();
    const speed = file.length / megabyte / ((performance.now() - begin) / 1000);
    // Work after the answer would slow the other side down.
    await idle(child);
    return { speed, used: usedBy(child) - before };
  };
  const discarded = async () => {
    const answer = await fetch(`http://127.0.0.1:${bare.port}/`, { method: 'POST', body: upload });
    await answer.text();
  };
  const rows: Row[] = [];
  for (const [name, customer] of Object.entries(customers)) {
    const ours: Sample[] = [];
    const theirs: Sample[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await timed(customer.child, () => customer.post('/models/v1', upload)));
      theirs.push(await timed(bare.child, discarded));
    }
    const used = (all: Sample[]) => `${median(all.map((one) => one.used)).toFixed(0)} ms`;
    rows.push({
      name: `POST /models/v1, 64 MB, ${name}`,
      unit: 'MB/s',
      ours: medianSpeed(ours),
      bare: medianSpeed(theirs),
      aim: 0.7,
      cpu: [used(ours), used(theirs)],
    });
  }
  return rows;
}

/** Resident memory of the service after every tenth of so many uploads of 1 MB, MB. */
export async function measureMemory(customer: Customer, count: number): Promise<number[]> {
  const small = model(megabyte);
  const sizes: number[] = [];
  for (let upload = 0; upload < count; upload++) {
    // Every upload is a file of its own.
    small.writeUInt32LE(upload, 0);
    await customer.post('/models/v1', uploadOf(small, 'small.stl'));
    if (upload % Math.max(1, Math.floor(count / 10)) === 0)
      sizes.push(Math.round(residentMb(customer.child)));
  }
  return [...sizes, Math.round(residentMb(customer.child))];
}
