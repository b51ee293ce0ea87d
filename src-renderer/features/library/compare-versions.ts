/** Two versions of a model's file, measured, as rows of a table. */
import type { Measures } from '../../../src-shared/geometry/geometry.ts';
import { sizeOf } from '../../../src-shared/geometry/mesh/mesh.ts';
import type { ModelView } from '../../../src-shared/ipc/model-view.ts';
import { toCodedError } from '../../../src-shared/result.ts';
import type { AppState } from '../../app-state.svelte.ts';
import { GeometryClient } from '../../geometry/client.ts';
import { createWorker } from '../../geometry/create-worker.ts';
import { formatInteger, formatSize, formatVolume } from '../../ui/format.ts';
import { t } from '../../ui/language.svelte.ts';

interface Measured {
  readonly measures: Measures;
  /** Metres per file unit; null if the file was not sent from here. */
  readonly scale: number | null;
}

/** An older version against the newest. Throws `CodedError` (downloads, and the codes of readModel). */
export async function compareVersions(app: AppState, model: ModelView, version: number) {
  const geometry = new GeometryClient(createWorker, { most: 1 });
  try {
    const before = await measure(app, geometry, model, version);
    const after = await measure(app, geometry, model, model.modelVersion);
    const row = (name: string, show: (side: Measured) => string) => ({
      name,
      before: show(before),
      after: show(after),
    });
    const isScaled = before.scale !== null && after.scale !== null;
    const unit = app.settings.displayUnit;
    const size = ({ measures: { bounds }, scale }: Measured) =>
      bounds === null
        ? ''
        : isScaled
          ? formatSize(
              sizeOf(bounds).map((side) => side * scale!),
              unit,
            )
          : formatSize(
              sizeOf(bounds).map((side) => side * 0.001),
              'mm',
              false,
            );
    return [
      row(t(isScaled ? 'library.versions.size' : 'library.versions.fileUnits'), size),
      ...(isScaled
        ? [
            row(t('prepare.volume'), ({ measures, scale }) =>
              formatVolume(Math.abs(measures.volume) * scale! ** 3, unit),
            ),
          ]
        : []),
      row(t('prepare.triangles'), ({ measures }) => formatInteger(measures.triangles)),
    ];
  } finally {
    geometry.close();
  }
}

async function measure(
  { bridge, jobs }: AppState,
  geometry: GeometryClient,
  { accountId, modelId }: ModelView,
  version: number,
): Promise<Measured> {
  const file = await bridge.invoke('library.download', { accountId, modelId, version });
  if (!file.ok) throw toCodedError(file.error);
  const { sha256, name } = file.value;
  const bytes = (await bridge.readSpooled(sha256)) as Uint8Array<ArrayBuffer>;
  const { measures } = await geometry.read(name, { kind: 'bytes', bytes });
  const sent = jobs.flatMap(({ payload }) =>
    'uploadScale' in payload && payload.file === sha256 ? [payload.uploadScale] : [],
  );
  return { measures, scale: sent[0] ?? null };
}
