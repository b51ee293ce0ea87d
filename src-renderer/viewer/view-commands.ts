/**
 * The commands of the view, with their usual keys. `Viewer.svelte` registers them while its screen is shown.
 */
import type { Command } from '../ui/commands.svelte.ts';
import { t } from '../ui/language.svelte.ts';
import type { ToolSet } from './tool-set.svelte.ts';
import { type StandardView, standardViews } from './view.ts';

export interface ViewActions {
  readonly tools: ToolSet;
  readonly turnTo: (view: StandardView) => void;
  /** On the selected part. */
  readonly fit: () => void;
  readonly fitAll: () => void;
  readonly switchProjection: () => void;
  /** Above 1 is closer. */
  readonly zoom: (factor: number) => void;
  readonly toggleDimensions: () => void;
  readonly toggleXray: () => void;
  readonly toggleColours: () => void;
  /** Whether a part is selected. */
  readonly hasPart: () => boolean;
  /** Whether the file of the selected part has colours. */
  readonly hasColours: () => boolean;
}

type Row = readonly [name: string, title: string, keys: string, run: () => void, enabled?: () => boolean];

export function viewCommands({ tools, hasPart, hasColours, ...act }: ViewActions): Command[] {
  const rows: Row[] = [
    ...standardViews.map(
      (view, digit): Row => [view, t(`viewer.view.${view}`), String(digit), () => act.turnTo(view)],
    ),
    ['fit', t('viewer.zoomToPart'), 'Z', act.fit],
    ['all', t('viewer.zoomToAll'), 'Shift+Z', act.fitAll],
    ['parallel', t('viewer.switchProjection'), 'K', act.switchProjection],
    ['closer', t('viewer.zoomIn'), 'I', () => act.zoom(1.3)],
    ['farther', t('viewer.zoomOut'), 'O', () => act.zoom(1 / 1.3)],
    ['section', t('viewer.section'), 'C', () => tools.toggleSection()],
    ['lay', t('viewer.lay'), 'F', () => tools.toggleLaying(), hasPart],
    ['rotate', t('viewer.handles.rotate'), 'R', () => tools.toggleHandles('rotate'), hasPart],
    ['scale', t('viewer.handles.scale'), 'S', () => tools.toggleHandles('scale'), hasPart],
    ['measure', t('viewer.measure'), 'U', () => tools.toggleMeasuring()],
    ['dimensions', t('viewer.dimensions'), 'D', act.toggleDimensions],
    ['xray', t('viewer.xray'), 'X', act.toggleXray],
    ['colours', t('viewer.colours'), 'P', act.toggleColours, hasColours],
  ];
  return rows.map(([name, title, keys, run, enabled]) => ({
    id: `view.${name}`,
    title,
    group: t('viewer.group'),
    keys: [keys],
    run,
    ...(enabled && { enabled }),
  }));
}
