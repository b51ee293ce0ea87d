/** The commands of Prepare, for the keyboard and the palette. */
import { originalOf, turnedFrom } from '../../../src-shared/ipc/plate-item.ts';
import type { Command } from '../../ui/commands.svelte.ts';
import { reloadKeys } from '../../ui/keys.ts';
import { t } from '../../ui/language.svelte.ts';
import { saveCopies } from './files/drag-out.ts';
import { reload } from './files/reload.ts';
import { primaryActOf, runPrimaryAct } from './materials/primary-act.ts';
import { duplicateSelected } from './plate/duplicate.ts';
import { turnSelected } from './plate/turn-plate.ts';
import type { Prepare } from './prepare.svelte.ts';

interface Openers {
  /** Shows the system's dialog for files. */
  readonly openFiles: () => void;
  /** Shows the dialog for a path. */
  readonly openPath: () => void;
}

export function prepareCommands(prepare: Prepare, { openFiles, openPath }: Openers): readonly Command[] {
  const { plate } = prepare;
  const onPlate = { group: t('prepare.group.plate') };
  const ofChecks = { group: t('prepare.group.checks') };
  const selectFirst = () => t('shell.palette.noPart');
  const onPart = { ...onPlate, enabled: () => plate.selected !== null, why: selectFirst };
  const amongPlaces = {
    ...ofChecks,
    enabled: () => (prepare.marked?.places.length ?? 0) > 1,
    why: () => t('shell.palette.noPlaces'),
  };
  return [
    {
      ...onPlate,
      id: 'plate.open',
      title: t('prepare.openFiles'),
      keys: ['Mod+O'],
      run: openFiles,
    },
    {
      ...onPlate,
      id: 'plate.path',
      title: t('prepare.openPath'),
      keys: ['Mod+Shift+O'],
      run: openPath,
    },
    {
      ...onPlate,
      id: 'plate.reload',
      title: t('prepare.command.reload'),
      keys: reloadKeys(),
      run: () => void reload(prepare),
      enabled: () => plate.selected !== null && originalOf(plate.selected).path !== null,
      why: () => (plate.selected ? t('shell.palette.noFile') : selectFirst()),
    },
    {
      ...onPart,
      id: 'plate.copy',
      title: t('prepare.command.copy'),
      run: () => void saveCopies(prepare),
    },
    {
      ...onPlate,
      id: 'plate.undo',
      title: t('ui.undo'),
      keys: ['Mod+Z'],
      run: () => prepare.undo(),
      enabled: () => plate.history.undoName !== null,
      why: () => t('shell.palette.noStep'),
    },
    {
      ...onPlate,
      id: 'plate.redo',
      title: t('prepare.redo'),
      keys: ['Mod+Shift+Z', 'Mod+Y'],
      run: () => prepare.redo(),
      enabled: () => plate.history.redoName !== null,
      why: () => t('shell.palette.noStep'),
    },
    {
      ...onPart,
      id: 'plate.remove',
      title: t('prepare.command.remove'),
      keys: ['Delete'],
      run: () => {
        if (prepare.batch.isOpen) prepare.batch.remove();
        else if (plate.selected) prepare.remove(plate.selected.id);
      },
    },
    {
      ...onPlate,
      id: 'plate.table',
      title: t('prepare.table'),
      keys: ['T'],
      run: () => prepare.setOpen('table', !prepare.isTable),
      enabled: () => plate.items.length > 0,
      why: () => t('shell.palette.emptyPlate'),
    },
    {
      ...onPart,
      id: 'plate.duplicate',
      title: t('prepare.duplicate'),
      keys: ['Mod+D'],
      run: () => duplicateSelected(prepare),
    },
    {
      ...onPlate,
      id: 'plate.all',
      title: t('prepare.command.all'),
      keys: ['Mod+A'],
      run: () => prepare.batch.pickAll(),
      enabled: () => plate.items.length > 1,
      why: () => t('shell.palette.onePart'),
    },
    {
      ...onPart,
      id: 'plate.more',
      title: t('prepare.more.pieces'),
      keys: ['+'],
      run: () => prepare.changeQuantity((plate.selected?.quantity ?? 0) + 1),
    },
    {
      ...onPlate,
      id: 'plate.less',
      title: t('prepare.fewer'),
      keys: ['-'],
      run: () => prepare.changeQuantity((plate.selected?.quantity ?? 2) - 1),
      enabled: () => (plate.selected?.quantity ?? 0) > 1,
      why: () => (plate.selected ? t('shell.palette.onePiece') : selectFirst()),
    },
    ...(['rotate', 'mirror'] as const).flatMap((kind) =>
      ([0, 1, 2] as const).map((axis) => ({
        id: `plate.${kind}.${axis}`,
        title: t(`prepare.${kind}`, { axis: 'XYZ'.charAt(axis) }),
        ...onPlate,
        run: () => void turnSelected(prepare, { kind, axis }),
        enabled: () => prepare.ready !== null,
        why: selectFirst,
      })),
    ),
    {
      ...onPlate,
      id: 'plate.reset',
      title: t('prepare.turns.reset'),
      run: () => void turnSelected(prepare, { kind: 'reset' }),
      enabled: () => prepare.ready !== null && turnedFrom(prepare.ready.item) !== undefined,
      why: () => (prepare.ready ? t('shell.palette.notTurned') : selectFirst()),
    },
    {
      ...onPlate,
      id: 'plate.sample',
      title: t('prepare.addSample'),
      run: () => void prepare.taking.intake.addSample(),
    },
    {
      id: 'material.curve',
      title: t('curve.title'),
      group: t('prepare.group.materials'),
      run: () => (prepare.showsCurve = !prepare.showsCurve),
      enabled: () => prepare.chosen !== null && !prepare.batch.isOpen,
    },
    {
      ...ofChecks,
      id: 'checks.thorough',
      title: t('prepare.checkThoroughly'),
      run: () => prepare.deepQuestion && void prepare.deep.start(prepare.deepQuestion),
      enabled: () => prepare.deepQuestion !== null && prepare.deepState?.state !== 'done',
      why: () => (prepare.deepQuestion ? t('shell.palette.isChecked') : selectFirst()),
    },
    {
      ...ofChecks,
      id: 'checks.walls',
      title: t('prepare.command.walls'),
      keys: ['W'],
      run: () => (prepare.showsWalls = !prepare.showsWalls),
      enabled: () => prepare.walls !== null,
      why: () => (prepare.ready ? t('shell.palette.noWalls') : selectFirst()),
    },
    {
      ...amongPlaces,
      id: 'checks.next',
      title: t('prepare.command.next'),
      keys: ['N'],
      run: () => prepare.marks.step(1),
    },
    {
      ...amongPlaces,
      id: 'checks.previous',
      title: t('prepare.command.previous'),
      keys: ['Shift+N'],
      run: () => prepare.marks.step(-1),
    },
    {
      ...ofChecks,
      id: 'checks.repair',
      title: t('prepare.command.repair'),
      run: () => prepare.made.startRepair(),
      enabled: () => prepare.ready !== null,
      why: selectFirst,
    },
    {
      ...ofChecks,
      id: 'checks.hollow',
      title: t('prepare.command.hollow'),
      run: () => prepare.made.askHollow(),
      enabled: () => prepare.ready?.model.checks.watertight === true,
      why: () => (prepare.ready ? t('shell.palette.notWatertight') : selectFirst()),
    },
    {
      ...onPlate,
      id: 'plate.order',
      title: t('prepare.command.order'),
      keys: ['Mod+Enter'],
      once: true,
      run: () => (prepare.batch.isOpen ? prepare.batch.primary() : runPrimaryAct(prepare)),
      enabled: () =>
        prepare.batch.isOpen || prepare.adding.obstacle === null || primaryActOf(prepare).kind === 'repair',
      why: () => prepare.adding.obstacle ?? t('shell.palette.notNow'),
    },
  ];
}
