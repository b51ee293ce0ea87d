/** A warm worker of the bench: does one task with a file and answers when it is done. */
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { withFileSource } from '../../src-main/hosts/cli/input/on-disk.ts';
import { analyseModel, surveyModel } from '../../src-shared/geometry/analyse-model.ts';
import type { ByteSource } from '../../src-shared/geometry/readers/byte-source.ts';

/** `full`: read, measure, check. `mesh`: with the mesh handed out. */
export type LaneTask = 'full' | 'mesh' | 'md5' | 'md5+base64';

/**
 * Its base64 (32 KiB) stays in the cache; strings of 128 to 512 KiB each cost fresh memory, and twice the
 * time.
 */
const slice = Buffer.alloc(24 * 1024);

const tasks: Readonly<Record<LaneTask, (source: ByteSource, path: string) => Promise<unknown>>> = {
  full: (source, path) => surveyModel(source, path),
  mesh: (source, path) => analyseModel(source, path),
  md5: (source) => hash(source, () => undefined),
  'md5+base64': (source) => hash(source, (bytes) => bytes.toString('base64').length),
};

async function hash(source: ByteSource, use: (bytes: Buffer) => unknown): Promise<string> {
  const md5 = createHash('md5');
  for (let at = 0; at < source.size; at += slice.length) {
    const bytes = slice.subarray(0, await source.read(slice, at));
    md5.update(bytes);
    use(bytes);
  }
  return md5.digest('hex');
}

/** CPU time of this thread, ms; null if this Node cannot tell. */
function cpuMs(): number | null {
  const usage = process.threadCpuUsage?.();
  return usage ? (usage.user + usage.system) / 1e3 : null;
}

parentPort?.on('message', async ({ task, path }: { task: LaneTask; path: string }) => {
  const before = cpuMs();
  await withFileSource(path, (source) => tasks[task](source, path));
  const after = cpuMs();
  parentPort?.postMessage(before === null || after === null ? null : after - before);
});
