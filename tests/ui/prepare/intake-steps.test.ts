import { expect, it } from 'vitest';
import type { Bridge } from '../../../src-renderer/bridge/bridge.ts';
import { Intake, type IntakeRow } from '../../../src-renderer/features/prepare/files/intake.svelte.ts';
import type { ModelCache } from '../../../src-renderer/features/prepare/files/model-cache.svelte.ts';
import { GeometryClient } from '../../../src-renderer/geometry/client.ts';

/** A worker that reads in a thousand steps and never ends. */
function slowWorker(onStep: () => void): Worker {
  const worker = {
    postMessage({ id }: { id: number }) {
      for (let i = 1; i <= 1000; i++) {
        worker.onmessage?.({ data: { id, type: 'progress', fraction: i / 1000 } });
        onStep();
      }
    },
    onmessage: null as ((event: unknown) => void) | null,
    terminate() {},
  };
  return worker as unknown as Worker;
}

/** Files that arrive where one at a time is read; what was shown of them. */
function take(...names: string[]): (readonly IntakeRow[])[] {
  const shown = new Set<readonly IntakeRow[]>();
  const geometry = new GeometryClient(() => slowWorker(() => shown.add(intake.rows)), { most: 1 });
  const parts = {
    bridge: { pathOf: () => null, importFile: () => new Promise(() => {}) } as unknown as Bridge,
    workspace: {
      plate: [],
      names: () => false,
      arriving: () => {},
      arrived: () => {},
      lose: () => {},
      apply: () => {},
    },
    modelCache: {} as ModelCache,
  };
  const intake = new Intake({ ...parts, geometry, place: async () => [], changed: () => {} });
  intake.addFiles(names.map((name) => new File(['solid'], name)));
  shown.add(intake.rows);
  return [...shown];
}

it('The steps of a file are drawn a few times a second, however many there are.', () => {
  expect(take('part.stl').length).toBeLessThan(10);
});

it('That a file waits for others is shown at once.', () => {
  expect(take('first.stl', 'second.stl').at(-1)).toMatchObject([
    { name: 'first.stl', does: 'read' },
    { name: 'second.stl', does: 'wait' },
  ]);
});
