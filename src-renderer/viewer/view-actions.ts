/**
 * What a person can do with the view, by name: its buttons and, with their usual keys, its commands.
 * `Viewer.svelte` registers these while its screen is shown.
 */
import type { Command } from '../ui/commands.svelte.ts';
import { t } from '../ui/language.svelte.ts';
import type { ToolSet } from './tool-set.svelte.ts';
import { type StandardView, standardViews } from './view.ts';

export interface ViewAction {
  readonly title: string;
  readonly keys: string;
  readonly run: () => void;
  /** Missing: it is never on. */
  readonly isOn?: () => boolean;
  /** Missing: always. */
  readonly enabled?: () => boolean;
}

type Switch = Required<Pick<ViewAction, 'run' | 'isOn'>>;

/** The work of each action. */
export interface ViewControls {
  readonly tools: ToolSet;
  readonly turnTo: (view: StandardView) => void;
  /** On the selected part. */
  readonly fit: () => void;
  readonly fitAll: () => void;
  readonly switchProjection: () => void;
  /** Above 1 is closer. */
  readonly zoom: (factor: number) => void;
  readonly dimensions: Switch;
  readonly xray: Switch;
  readonly colours: Switch;
  /** Whether a part is selected. */
  readonly hasPart: () => boolean;
  /** Whether the file of the selected part has colours. */
  readonly hasColours: () => boolean;
}

export type ViewActions = ReturnType<typeof viewActions>;

export function viewActions({ tools, hasPart, hasColours, ...act }: ViewControls) {
  const views = standardViews.map((view, digit): [StandardView, ViewAction] => [
    view,
    { title: t(`viewer.view.${view}`), keys: String(digit), run: () => act.turnTo(view) },
  ]);
  const handles = (kind: 'rotate' | 'scale', keys: string): ViewAction => ({
    title: t(`viewer.handles.${kind}`),
    keys,
    run: () => tools.toggleHandles(kind),
    isOn: () => tools.handles.kind === kind,
    enabled: hasPart,
  });
  return {
    ...(Object.fromEntries(views) as Record<StandardView, ViewAction>),
    fit: { title: t('viewer.zoomToPart'), keys: 'Z', run: act.fit },
    all: { title: t('viewer.zoomToAll'), keys: 'Shift+Z', run: act.fitAll },
    parallel: { title: t('viewer.switchProjection'), keys: 'K', run: act.switchProjection },
    closer: { title: t('viewer.zoomIn'), keys: 'I', run: () => act.zoom(1.3) },
    farther: { title: t('viewer.zoomOut'), keys: 'O', run: () => act.zoom(1 / 1.3) },
    section: {
      title: t('viewer.section'),
      keys: 'C',
      run: () => tools.toggleSection(),
      isOn: () => tools.section.isOn,
    },
    lay: {
      title: t('viewer.lay'),
      keys: 'F',
      run: () => tools.toggleLaying(),
      isOn: () => tools.laying.isOn,
      enabled: hasPart,
    },
    rotate: handles('rotate', 'R'),
    scale: handles('scale', 'S'),
    measure: {
      title: t('viewer.measure'),
      keys: 'U',
      run: () => tools.toggleMeasuring(),
      isOn: () => tools.measuring.isOn,
    },
    dimensions: { title: t('viewer.dimensions'), keys: 'D', ...act.dimensions },
    xray: { title: t('viewer.xray'), keys: 'X', ...act.xray },
    colours: { title: t('viewer.colours'), keys: 'P', ...act.colours, enabled: hasColours },
  } satisfies Record<string, ViewAction>;
}

export const viewCommands = (actions: ViewActions): Command[] =>
  Object.entries<ViewAction>(actions).map(([name, { title, keys, run, enabled }]) => ({
    id: `view.${name}`,
    title,
    group: t('viewer.group'),
    keys: [keys],
    run,
    ...(enabled && { enabled }),
  }));
