import { expect, it } from 'vitest';
import type { Bridge } from '../../../src-renderer/bridge/bridge.ts';
import { Intake, type IntakeRow } from '../../../src-renderer/features/prepare/files/intake.svelte.ts';
import type { ModelCache } from '../../../src-renderer/features/prepare/files/model-cache.svelte.ts';
import type { GeometryClient } from '../../../src-renderer/geometry/client.ts';
import type { SpooledFile } from '../../../src-shared/ipc/spooled-file.ts';
import type { Result } from '../../../src-shared/result.ts';

/** An intake of a file that is copied in a thousand steps, and waits to be read. */
function copyOne(): ReadonlySet<readonly IntakeRow[]> {
  const shown = new Set<readonly IntakeRow[]>();
  const bridge = {
    importFile(_file: File, onProgress: (fraction: number) => void) {
      for (let i = 1; i <= 1000; i++) {
        onProgress(i / 1000);
        shown.add(intake.rows);
      }
      return new Promise<Result<SpooledFile>>(() => {});
    },
  } as unknown as Bridge;
  const geometry = { read: () => new Promise(() => {}) } as unknown as GeometryClient;
  const modelCache = {} as ModelCache;
  const intake = new Intake({ bridge, geometry, modelCache, place: async () => {} });
  intake.addFiles([new File(['solid'], 'part.stl')]);
  return shown;
}

it('The steps of a file are drawn a few times a second, however many there are.', () => {
  expect(copyOne().size).toBeLessThan(10);
});

it('That a file now waits for others is shown at once.', () => {
  expect([...copyOne()].at(-1)).toMatchObject([{ name: 'part.stl', isWaiting: true, fraction: 0.5 }]);
});
